import { seatKo, seatOf, type GameUI, type Who } from "../games/contract";
import type { CommonView, GameResult, GameView, RoomInfo } from "../protocol";
import type { RoomLink } from "../room/useRoom";
import { Link } from "../router";
import { Dialog } from "../ui/Dialog";

interface ResultProps {
  link: RoomLink;
  room: RoomInfo;
  ui: GameUI;
  view: GameView;
  me: string;
  who: Who;
  onClose: () => void;
  onLeave: () => void;
}

interface Place {
  players: readonly string[];
  /** 1 for the first; the places after a tie are left out, as in sports. */
  rank: number;
}

function placesOf(result: GameResult): Place[] {
  let before = 0;
  return result.ranking.map((players) => {
    const rank = before + 1;
    before += players.length;
    return { players, rank };
  });
}

type Seated = Pick<CommonView, "players">;

export function resultTitle(view: Seated, result: GameResult, me: string, who: Who): string {
  if (result.reason === "aborted") return "대국이 취소됐어요";
  const places = placesOf(result);
  const many = result.ranking.flat().length > 2;
  const mine = places.find(({ players }) => players.includes(me));
  const [best] = places[0]?.players ?? [];
  const isTied = mine !== undefined && mine.players.length > 1;
  if (mine === undefined) {
    if (best === undefined || (places[0]?.players.length ?? 0) > 1) return many ? "공동 1등이 나왔어요" : "비겼어요";
    const seat = seatOf(view, best) ?? "";
    return seatKo(seat).endsWith("번") ? `${who(seat).nickname}님이 이겼어요` : `${seatKo(seat)}이 이겼어요`;
  }
  if (!many) return isTied ? "비겼어요" : mine.rank === 1 ? "이겼어요!" : "아쉽게 졌어요";
  if (mine.rank > 1) return isTied ? `공동 ${mine.rank}등이에요` : `${mine.rank}등이에요`;
  return isTied ? "공동 1등이에요!" : "이겼어요!";
}

/** Everybody in the order of their places, where there are points or more than two; else the summary says it all. */
export function Ranking({ view, result, me, who }: { view: Seated; result: GameResult; me: string; who: Who }) {
  if (result.scores === null || Object.keys(view.players).some((seat) => !seatKo(seat).endsWith("번"))) {
    return <p class="result-summary">{result.summary}</p>;
  }
  const { scores } = result;
  return (
    <ol class="ranking">
      {placesOf(result).flatMap(({ players, rank }) =>
        players.map((player) => {
          const seat = seatOf(view, player) ?? "";
          return (
            <li key={player} class={player === me ? "mine" : ""}>
              <span class="rank">{rank}등</span>
              <span class="grow">
                <b>{who(seat).nickname}</b>
                {player === me && <span class="tag">나</span>}
              </span>
              <span class="score">{(scores[player] ?? 0).toLocaleString("ko-KR")}개</span>
            </li>
          );
        }),
      )}
    </ol>
  );
}

/** How the game ended and why, and what may come next. */
export function Result({ link, room, ui, view, me, who, onClose, onLeave }: ResultProps) {
  const { result } = view;
  if (result === null) return null;
  const places = placesOf(result);
  const mine = places.findIndex(({ players }) => players.includes(me));
  const alone = places[mine]?.players.length === 1;
  const mood = mine === 0 && alone ? "won" : mine > 0 && mine === places.length - 1 ? "lost" : "even";
  const seated = room.seats.some((seat) => seat?.playerId === me);
  const asked = room.rematch.includes(me);
  const others = room.seats.filter((seat) => seat !== null && seat.playerId !== me).map((seat) => seat!);
  const wanting = others.filter(({ playerId }) => room.rematch.includes(playerId));
  const missing = others.filter(({ playerId }) => !room.rematch.includes(playerId));
  return (
    <Dialog title={resultTitle(view, result, me, who)} onClose={onClose}>
      <div class={`result ${mood}`}>
        <Ranking view={view} result={result} me={me} who={who} />
        <p>{ui.explain(result)}</p>
      </div>
      {seated && (
        <>
          <p class="hint" role="status">
            {others.length === 0 && "상대가 나갔어요. 한 판 더를 누르면 새 상대를 기다려요."}
            {!asked && wanting.length > 0 && `${named(wanting)}이 한 판 더 하자고 해요.`}
            {asked && missing.length > 0 && `${named(missing)}의 답을 기다려요.`}
          </p>
          <button type="button" class="button primary big" disabled={asked || link.busy || !link.now.connected} onClick={() => link.send({ type: "rematch" })}>
            {asked ? "기다리는 중…" : "한 판 더"}
          </button>
        </>
      )}
      <div class="buttons">
        <Link to={`/games/${room.id}/${room.gameNo}?code=${room.code}`} class="button">
          기록 보기
        </Link>
        <button type="button" class="button" onClick={onLeave}>
          나가기
        </button>
      </div>
    </Dialog>
  );
}

function named(people: readonly { nickname: string }[]): string {
  return `${people.map(({ nickname }) => nickname).join(", ")}님`;
}
