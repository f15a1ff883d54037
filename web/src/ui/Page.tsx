/** What every screen has: a head with a way back, and one main part. */

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Loaded } from "../catalogue";
import { Link } from "../router";
import { changeSettings, settings, useCell } from "../session";
import { Icon, Mark } from "./icons";

interface PageProps {
  title: string;
  /** Where the arrow at the head leads; the start screen has none. */
  back?: string;
  aside?: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}

export function Page({ title, back, aside, class: name, children }: PageProps) {
  useEffect(() => {
    document.title = back === undefined ? "놀판" : `${title} · 놀판`;
  }, [title, back]);
  return (
    <div class={`page ${name ?? ""}`}>
      <header class="head">
        {back === undefined ? (
          <span class="brand">
            <Mark />
            <span>놀판</span>
          </span>
        ) : (
          <Link to={back} class="icon-button" label="뒤로">
            <Icon name="back" />
          </Link>
        )}
        <h1 class={back === undefined ? "unseen" : ""}>{title}</h1>
        <div class="head-aside">{aside}</div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

const THEMES = { system: "기기에 맞춤", light: "밝게", dark: "어둡게" } as const;
const NEXT = { system: "light", light: "dark", dark: "system" } as const;

export function ThemeButton() {
  const { theme } = useCell(settings);
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={`화면 밝기: ${THEMES[theme]}. 누르면 ${THEMES[NEXT[theme]]}`}
      title={`화면 밝기: ${THEMES[theme]}`}
      onClick={() => changeSettings({ theme: NEXT[theme] })}
    >
      <Icon name="sun" />
    </button>
  );
}

export function SoundButton() {
  const { sound } = useCell(settings);
  return (
    <button type="button" class="icon-button" aria-pressed={sound} aria-label="소리" title={sound ? "소리 끄기" : "소리 켜기"} onClick={() => changeSettings({ sound: !sound })}>
      <Icon name={sound ? "sound" : "mute"} />
    </button>
  );
}

/** While something loads, and when it could not be. */
export function Waiting<T>({ loaded, children }: { loaded: Loaded<T>; children: (value: T) => ComponentChildren }) {
  if (loaded === null) {
    return (
      <p class="loading" role="status">
        불러오는 중이에요…
      </p>
    );
  }
  if ("fault" in loaded) {
    return (
      <div class="card notice" role="alert">
        <p>{loaded.fault.message}</p>
        <button type="button" class="button" onClick={loaded.again}>
          다시 시도하기
        </button>
      </div>
    );
  }
  return <>{children(loaded.value)}</>;
}

/** For a game of a server that is newer than this client: the page is asked of the network first, so loading it anew helps. */
export function UnknownGame({ name }: { name: string }) {
  return (
    <div class="card notice" role="alert">
      <p>이 화면은 아직 {name} 게임을 보여 줄 수 없어요. 새로 고쳐도 그대로면 조금 뒤에 다시 와 주세요.</p>
      <button type="button" class="button primary" onClick={() => location.reload()}>
        새로 고치기
      </button>
      <Link to="/" class="button">
        로비로 가기
      </Link>
    </div>
  );
}

export function NotFound() {
  return (
    <Page title="없는 주소예요" back="/">
      <div class="card notice">
        <p>주소를 다시 확인해 주세요.</p>
        <Link to="/" class="button primary">
          처음으로
        </Link>
      </div>
    </Page>
  );
}
