import { COLOR_KO, type GameUI } from "../games/contract";
import type { Color, GameView, RoomInfo } from "../protocol";
import type { RoomLink } from "../room/useRoom";
import { Link } from "../router";
import { Dialog } from "../ui/Dialog";

interface ResultProps {
  link: RoomLink;
  room: RoomInfo;
  ui: GameUI;
  view: GameView;
  me: Color | null;
  onClose: () => void;
  onLeave: () => void;
}

export function resultTitle(result: NonNullable<GameView["result"]>, me: Color | null): string {
  const { winner } = result.detail;
  if (result.reason === "aborted") return "대국이 취소됐어요";
  if (winner === null) return "비겼어요";
  if (me === null) return `${COLOR_KO[winner]}이 이겼어요`;
  return winner === me ? "이겼어요!" : "아쉽게 졌어요";
}

/** How the game ended and why, and what may come next. */
export function Result({ link, room, ui, view, me, onClose, onLeave }: ResultProps) {
  const { result } = view;
  if (result === null) return null;
  const you = link.now.you?.playerId ?? "";
  const mood = me === null || result.detail.winner === null ? "even" : result.detail.winner === me ? "won" : "lost";
  const seated = room.seats.some((seat) => seat?.playerId === you);
  const asked = room.rematch.includes(you);
  const opponent = room.seats.find((seat) => seat !== null && seat.playerId !== you);
  const theyAsked = room.rematch.some((player) => player !== you);
  return (
    <Dialog title={resultTitle(result, me)} onClose={onClose}>
      <div class={`result ${mood}`}>
        <p class="result-summary">{result.summary}</p>
        <p>{ui.explain(result)}</p>
      </div>
      {seated && (
        <>
          <p class="hint" role="status">
            {opponent == null && "상대가 나갔어요. 한 판 더를 누르면 새 상대를 기다려요."}
            {opponent != null && theyAsked && !asked && `${opponent.nickname}님이 한 판 더 하자고 해요.`}
            {opponent != null && asked && `${opponent.nickname}님의 답을 기다려요.`}
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
