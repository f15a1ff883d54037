import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import { useCatalogue, useLoaded } from "../catalogue";
import type { GameCard, GuestAnswer, RoomCard, RoomList } from "../protocol";
import { isDrawn } from "../games/registry";
import { nextRooms } from "../lobby/openRooms";
import { go, Link } from "../router";
import { keptRoom, setGuest } from "../session";
import { Confirm } from "../ui/Dialog";
import { Icon } from "../ui/icons";
import { Page, ThemeButton, Waiting } from "../ui/Page";
import { NewRoom } from "./NewRoom";

const AGAIN_MS = 10_000;

/** The lobby: make a room, join one, or take a seat in a public one. */
export function Home({ guest }: { guest: GuestAnswer }) {
  const games = useCatalogue();
  const [making, setMaking] = useState<GameCard | null>(null);
  const [renaming, setRenaming] = useState(false);
  const [room] = useState(() => keptRoom(guest.playerId));
  return (
    <Page
      title="로비"
      aside={
        <>
          <Link to="/games" class="icon-button" label="내 기록">
            <Icon name="book" />
          </Link>
          <ThemeButton />
        </>
      }
    >
      <p class="greeting">
        <b>{guest.nickname}</b>님, 반가워요!
        <button type="button" class="link" onClick={() => setRenaming(true)}>
          이름 바꾸기
        </button>
      </p>
      {room !== null && (
        <p class="card newer">
          <span class="grow">
            앉아 있는 방이 있어요: {room.nameKo} <b>{room.code}</b>
          </span>
          <Link to={`/r/${room.code}`} class="button primary">
            돌아가기
          </Link>
        </p>
      )}
      <JoinByCode />
      <h2>새 방 만들기</h2>
      <Waiting loaded={games}>
        {(all) => {
          const list = all.filter(({ id }) => isDrawn(id));
          return (
          <>
            <ul class="games">
              {list.map((game) => (
                <li class="card game-card" key={game.id}>
                  <img src={`/${game.thumbnail}`} alt="" width="96" height="96" />
                  <div>
                    <h3>{game.nameKo}</h3>
                    <p class="hint">
                      {game.minPlayers === game.maxPlayers ? game.minPlayers : `${game.minPlayers}~${game.maxPlayers}`}명 · {game.minutes[0]}~{game.minutes[1]}분 · {game.difficulty}
                    </p>
                    <div class="row">
                      <button type="button" class="button primary" aria-label={`${game.nameKo} 방 만들기`} onClick={() => setMaking(game)}>
                        방 만들기
                      </button>
                      <Link to={`/rules/${game.id}`} class="button" label={`${game.nameKo} 규칙`}>
                        규칙
                      </Link>
                    </div>
                  </div>
                </li>
              ))}
            </ul>
            <Undrawn games={all.filter(({ id }) => !isDrawn(id))} />
            <PublicRooms guest={guest} games={list} />
          </>
          );
        }}
      </Waiting>
      {renaming && (
        <Confirm
          title="이름을 바꿀까요?"
          text="새 이름으로 다시 들어와요. 지금 이름으로 앉은 자리와 내 기록은 더 볼 수 없어요."
          yes="바꾸기"
          onYes={() => setGuest(null)}
          onClose={() => setRenaming(false)}
        />
      )}
      {making !== null && <NewRoom guest={guest} game={making} onClose={() => setMaking(null)} />}
    </Page>
  );
}

/** Games of a server that is newer than this client. */
function Undrawn({ games }: { games: readonly GameCard[] }) {
  if (games.length === 0) return null;
  return (
    <p class="card newer">
      <span class="grow">이 화면이 아직 모르는 게임이 있어요: {games.map(({ nameKo }) => nameKo).join(", ")}. 새로 고쳐도 그대로면 조금 뒤에 다시 와 주세요.</span>
      <button type="button" class="button" onClick={() => location.reload()}>
        새로 고치기
      </button>
    </p>
  );
}

function JoinByCode() {
  const [code, setCode] = useState("");
  return (
    <form
      class="card join"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== "") go(`/r/${encodeURIComponent(code.trim().toUpperCase())}`);
      }}
    >
      <label for="code">초대 코드가 있나요?</label>
      <div class="row">
        <input
          id="code"
          class="field code grow"
          value={code}
          maxLength={6}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          placeholder="여섯 글자"
          onInput={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <button type="submit" class="button primary" disabled={code.trim().length < 6}>
          들어가기
        </button>
      </div>
    </form>
  );
}

function PublicRooms({ guest, games }: { guest: GuestAnswer; games: readonly GameCard[] }) {
  const [game, setGame] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const [kept, setKept] = useState<RoomList | null>(null);
  const next = (from: string | null) => nextRooms((cursor) => api.rooms(guest.token, game, cursor), from, (room) => isDrawn(room.game));
  const loaded = useLoaded(() => next(null), [game, round]);
  useEffect(() => {
    if (loaded !== null && "value" in loaded) setKept(loaded.value);
  }, [loaded]);

  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && setRound((old) => old + 1), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);

  const more = async (of: RoomList) => {
    const page = await next(of.cursor);
    // Whoever has another list by now does not want the end of this one.
    setKept((old) => (old === of ? { rooms: [...of.rooms, ...page.rooms], cursor: page.cursor } : old));
  };

  return (
    <section aria-labelledby="open-rooms">
      <div class="row between">
        <h2 id="open-rooms">열린 방</h2>
        <select class="field" aria-label="게임 고르기" value={game ?? ""} onChange={({ currentTarget }) => setGame(currentTarget.value || null)}>
          <option value="">모든 게임</option>
          {games.map(({ id, nameKo }) => (
            <option value={id} key={id}>
              {nameKo}
            </option>
          ))}
        </select>
      </div>
      {/* While the list is asked for again, the old one stays. */}
      <Waiting loaded={kept === null ? loaded : { value: kept }}>
        {(all) => {
          const rooms = all.rooms.filter((room) => isDrawn(room.game));
          return rooms.length === 0 ? (
            <p class="card empty">
              {all.cursor === null ? "지금은 기다리는 방이 없어요." : "아직 기다리는 방을 찾지 못했어요. 더 보기를 누르면 이어서 찾아요."} 방을 만들고 친구를 불러 보세요.
            </p>
          ) : (
            <ul class="rooms">
              {rooms.map((room) => (
                <OpenRoom key={room.roomId} room={room} />
              ))}
            </ul>
          );
        }}
      </Waiting>
      {kept !== null && kept.cursor !== null && (
        <button type="button" class="button" onClick={() => void more(kept)}>
          더 보기
        </button>
      )}
    </section>
  );
}

function OpenRoom({ room }: { room: RoomCard }) {
  const host = room.seats.find((seat) => seat?.playerId === room.host);
  const taken = room.seats.filter((seat) => seat !== null).length;
  return (
    <li class="card room-line">
      <img src={`/thumbnails/${room.game}.svg`} alt="" width="48" height="48" />
      <span class="grow">
        <b>{room.nameKo}</b>
        <span class="hint">
          {host?.nickname ?? "누군가"}님의 방 · {taken}/{room.seats.length}명
        </span>
      </span>
      <Link to={`/room/${room.roomId}`} class="button primary" label={`${host?.nickname ?? ""}님의 ${room.nameKo} 방에 들어가기`}>
        들어가기
      </Link>
    </li>
  );
}
