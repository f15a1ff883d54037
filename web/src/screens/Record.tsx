/** A finished game, to be gone through move by move. */

import { useState } from "preact/hooks";
import { api } from "../api";
import { useLoaded } from "../catalogue";
import { colorOf, other, playerAt, seatKo, type GameUI, type Who } from "../games/contract";
import { loadGame } from "../games/registry";
import type { Color, GuestAnswer, RecordAnswer } from "../protocol";
import { Icon } from "../ui/icons";
import { MoveList, recordName, Steps } from "../ui/MoveList";
import { Page, ThemeButton, UnknownGame, Waiting } from "../ui/Page";
import { toast } from "../ui/toast";
import { Ranking, resultTitle } from "./Result";

interface RecordProps {
  guest: GuestAnswer;
  roomId: string;
  gameNo: number;
  code: string | null;
}

export function RecordScreen({ guest, roomId, gameNo, code }: RecordProps) {
  const loaded = useLoaded(async () => {
    const record = await api.record(guest.token, roomId, gameNo, code);
    const ui = await loadGame(record.game);
    return { record, ui };
  }, [roomId, gameNo, code]);
  const title = loaded !== null && "value" in loaded ? `${loaded.value.record.nameKo} 기록` : "기록";
  return (
    <Page title={title} back="/games" class="game" aside={<ThemeButton />}>
      <Waiting loaded={loaded}>{({ record, ui }) => (ui === null ? <UnknownGame name={record.nameKo} /> : <Viewer record={record} ui={ui} me={guest.playerId} />)}</Waiting>
    </Page>
  );
}

function Viewer({ record, ui, me }: { record: RecordAnswer; ui: GameUI; me: string }) {
  const [end] = useState(() => ui.fromRecord(record));
  const [ply, setPly] = useState(end.moves.length);
  const [bottom, setBottom] = useState<Color>(colorOf(end, me) ?? ui.colors?.[0] ?? "black");
  const shown = ui.at(end, ply);
  const who: Who = (seat) => ({
    nickname: record.players.find(({ playerId }) => playerId === playerAt(end, seat))?.nickname ?? "",
    isHere: true,
    online: true,
  });
  const bar = (color: Color) =>
    ui.colors !== null && (
      <div class="player">
        <span class={`avatar ${color}`} aria-hidden="true">
          {[...who(color).nickname][0]}
        </span>
        <span class="player-name grow">
          <b>{who(color).nickname}</b>
          <span class="unseen">{seatKo(color)}</span>
          {ui.SeatNote !== undefined && <ui.SeatNote view={shown} color={color} />}
        </span>
      </div>
    );
  const walk = (event: KeyboardEvent) => {
    // On the board the arrows walk over its squares.
    if ((event.target as Element).closest('[role="grid"], input') !== null) return;
    if (event.key === "ArrowLeft") setPly(Math.max(0, ply - 1));
    else if (event.key === "ArrowRight") setPly(Math.min(end.moves.length, ply + 1));
  };
  const notation = Object.entries(record.notation);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      toast("기보를 복사했어요");
    } catch {
      toast("여기서는 복사할 수 없어요", "refusal");
    }
  };
  return (
    <div class="play" onKeyDown={walk}>
      <div class="play-board">
        {bar(other(bottom))}
        {ui.Above !== undefined && <ui.Above view={shown} />}
        <div class="board-frame">
          <ui.Board view={shown} me={me} bottom={bottom} act={null} pending={false} events={[]} who={who} serverNow={() => record.endedAt} />
        </div>
        {bar(bottom)}
        {/* Under the board, so that a phone shows both at once. */}
        <Steps label={`${recordName(ui)} 넘기기`} ply={ply} last={end.moves.length} onGo={setPly} />
      </div>
      <aside class="play-side" aria-label={`결과와 ${recordName(ui)}`}>
        <section class="card">
          <h2>{resultTitle(end, record.result, me, who)}</h2>
          <Ranking view={end} result={record.result} me={me} who={who} />
          <p>{ui.explain(record.result)}</p>
          <p class="hint">
            <time dateTime={new Date(record.endedAt).toISOString()}>{new Date(record.endedAt).toLocaleString("ko-KR")}</time>
          </p>
        </section>
        <section class="card" aria-labelledby="record">
          <h2 id="record">{recordName(ui)}</h2>
          <MoveList ui={ui} texts={ui.moveTexts(end, who)} moves={end.moves} ply={ply} onGo={setPly} noSteps />
          <div class="buttons">
            {ui.colors !== null && (
              <button type="button" class="button" onClick={() => setBottom(other(bottom))}>
                <Icon name="flip" />
                판 돌리기
              </button>
            )}
            {notation.map(([name, text]) => (
              <button type="button" class="button" key={name} onClick={() => void copy(text)}>
                <Icon name="copy" />
                {name === "pgn" ? "PGN 복사" : "기보 복사"}
              </button>
            ))}
          </div>
        </section>
      </aside>
    </div>
  );
}
