/** A disc, dark on one face and light on the other; `turnAfterMs` makes it turn over then. */
export function Disc({ color, turnAfterMs, fresh }: { color: 1 | 2; turnAfterMs?: number; fresh?: boolean }) {
  const face = color === 1 ? "black" : "white";
  const back = color === 1 ? "white" : "black";
  const turns = turnAfterMs !== undefined;
  return (
    <span
      class={`disc${turns ? " turning" : ""}${fresh ? " fresh" : ""}`}
      // A new element for each turn begins its movement anew.
      key={turns ? `turn-${face}` : face}
      style={turns ? { animationDelay: `${turnAfterMs}ms` } : {}}
      aria-hidden="true"
    >
      <span class={`face ${face}`} />
      {turns && <span class={`face back ${back}`} />}
    </span>
  );
}
