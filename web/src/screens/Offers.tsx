import { useEffect, useRef } from "preact/hooks";
import { playerAt } from "../games/contract";
import type { CommonView, GameAction, RoomInfo, SeatKey } from "../protocol";
import type { RoomLink } from "../room/useRoom";

/** An offer that waits for its answer: asked of me, or by me. */
export function Offers({ link, view, me, room }: { link: RoomLink; view: CommonView; me: SeatKey; room: RoomInfo }) {
  const { undo, draw } = view.pending;
  const offer = undo ?? draw;
  const box = useRef<HTMLDivElement>(null);
  // On a small screen it may come below the edge.
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [offer?.id]);
  if (offer === null) return null;
  const send = (action: GameAction) => link.send({ type: "act", action });
  const idle = link.busy || !link.now.connected;
  if (offer.by === me) {
    return (
      <div class="card offer" role="status">
        <p>{undo === null ? "무승부를 제안했어요." : "무르기를 청했어요."} 상대의 답을 기다려요.</p>
        <button type="button" class="button" disabled={idle} onClick={() => send({ type: "cancelOffer", offer: offer.id })}>
          거두기
        </button>
      </div>
    );
  }
  const name = room.seats.find((seat) => seat?.playerId === playerAt(view, offer.by))?.nickname ?? "상대";
  const type = undo === null ? "respondDraw" : "respondUndo";
  return (
    <div class="card offer asked" role="alert" ref={box}>
      <p>
        {undo === null ? `${name}님이 무승부를 제안했어요.` : `${name}님이 무르기를 청했어요. ${undo.plies}수를 되돌려요.`}
      </p>
      <div class="buttons">
        <button type="button" class="button" disabled={idle} onClick={() => send({ type, accept: false, offer: offer.id })}>
          거절
        </button>
        <button type="button" class="button primary" disabled={idle} onClick={() => send({ type, accept: true, offer: offer.id })}>
          좋아요
        </button>
      </div>
    </div>
  );
}
