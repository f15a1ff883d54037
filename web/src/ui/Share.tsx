import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icons";
import { toast } from "./toast";

/** The ways to invite somebody: the code, a link, and a picture of the link to be scanned. */
export function Share({ code, game }: { code: string; game: string }) {
  const link = `${location.origin}/r/${code}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast("초대 링크를 복사했어요");
    } catch {
      toast("복사할 수 없어요. 코드를 알려 주세요", "refusal");
    }
  };
  const share = () => {
    // Somebody who closes the window of the system has changed their mind, no more.
    navigator.share({ title: "놀판", text: `${game} 한 판 해요!`, url: link }).catch(() => {});
  };
  return (
    <section class="card share" aria-labelledby="invite">
      <h2 id="invite">친구 부르기</h2>
      <p class="hint">코드를 알려 주거나 링크를 보내세요.</p>
      <p class="room-code" aria-label={`초대 코드 ${[...code].join(" ")}`}>
        {code}
      </p>
      <div class="row">
        <button type="button" class="button primary grow" onClick={() => void copy()}>
          <Icon name="copy" />
          링크 복사
        </button>
        {"share" in navigator && (
          <button type="button" class="button" onClick={share}>
            <Icon name="share" />
            보내기
          </button>
        )}
      </div>
      <QrCode text={link} />
    </section>
  );
}

/** What makes the picture is loaded when it is first needed. */
function QrCode({ text }: { text: string }) {
  const [picture, setPicture] = useState<{ size: number; path: string } | null>(null);
  useEffect(() => {
    let wanted = true;
    void import("./qr").then(({ qr }) => wanted && setPicture(qr(text)));
    return () => {
      wanted = false;
    };
  }, [text]);
  if (picture === null) return <div class="qr" />;
  return (
    <svg class="qr" viewBox={`0 0 ${picture.size} ${picture.size}`} role="img" aria-label="초대 링크 QR 코드" shapeRendering="crispEdges">
      <rect width={picture.size} height={picture.size} fill="#fff" />
      <path d={picture.path} fill="#1d1a18" />
    </svg>
  );
}
