/** Which screen is shown: by the address, and first of all by whether somebody has a name. */

import { useEffect, useState } from "preact/hooks";
import { guest, useCell } from "./session";
import { usePath } from "./router";
import { Home } from "./screens/Home";
import { MyGames } from "./screens/MyGames";
import { Nickname } from "./screens/Nickname";
import { RecordScreen } from "./screens/Record";
import { RoomScreen } from "./screens/Room";
import { RulesScreen } from "./screens/Rules";
import { NotFound } from "./ui/Page";
import { Toasts } from "./ui/toast";

export function App() {
  return (
    <>
      <a class="skip" href="#main">
        본문으로 가기
      </a>
      <Offline />
      <Screen />
      <Toasts />
    </>
  );
}

function Screen() {
  const url = usePath();
  const somebody = useCell(guest);
  const [, first, second, third] = url.pathname.split("/").map(decodeURIComponent);
  if (first === "rules" && second !== undefined) return <RulesScreen game={second} />;
  if (somebody === null) return <Nickname inRoom={first === "r" || first === "room"} />;
  switch (first) {
    case "":
      return <Home guest={somebody} />;
    case "r":
      return <RoomScreen key={second} code={second ?? ""} guest={somebody} />;
    case "room":
      return <RoomScreen key={second} roomId={second ?? ""} guest={somebody} />;
    case "games":
      if (second === undefined) return <MyGames guest={somebody} />;
      return <RecordScreen guest={somebody} roomId={second} gameNo={Number(third)} code={url.searchParams.get("code")} />;
    default:
      return <NotFound />;
  }
}

/** Says so while this machine has no network; nothing else can be done then. */
function Offline() {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    window.addEventListener("online", look);
    window.addEventListener("offline", look);
    return () => {
      window.removeEventListener("online", look);
      window.removeEventListener("offline", look);
    };
  }, []);
  return (
    <div role="status" aria-live="polite">
      {!online && <p class="banner">인터넷 연결이 끊겼어요. 연결되면 저절로 이어져요.</p>}
    </div>
  );
}
