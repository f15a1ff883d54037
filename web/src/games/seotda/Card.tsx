import "./cards.css";
import { cardName, faceOf } from "./cards";
import { Picture } from "./pictures";

const MARK = { G: "광", Y: "열", T: "띠" } as const;

/** A card, face up where its id is known. `moving` lets it come in, or turn over. */
export function Card({ id, moving }: { id: string | null; moving?: "dealt" | "opened" | undefined }) {
  const name = `hwatu${moving === undefined ? "" : ` ${moving}`}`;
  if (id === null) {
    return (
      <svg class={`${name} back`} viewBox="0 0 50 80" role="img" aria-label="덮인 패">
        <rect class="hwatu-edge" x="0.75" y="0.75" width="48.5" height="78.5" rx="6" />
        <path class="hwatu-back-lines" d="M10 12L40 68M40 12L10 68M25 8V72M8 40H42" />
        <circle class="hwatu-back-middle" cx="25" cy="40" r="9" />
      </svg>
    );
  }
  const face = faceOf(id);
  return (
    <svg class={name} viewBox="0 0 50 80" role="img" aria-label={cardName(id)} data-card={id}>
      <rect class="hwatu-edge" x="0.75" y="0.75" width="48.5" height="78.5" rx="6" />
      <rect class="hwatu-paper" x="3" y="3" width="44" height="74" rx="4" />
      <svg x="3" y="3" width="44" height="74" viewBox="3 3 44 74" aria-hidden="true">
        <Picture {...face} />
      </svg>
      <rect class="hwatu-corner" x="3" y="3" width={face.month > 9 ? 21 : 15} height="19" rx="4" />
      <text class="hwatu-month" x={face.month > 9 ? 13.5 : 10.5} y="18">
        {face.month}
      </text>
      <circle class={`hwatu-mark ${face.kind}`} cx="39" cy="12" r="7.6" />
      <text class={`hwatu-kind ${face.kind}`} x="39" y="15.4">
        {MARK[face.kind]}
      </text>
    </svg>
  );
}
