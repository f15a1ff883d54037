import { useEffect, useState } from "preact/hooks";
import type { SeatKey, SeotdaView } from "../../protocol";
import { seatOf, type BoardProps, type Who } from "../contract";
import { lastEnd, saidSince } from "./record";
import { Seat } from "./Seat";
import { CAUGHT_KO, chipsKo, REPLAY_KO, saidKo } from "./words";
import { Words } from "./Words";

/** The table: the others clockwise from the left, the pot between, one's own cards and words below. */
export function Board({ view, me, act, pending, events, who, serverNow }: BoardProps<"seotda">) {
  const mine = seatOf(view, me);
  const keys = Object.keys(view.players);
  const from = mine === null ? 0 : keys.indexOf(mine) + 1;
  const others = [...keys.slice(from), ...keys.slice(0, from)].filter((seat) => seat !== mine);
  const seat = (key: SeatKey) => <Seat view={view} seat={key} sitter={who(key)} isMe={key === mine} events={events} serverNow={serverNow} />;
  return (
    <div class="seotda-table" role="group" aria-label="섯다 판">
      <ul class="others" data-count={others.length} aria-label={mine === null ? "앉은 사람" : "다른 사람"}>
        {others.map((key) => (
          <li key={key}>{seat(key)}</li>
        ))}
      </ul>
      <Middle view={view} who={who} serverNow={serverNow} />
      {mine !== null && seat(mine)}
      {mine !== null && view.phase === "playing" && view.seats[mine]?.status !== "left" && <Words view={view} act={act} pending={pending} />}
    </div>
  );
}

/** The pot, and in words what was said last or how the hand ended. */
function Middle({ view, who, serverNow }: { view: SeotdaView; who: Who; serverNow: () => number }) {
  const end = lastEnd(view);
  return (
    <section class="middle" aria-label="판돈">
      <p class="middle-head">
        <span>
          {view.hand} / {view.options.hands}판{view.replay > 0 && " · 다시 겨루기"}
        </span>
        {view.stage === "betting" && view.options.deal === "oneByOne" && view.seats[view.lead]?.cards.length !== 0 && <span>{view.round}번째 베팅</span>}
        {view.stage === "pause" && view.phase === "playing" && view.deadline !== null && <Countdown until={view.deadline} serverNow={serverNow} />}
      </p>
      {end === null || view.pot > 0 ? (
        <p class="pot">
          <span class="pot-word">판돈</span> <b>{chipsKo(view.pot)}</b>
        </p>
      ) : null}
      <div class="middle-told" aria-live="polite">
        {end === null ? <LastSaid view={view} who={who} /> : <Ending view={view} who={who} />}
      </div>
    </section>
  );
}

function LastSaid({ view, who }: { view: SeotdaView; who: Who }) {
  const last = saidSince(view).at(-1);
  if (last?.kind === "bet") return <p>{`${who(last.seat).nickname}님: ${saidKo(last.word, last.paid)}${last.auto ? " (시간이 다 됐어요)" : ""}`}</p>;
  if (last?.kind === "left") return <p>{who(last.seat).nickname}님이 그만뒀어요</p>;
  return <p>{who(view.lead).nickname}님부터 말해요</p>;
}

function Ending({ view, who }: { view: SeotdaView; who: Who }) {
  const end = lastEnd(view);
  if (end === null) return null;
  const names = (seats: readonly SeatKey[]) => seats.map((seat) => `${who(seat).nickname}님`).join(", ");
  const { replay, caughtBy, contenders } = view.outcome ?? { replay: null, caughtBy: null, contenders: [] };
  return (
    <>
      {caughtBy !== null && CAUGHT_KO[caughtBy] !== "" && <p>{CAUGHT_KO[caughtBy]}</p>}
      {Object.entries(end.won).map(([seat, chips]) => (
        <p key={seat}>
          <b>{names([seat])}</b>이 {end.hands[seat] !== undefined && `${end.hands[seat]}, `}
          {chipsKo(chips)}를 가져갔어요
        </p>
      ))}
      {replay !== null && (
        <p>
          {REPLAY_KO[replay]} 판돈을 두고 패를 다시 나눠요: {names(contenders)}
        </p>
      )}
      {end.how === "died" && <p class="hint">다른 사람이 모두 다이해서 패를 열지 않았어요</p>}
    </>
  );
}

function Countdown({ until, serverNow }: { until: number; serverNow: () => number }) {
  const [, redraw] = useState({});
  useEffect(() => {
    const timer = setInterval(() => redraw({}), 500);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.ceil((until - serverNow()) / 1000));
  return <span role="timer">{left}초 뒤에 이어져요</span>;
}
