import { useEffect, useRef, useState } from "preact/hooks";
import type { SeotdaAction, SeotdaView } from "../../protocol";
import { chipsKo, MEANING, WORD_KO, type Word } from "./words";

interface WordsProps {
  view: SeotdaView;
  act: ((action: SeotdaAction) => void) | null;
  pending: boolean;
}

/** The main button: what goes on most cheaply. */
const PLAIN: readonly Word[] = ["check", "call"];

/** What may be said now, each with what it costs and what it means. The server lists it. */
export function Words({ view, act, pending }: WordsProps) {
  const box = useRef<HTMLDivElement>(null);
  // All chips are never a slip of the finger.
  const [sure, setSure] = useState(false);
  const moves = view.legalMoves ?? [];
  const turn = moves.length > 0 ? `${view.moveCount}` : "";
  useEffect(() => setSure(false), [turn]);
  const say = (action: SeotdaAction) => {
    // The buttons go when the word is said; the keyboard stays where they will be again.
    box.current?.focus({ preventScroll: true });
    act?.(action);
  };
  return (
    <div class="words" ref={box} tabIndex={-1} role="group" aria-label="할 수 있는 말" data-count={moves.length}>
      {moves.map((move) => {
        if (move.type === "ready") {
          return (
            <button type="button" class="button primary big" key="ready" disabled={act === null || pending} onClick={() => say({ type: "ready" })}>
              봤어요, 다음 판
            </button>
          );
        }
        const { word, pay } = move;
        const asks = word === "allIn" && !sure;
        const kind = word === "die" ? " danger" : PLAIN.includes(word) ? " primary" : "";
        return (
          <button
            type="button"
            class={`word${kind}`}
            key={word}
            data-word={word}
            disabled={act === null || pending}
            onClick={() => (asks ? setSure(true) : say({ type: "bet", word }))}
          >
            <span class="word-name">
              {WORD_KO[word]}
              {pay > 0 && <span class="word-pay"> {chipsKo(pay)}</span>}
            </span>
            <span class="word-meaning">{word === "allIn" && sure ? "한 번 더 누르기" : MEANING[word]}</span>
          </button>
        );
      })}
    </div>
  );
}
