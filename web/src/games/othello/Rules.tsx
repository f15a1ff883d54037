import { Disc } from "./Disc";

/** A strip of squares: `b` dark, `w` light, `.` empty, `o` where somebody may place. */
function Strip({ squares, label }: { squares: string; label: string }) {
  const discs: Record<string, 1 | 2> = { b: 1, w: 2 };
  return (
    <div class="strip" role="img" aria-label={label}>
      {[...squares].map((square, index) => {
        const disc = discs[square];
        return (
          <span class="strip-cell" key={index}>
            {disc === undefined ? square === "o" && <span class="dot" /> : <Disc color={disc} />}
          </span>
        );
      })}
    </div>
  );
}

export function Rules() {
  return (
    <>
      <p class="lead">상대 돌을 내 돌 사이에 끼우면 내 색으로 뒤집혀요. 다 두었을 때 내 색 돌이 더 많으면 이겨요.</p>
      <ol class="rule-steps">
        <li>
          <h3>끼울 자리를 찾아요</h3>
          <Strip squares="owwb." label="빈칸, 백, 백, 흑이 한 줄로 있어요. 흑은 빈칸에 둘 수 있어요." />
          <p>새 돌과 원래 있던 내 돌 사이에 상대 돌이 한 줄로 끼는 칸에만 둘 수 있어요. 가로, 세로, 대각선 모두 돼요.</p>
        </li>
        <li>
          <h3>돌을 놓아요</h3>
          <Strip squares="bwwb." label="흑이 빈칸에 돌을 놓았어요. 백 돌 두 개가 흑 돌 사이에 끼었어요." />
          <p>둘 수 있는 칸에는 작은 점이 보여요.</p>
        </li>
        <li>
          <h3>사이에 낀 돌이 뒤집혀요</h3>
          <Strip squares="bbbb." label="사이에 끼인 백 돌 두 개가 흑으로 뒤집혔어요." />
          <p>놓은 돌에서 뻗은 모든 방향의 돌이 함께 뒤집혀요. 뒤집힌 돌 때문에 또 뒤집히지는 않아요.</p>
        </li>
      </ol>
      <h3>둘 곳이 없으면</h3>
      <Strip squares="bbbw." label="흑, 흑, 흑, 백, 빈칸이 한 줄로 있어요. 백은 둘 곳이 없어요." />
      <p>그림에서 백은 흑을 끼울 칸이 없어요. 이렇게 뒤집을 수 있는 칸이 하나도 없으면 차례가 저절로 상대에게 넘어가요. 두 사람 모두 둘 곳이 없으면 그때 끝나요.</p>
      <h3>작은 비결: 귀퉁이</h3>
      <Strip squares="bwww." label="귀퉁이에 흑 돌이 있어요." />
      <p>귀퉁이에 놓은 돌은 끼울 방법이 없어서 다시 뒤집히지 않아요. 귀퉁이를 노려 보세요.</p>
    </>
  );
}
