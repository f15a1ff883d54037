import { FILES, readFen, ROLE_KO, type Role } from "./position";
import { Piece } from "./Piece";

/** A board of five by five; `goals` are where the piece in the middle may go. */
function Moves({ role, goals, note }: { role: Role; goals: readonly (readonly [number, number])[]; note: string }) {
  return (
    <figure class="move-card">
      <div class="mini-board" role="img" aria-label={`${ROLE_KO[role]}의 움직임. ${note}`}>
        {Array.from({ length: 25 }, (_, index) => {
          const [x, y] = [(index % 5) - 2, Math.floor(index / 5) - 2];
          const goal = goals.some(([gx, gy]) => gx === x && gy === y);
          return (
            <span class={`mini-cell ${index % 2 === 0 ? "light" : "dark"}`} key={index}>
              {goal && <span class="target-dot" />}
            </span>
          );
        })}
        <Walker role={role} goals={goals} />
      </div>
      <figcaption>
        <b>{ROLE_KO[role]}</b>
        {note}
      </figcaption>
    </figure>
  );
}

/** The piece, going to a few of its squares and back, again and again. */
function Walker({ role, goals }: { role: Role; goals: readonly (readonly [number, number])[] }) {
  const shown = [goals[0], goals[Math.floor(goals.length / 2)], goals[goals.length - 1]] as const;
  const ways: Record<string, number> = {};
  shown.forEach((goal, step) => {
    ways[`--x${step}`] = goal?.[0] ?? 0;
    ways[`--y${step}`] = goal?.[1] ?? 0;
  });
  return (
    <span class="walker" style={ways}>
      <Piece role={role} color="white" />
    </span>
  );
}

const range = [-2, -1, 1, 2];
const straight = range.flatMap((step): [number, number][] => [
  [step, 0],
  [0, step],
]);
const aslant = range.flatMap((step): [number, number][] => [
  [step, step],
  [step, -step],
]);
const near = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x): [number, number] => [x, y])).filter(([x, y]) => x !== 0 || y !== 0);
const leaps = ([[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]] as [number, number][]);

/** Part of a board with pieces; `from` and `to` are joined by an arrow. */
function Scene({ fen, files, ranks, arrows, label }: { fen: string; files: string; ranks: readonly number[]; arrows: readonly (readonly [string, string])[]; label: string }) {
  const position = readFen(fen);
  const spot = (square: string) => [files.indexOf(square[0] ?? "") + 0.5, ranks.indexOf(Number(square[1])) + 0.5] as const;
  return (
    <div class="scene" role="img" aria-label={label} style={{ gridTemplateColumns: `repeat(${files.length}, 1fr)`, maxWidth: `${files.length * 48}px` }}>
      {ranks.flatMap((rank) =>
        [...files].map((file) => {
          const piece = position.get(`${file}${rank}`);
          return (
            <span class={`mini-cell ${(FILES.indexOf(file) + rank) % 2 === 0 ? "light" : "dark"}`} key={`${file}${rank}`}>
              {piece && <Piece role={piece.role} color={piece.color} />}
            </span>
          );
        }),
      )}
      <svg class="arrows" viewBox={`0 0 ${files.length} ${ranks.length}`} aria-hidden="true">
        <defs>
          <marker id="tip" viewBox="0 0 6 6" refX="4" refY="3" markerWidth="3.4" markerHeight="3.4" orient="auto">
            <path d="M0 0l6 3-6 3z" />
          </marker>
        </defs>
        {arrows.map(([from, to]) => (
          <line key={from + to} x1={spot(from)[0]} y1={spot(from)[1]} x2={spot(to)[0]} y2={spot(to)[1]} marker-end="url(#tip)" />
        ))}
      </svg>
    </div>
  );
}

export function Rules() {
  return (
    <>
      <p class="lead">번갈아 한 수씩 두어, 상대 킹이 피할 수 없게 공격하면(체크메이트) 이겨요. 백이 먼저 두어요.</p>
      <h3>기물의 움직임</h3>
      <div class="move-cards">
        <Moves role="k" goals={near} note="어느 쪽이든 한 칸씩 가요. 공격받는 칸으로는 못 가요." />
        <Moves role="q" goals={[...straight, ...aslant]} note="가로, 세로, 대각선으로 얼마든지 가요." />
        <Moves role="r" goals={straight} note="가로와 세로로 얼마든지 가요." />
        <Moves role="b" goals={aslant} note="대각선으로 얼마든지 가요." />
        <Moves role="n" goals={leaps} note="ㄱ자로 가요. 다른 기물을 뛰어넘을 수 있어요." />
        <Moves role="p" goals={[[0, -1], [0, -2]]} note="앞으로 한 칸, 처음에는 두 칸도 가요. 잡을 때는 대각선 앞 한 칸으로 가요." />
      </div>
      <h3>캐슬링</h3>
      <Scene
        fen="8/8/8/8/8/8/5PPP/4K2R w"
        files="efgh"
        ranks={[2, 1]}
        arrows={[["e1", "g1"], ["h1", "f1"]]}
        label="킹이 e1에서 g1로, 룩이 h1에서 f1로 함께 움직여요."
      />
      <p>
        킹과 룩이 한 번도 움직이지 않았고 사이가 비어 있으면, 킹을 룩 쪽으로 두 칸 옮기고 룩은 킹을 넘어와요. 체크를 받고 있거나 킹이 지나는 칸이
        공격받으면 할 수 없어요. <b>킹을 누르고 표시된 칸을 누르세요.</b> 체스960에서는 <b>킹을 누른 다음 룩을</b> 누르면 돼요.
      </p>
      <h3>앙파상</h3>
      <Scene
        fen="8/3p4/8/3pP3/8/8/8/8 w"
        files="cdef"
        ranks={[7, 6, 5]}
        arrows={[["d7", "d5"], ["e5", "d6"]]}
        label="흑 폰이 d7에서 d5로 두 칸 왔을 때, e5의 백 폰이 d6으로 가면서 그 폰을 잡아요."
      />
      <p>상대 폰이 두 칸을 뛰어 내 폰 바로 옆에 서면, 바로 다음 수에만 그 폰이 한 칸 온 것처럼 잡을 수 있어요.</p>
      <h3>승진</h3>
      <Scene fen="8/1P6/8/8/8/8/8/8 w" files="abc" ranks={[8, 7]} arrows={[["b7", "b8"]]} label="백 폰이 b7에서 마지막 줄 b8로 가요." />
      <p>폰이 맨 끝 줄에 닿으면 퀸, 룩, 비숍, 나이트 가운데 하나로 바뀌어요. 보통은 퀸이 가장 좋아요.</p>
      <h3>비기는 경우</h3>
      <ul>
        <li>체크는 아닌데 둘 수가 없을 때(스테일메이트)</li>
        <li>남은 기물로 체크메이트를 할 수 없을 때</li>
        <li>같은 국면이 세 번 나오거나, 50수 동안 폰도 움직이지 않고 잡힌 기물도 없을 때</li>
        <li>두 사람이 합의했을 때</li>
      </ul>
      <h3>체스960</h3>
      <p>뒷줄 기물의 자리를 무작위로 정하고 시작해요. 외워 둔 시작 수순이 없어서 누구나 새롭게 즐길 수 있어요.</p>
    </>
  );
}
