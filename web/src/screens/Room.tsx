/** A room: finds it, stays connected to it, and shows its table or its game. */

import { useState } from "preact/hooks";
import { api } from "../api";
import { useLoaded, type Loaded } from "../catalogue";
import { loadGame } from "../games/registry";
import { colorOf, isMyTurn, type GameUI } from "../games/contract";
import type { GameEvent, GuestAnswer, ServerFrame } from "../protocol";
import type { Snapshot } from "../room/snapshot";
import { useRoom } from "../room/useRoom";
import { Link } from "../router";
import { play } from "../sound";
import { Page, Waiting } from "../ui/Page";
import { toast } from "../ui/toast";
import { Game } from "./Game";
import { Table } from "./Table";

type RoomProps = { guest: GuestAnswer } & ({ code: string; roomId?: never } | { roomId: string; code?: never });

export function RoomScreen({ guest, code, roomId }: RoomProps) {
  const found = useLoaded(
    async () => (roomId === undefined ? (await api.roomByCode(guest.token, code)).roomId : roomId),
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
    announce(frame, before, after, ui, guest.playerId);
  });
  const room = link.now.room;
  const game = room?.game ?? null;
  const module = useLoaded(async () => {
    const found = game === null ? null : loadGame(game);
    if (game !== null && found === null) throw new Error("이 게임을 보여 주려면 화면을 새로 고쳐 주세요.");
    const loaded = await found;
    setUi(loaded);
    return loaded;
  }, [game]);

  const { closed } = link.now;
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
function announce(frame: ServerFrame, before: Snapshot, after: Snapshot, ui: GameUI | null, me: string): void {
  const nameOf = (player: string) => after.room?.seats.find((seat) => seat?.playerId === player)?.nickname;
  if (frame.type === "update" && after.view !== null) {
    for (const event of frame.events) {
      const offer = OFFERS[event.type];
      if (offer !== undefined && event.by !== me) {
        const name = nameOf(event.by);
        toast(name === undefined ? offer : `${name}님이 ${offer}`);
        play("offer");
      }
      const told = ui?.told(event, after.view, me) ?? null;
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
      if (after.view !== null && colorOf(after.view, seat.playerId) !== null) {
        toast(seat.online ? `${seat.nickname}님이 돌아왔어요` : `${seat.nickname}님의 연결이 끊겼어요`);
      }
    });
  }
}
