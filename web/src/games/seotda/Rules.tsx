import { Card } from "./Card";
import { MEANING, WORD_KO, type Word } from "./words";

function Cards({ ids }: { ids: readonly string[] }) {
  return (
    <span class="rule-cards">
      {ids.map((id) => (
        <Card key={id} id={id} />
      ))}
    </span>
  );
}

const HANDS: readonly { name: string; ids: readonly string[]; text: string }[] = [
  { name: "광땡", ids: ["M3-G", "M8-G"], text: "광 두 장이에요. 38광땡이 가장 높고 18, 13광땡은 그다음이에요." },
  { name: "땡", ids: ["M10-Y", "M10-T"], text: "같은 달 두 장이에요. 10월인 장땡이 높고, 9땡, 8땡… 1땡 차례예요." },
  { name: "알리", ids: ["M1-T", "M2-Y"], text: "1월과 2월. 그다음으로 독사(1·4), 구삥(1·9), 장삥(1·10), 장사(4·10), 세륙(4·6)이 이어져요." },
  { name: "끗", ids: ["M2-T", "M6-Y"], text: "나머지는 두 달을 더한 끝자리로 겨뤄요. 이 두 장은 8끗, 9는 갑오, 0은 망통이에요." },
];

const WORDS: readonly Word[] = ["check", "call", "bbing", "ddadang", "quarter", "half", "full", "allIn", "die"];

export function Rules() {
  return (
    <>
      <p class="lead">패 두 장으로 족보를 만들고, 칩을 걸며 겨뤄요. 끝났을 때 칩이 가장 많으면 이겨요. 칩은 점수일 뿐 돈이 아니에요.</p>
      <ol class="rule-steps">
        <li>
          <h3>패를 받아요</h3>
          <p>판마다 모두 칩을 조금씩 내고 시작해요. 내 패는 나만 볼 수 있어요. 패 왼쪽 위 숫자가 달이고, 오른쪽 위에 광, 열, 띠가 적혀 있어요.</p>
        </li>
        <li>
          <h3>차례로 말해요</h3>
          <p>선부터 돌아가며 칩을 걸거나 따라가거나 포기해요. 체크나 콜을 하면 그 베팅에서는 더 올릴 수 없어요.</p>
          <dl class="rule-words">
            {WORDS.map((word) => (
              <div key={word}>
                <dt>{WORD_KO[word]}</dt>
                <dd>{MEANING[word]}</dd>
              </div>
            ))}
          </dl>
        </li>
        <li>
          <h3>패를 열어요</h3>
          <p>베팅이 끝나면 남은 사람이 패를 열고, 가장 높은 족보가 판돈을 가져가요. 모두 포기하고 한 사람만 남으면 패를 열지 않고 가져가요.</p>
        </li>
      </ol>
      <h3>족보, 높은 것부터</h3>
      <ol class="rule-hands">
        {HANDS.map(({ name, ids, text }) => (
          <li key={name}>
            <Cards ids={ids} />
            <p>
              <b>{name}</b> {text}
            </p>
          </li>
        ))}
      </ol>
      <h3>특별한 패</h3>
      <ol class="rule-hands">
        <li>
          <Cards ids={["M3-G", "M7-Y"]} />
          <p>
            <b>땡잡이</b> 1땡부터 9땡까지를 이겨요. 잡을 땡이 없으면 망통이에요.
          </p>
        </li>
        <li>
          <Cards ids={["M4-Y", "M7-Y"]} />
          <p>
            <b>암행어사</b> 13광땡과 18광땡을 이겨요. 잡을 광땡이 없으면 1끗이에요.
          </p>
        </li>
        <li>
          <Cards ids={["M4-T", "M9-T"]} />
          <p>
            <b>구사</b> 4월과 9월이 있고 가장 높은 패가 알리 이하면, 판돈을 두고 패를 다시 나눠요. 둘 다 열끗이면 9땡 이하일 때 그래요.
          </p>
        </li>
      </ol>
      <p class="hint">방 설정에 따라 특별한 패를 쓰지 않을 수도 있어요.</p>
    </>
  );
}
