/** A room: finds it, stays connected to it, and shows its table or its game. */

import { useEffect, useState } from "preact/hooks";
import { api, ProblemError } from "../api";
import { useLoaded, type Loaded } from "../catalogue";
import { isDrawn, loadGame } from "../games/registry";
import { isMyTurn, seatOf, type GameUI } from "../games/contract";
import type { GameEvent, GuestAnswer, ServerFrame } from "../protocol";
import type { Snapshot } from "../room/snapshot";
import { useRoom } from "../room/useRoom";
import { Link } from "../router";
import { forgetRoom, keepRoom } from "../session";
import { play } from "../sound";
import { Page, UnknownGame, Waiting } from "../ui/Page";
import { toast } from "../ui/toast";
import { Game } from "./Game";
import { sitters } from "./sitters";
import { Table } from "./Table";

type RoomProps = { guest: GuestAnswer } & ({ code: string; roomId?: never } | { roomId: string; code?: never });

export function RoomScreen({ guest, code, roomId }: RoomProps) {
  const found = useLoaded(
    async () => {
      if (roomId !== undefined) return roomId;
      try {
        return (await api.roomByCode(guest.token, code)).roomId;
      } catch (fault) {
        if (fault instanceof ProblemError && fault.isFinal) forgetRoom(code);
        throw fault;
      }
    },
    [code, roomId, guest.token],
  );
  if (found !== null && "value" in found) return <OpenRoom guest={guest} roomId={found.value} code={code ?? null} />;
  return (
    <Page title="방" back="/">
      <Waiting loaded={found}>{() => null}</Waiting>
    </Page>
  );
}

function OpenRoom({ guest, roomId, code }: { guest: GuestAnswer; roomId: string; code: string | null }) {
  const [unread, setUnread] = useState(0);
  const [ui, setUi] = useState<GameUI | null>(null);
  const link = useRoom(guest, roomId, code, (frame, before, after) => {
    if (frame.type === "chat" && frame.from.playerId !== guest.playerId) setUnread((count) => count + 1);
    announce(frame, before, after, ui, guest.playerId, link.names);
  });
  const room = link.now.room;
  const game = room?.game ?? null;
  const module = useLoaded(async () => {
    const loaded = game === null ? null : await loadGame(game);
    setUi(loaded);
    return loaded;
  }, [game]);

  const { closed, you } = link.now;
  const stays = closed === null && you?.seat != null && room?.status !== "finished";
  useEffect(() => {
    if (room === null) return;
    if (stays) keepRoom({ player: guest.playerId, code: room.code, nameKo: room.nameKo });
    else forgetRoom(room.code);
  }, [stays, room?.code]);

  if (closed !== null) {
    return (
      <Page title="방" back="/">
        <div class="card notice" role="alert">
          <p>{closed.reason}.</p>
          <Link to="/" class="button primary">
            로비로 가기
          </Link>
        </div>
      </Page>
    );
  }
  if (room === null) {
    return (
      <Page title="방" back="/">
        <p class="loading" role="status">
          {link.trouble === null ? "방에 들어가는 중이에요…" : "연결이 안 돼요. 다시 시도하고 있어요…"}
        </p>
      </Page>
    );
  }
  if (!isDrawn(room.game)) {
    return (
      <Page title={room.nameKo} back="/">
        <UnknownGame name={room.nameKo} />
      </Page>
    );
  }
  return (
    <>
      {!link.now.connected && <Reconnecting />}
      {room.status === "waiting" || link.now.view === null ? (
        <Table link={link} room={room} />
      ) : (
        <Loading module={module}>
          {(found) => <Game key={room.gameNo} link={link} room={room} ui={found} guest={guest} unread={unread} onRead={() => setUnread(0)} />}
        </Loading>
      )}
    </>
  );
}

function Loading({ module, children }: { module: Loaded<GameUI | null>; children: (ui: GameUI) => preact.ComponentChildren }) {
  if (module !== null && "value" in module && module.value !== null) return <>{children(module.value)}</>;
  return (
    <Page title="방" back="/">
      <Waiting loaded={module}>{() => null}</Waiting>
    </Page>
  );
}

function Reconnecting() {
  if (!navigator.onLine) return null; // the page says so already
  return (
    <p class="banner" role="status">
      연결이 끊겼어요. 다시 연결하는 중이에요…
    </p>
  );
}

const OFFERS: Partial<Record<GameEvent["type"], string>> = {
  undoRequested: "무르기를 청했어요",
  undoAccepted: "무르기를 받아들였어요",
  undoDeclined: "무르기를 거절했어요",
  drawOffered: "무승부를 제안했어요",
  drawDeclined: "무승부를 거절했어요",
  offerCancelled: "제안을 거뒀어요",
};

/** What a frame is worth: a sound, and a sentence where the board alone does not say it. */
function announce(frame: ServerFrame, before: Snapshot, after: Snapshot, ui: GameUI | null, me: string, names: ReadonlyMap<string, string>): void {
  const nameOf = (player: string) => names.get(player);
  if (frame.type === "update" && after.view !== null && after.room !== null) {
    const who = sitters(after.view, after.room, names);
    for (const event of frame.events) {
      const offer = OFFERS[event.type];
      if (offer !== undefined && event.by !== me) {
        const name = nameOf(event.by);
        toast(name === undefined ? offer : `${name}님이 ${offer}`);
        play("offer");
      }
      const told = ui?.told(event, after.view, me, who) ?? null;
      if (told !== null) toast(told);
    }
    if (after.view.phase === "finished") play("end");
    else if (after.view.moveCount !== before.view?.moveCount) play(isMyTurn(after.view, me) ? "turn" : "move");
  }
  if (frame.type === "room" && before.room !== null && after.room !== null) {
    if (before.room.status === "waiting" && after.room.status === "playing") play("turn");
    for (const player of after.room.rematch) {
      if (player !== me && !before.room.rematch.includes(player)) toast(`${nameOf(player) ?? "상대"}님이 한 판 더 하자고 해요`);
    }
    if (before.room.status === "waiting" && before.room.host !== me && after.room.host === me) toast("이제 내가 방장이에요");
  }
  if (frame.type === "presence" && before.room !== null) {
    frame.seats.forEach((seat, index) => {
      const was = before.room?.seats[index];
      if (seat === null || was == null || seat.playerId === me || was.online === seat.online) return;
      if (after.view !== null && seatOf(after.view, seat.playerId) !== null) {
        toast(seat.online ? `${seat.nickname}님이 돌아왔어요` : `${seat.nickname}님의 연결이 끊겼어요`);
      }
    });
  }
}
