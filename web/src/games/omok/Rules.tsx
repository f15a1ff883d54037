/** A small board: `b` and `w` stones, `.` empty points, `x` a stone that is being removed. */
function Picture({ rows, label, line }: { rows: readonly string[]; label: string; line?: readonly [number, number, number, number] }) {
  const width = rows[0]?.length ?? 0;
  return (
    <svg class="omok-picture" viewBox={`0 0 ${width} ${rows.length}`} role="img" aria-label={label} style={{ maxWidth: `${width * 34}px` }}>
      <rect class="wood" width={width} height={rows.length} rx="0.3" />
      {rows.map((_, y) => (
        <line key={`y${y}`} class="rule" x1="0" x2={width} y1={y + 0.5} y2={y + 0.5} />
      ))}
      {Array.from({ length: width }, (_, x) => (
        <line key={`x${x}`} class="rule" y1="0" y2={rows.length} x1={x + 0.5} x2={x + 0.5} />
      ))}
      {rows.flatMap((row, y) =>
        [...row].map((point, x) => {
          if (point === ".") return null;
          if (point === "x") {
            return (
              <g key={`${x},${y}`} class="removed">
                <circle cx={x + 0.5} cy={y + 0.5} r="0.42" />
                <path d={`M${x + 0.2} ${y + 0.2}l.6 .6m0 -.6l-.6 .6`} />
              </g>
            );
          }
          return <circle key={`${x},${y}`} class={point === "b" ? "black" : "white"} cx={x + 0.5} cy={y + 0.5} r="0.42" />;
        }),
      )}
      {line && <line class="winner" x1={line[0] + 0.5} y1={line[1] + 0.5} x2={line[2] + 0.5} y2={line[3] + 0.5} />}
    </svg>
  );
}

export function Rules() {
  return (
    <>
      <p class="lead">돌 다섯 개를 한 줄로 먼저 이으면 이겨요. 그리고 한 번뿐인 돌 제거 스킬을 언제 쓸지 고민해 보세요.</p>
      <ol class="rule-steps">
        <li>
          <h3>번갈아 하나씩 놓아요</h3>
          <Picture rows={[".......", "..b.w..", "...b...", "..w...."]} label="줄이 만나는 점 위에 흑과 백이 번갈아 놓여 있어요." />
          <p>흑이 먼저 두고, 줄이 만나는 빈 점에 차례로 하나씩 놓아요.</p>
        </li>
        <li>
          <h3>다섯을 이으면 이겨요</h3>
          <Picture rows={["w.....w", ".bbbbb.", "..w.w.."]} line={[1, 1, 5, 1]} label="흑 돌 다섯 개가 가로로 이어졌어요." />
          <p>가로, 세로, 대각선 모두 돼요. 여섯 개 이상도 이긴 것으로 쳐요. 삼삼, 사사 같은 금지된 수는 없어요.</p>
        </li>
        <li>
          <h3>돌 제거 스킬</h3>
          <Picture rows={[".......", ".bbxb..", "..w.w.."]} label="흑 네 개 중 하나를 백이 스킬로 없앴어요." />
          <p>
            한 판에 한 번, 내 차례에 돌을 놓는 대신 상대 돌 하나를 없앨 수 있어요. <b>스킬 단추</b>를 누르고 없앨 돌을 고른 다음 <b>없애기</b>를 누르면 돼요.
          </p>
        </li>
      </ol>
      <h3>시간이 다 되면</h3>
      <p>한 수마다 시간이 정해져 있으면, 시간이 지났을 때 차례가 넘어가요. 세 번 이어서 넘기면 져요. 방 설정에 따라 바로 질 수도 있어요.</p>
    </>
  );
}
