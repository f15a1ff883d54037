/** A finished game, to be gone through move by move. */

import { useState } from "preact/hooks";
import { api } from "../api";
import { useLoaded } from "../catalogue";
import { COLOR_KO, colorOf, other, type GameUI } from "../games/contract";
import { loadGame } from "../games/registry";
import type { Color, GuestAnswer, RecordAnswer } from "../protocol";
import { Icon } from "../ui/icons";
import { MoveList } from "../ui/MoveList";
import { Page, ThemeButton, Waiting } from "../ui/Page";
import { toast } from "../ui/toast";
import { resultTitle } from "./Result";

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
    if (ui === null) throw new Error("이 게임을 보여 주려면 화면을 새로 고쳐 주세요.");
    return { record, ui };
  }, [roomId, gameNo, code]);
  const title = loaded !== null && "value" in loaded ? `${loaded.value.record.nameKo} 기록` : "기록";
  return (
    <Page title={title} back="/games" class="game" aside={<ThemeButton />}>
      <Waiting loaded={loaded}>{({ record, ui }) => <Viewer record={record} ui={ui} me={guest.playerId} />}</Waiting>
    </Page>
  );
}

function Viewer({ record, ui, me }: { record: RecordAnswer; ui: GameUI; me: string }) {
  const [end] = useState(() => ui.fromRecord(record));
  const [ply, setPly] = useState(end.moves.length);
  const mine = colorOf(end, me);
  const [bottom, setBottom] = useState<Color>(mine ?? ui.colors[0]);
  const shown = ui.at(end, ply);
  const nameOf = (color: Color) => record.players.find(({ playerId }) => playerId === end.players[color])?.nickname ?? "";
  const bar = (color: Color) => (
    <div class="player">
      <span class={`avatar ${color}`} aria-hidden="true">
        {[...nameOf(color)][0]}
      </span>
      <span class="player-name grow">
        <b>{nameOf(color)}</b>
        <span class="unseen">{COLOR_KO[color]}</span>
        <ui.SeatNote view={shown} color={color} />
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
    await navigator.clipboard.writeText(text);
    toast("기보를 복사했어요");
  };
  return (
    <div class="play" onKeyDown={walk}>
      <div class="play-board">
        {bar(other(bottom))}
        {ui.Above !== undefined && <ui.Above view={shown} />}
        <div class="board-frame">
          <ui.Board view={shown} me={me} bottom={bottom} act={null} pending={false} events={[]} />
        </div>
        {bar(bottom)}
      </div>
      <aside class="play-side" aria-label="결과와 기보">
        <section class="card">
          <h2>{resultTitle(record.result, mine)}</h2>
          <p class="result-summary">{record.result.summary}</p>
          <p>{ui.explain(record.result)}</p>
          <p class="hint">
            <time dateTime={new Date(record.endedAt).toISOString()}>{new Date(record.endedAt).toLocaleString("ko-KR")}</time>
          </p>
        </section>
        <section class="card" aria-labelledby="record">
          <h2 id="record">기보</h2>
          <MoveList ui={ui} texts={ui.moveTexts(end)} moves={end.moves} ply={ply} onGo={setPly} />
          <div class="buttons">
            <button type="button" class="button" onClick={() => setBottom(other(bottom))}>
              <Icon name="flip" />
              판 돌리기
            </button>
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
