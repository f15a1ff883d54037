/** 섯다: two hwatu cards and chips, for two to six. */

import "./seotda.css";
import type { SeotdaResult } from "../../protocol";
import { defineGame, isMyTurn, playerAt, seatOf } from "../contract";
import { Board } from "./Board";
import { at, fromRecord, moveTexts } from "./record";
import { Rules } from "./Rules";
import { chipsKo } from "./words";

const WHY: Record<SeotdaResult["detail"]["reason"], string> = {
  handsPlayed: "정한 판을 모두 치렀어요. 칩이 가장 많은 사람이 이겨요.",
  lastStanding: "한 사람을 빼고 모두 칩이 떨어져서 끝났어요.",
  resign: "다른 사람이 모두 그만둬서 끝났어요.",
  timeLoss: "다른 사람이 모두 자리를 비워서 끝났어요.",
};

export default defineGame<"seotda">({
  id: "seotda",
  colors: null,
  Board,
  Rules,
  statusText(view, me, who) {
    if (view.phase === "finished") return "대국이 끝났어요";
    const mine = seatOf(view, me);
    const own = mine === null ? undefined : view.seats[mine];
    if (own?.status === "left") return "그만둔 대국이에요. 남은 판을 볼 수 있어요";
    if (view.stage === "pause") return isMyTurn(view, me) ? "다음 판을 받을까요?" : "다른 사람이 준비하기를 기다려요";
    if (isMyTurn(view, me)) return "내 차례예요";
    const turn = `${who(view.turn).nickname}님 차례예요`;
    return own?.status === "out" && own.chips === 0 ? `칩이 없어서 쉬어요. ${turn}` : turn;
  },
  told(event, view, me, who) {
    switch (event.type) {
      case "left": {
        if (playerAt(view, event.seat) === me) {
          return event.why === "timeLoss" ? "세 번 이어서 시간을 넘겨서 대국을 떠났어요" : null;
        }
        const name = `${who(event.seat).nickname}님이`;
        return event.why === "timeLoss" ? `${name} 자리를 비워서 대국을 떠났어요` : `${name} 그만뒀어요`;
      }
      case "bet":
        return event.auto && playerAt(view, event.seat) === me ? `시간이 다 되어 ${event.word === "die" ? "다이가 됐어요" : "체크했어요"}` : null;
      case "refunded":
        return playerAt(view, event.seat) === me ? `아무도 받지 않은 칩 ${chipsKo(event.amount)}를 돌려받았어요` : null;
      default:
        return null;
    }
  },
  moveTexts,
  at,
  fromRecord,
  explain: ({ detail, scores }) => {
    const most = Math.max(...Object.values(scores ?? {}));
    const leaverHasMost = detail.left.some((seat) => detail.chips[seat] === most);
    return `${WHY[detail.reason]}${leaverHasMost ? " 그만둔 사람은 칩이 많아도 뒤로 가요." : ""}`;
  },
  givingUp: {
    button: "그만두기",
    title: "그만둘까요?",
    text: "이번 판은 다이가 되고, 남은 판에는 들어가지 못해요. 순위는 끝까지 남은 사람들 뒤예요.",
    yes: "네, 그만둘게요",
    leaving: "대국 중에 나가면 그만둔 것이 돼요. 순위는 끝까지 남은 사람들 뒤예요.",
  },
  hasGivenUp: (view, me) => view.seats[seatOf(view, me) ?? ""]?.status === "left",
  // The cards of the last hand are to be seen, too.
  resultAfterMs: 3000,
});
