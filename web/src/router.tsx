/** Where in the client somebody is: the path of the address, and links that change it. */

import type { ComponentChildren, JSX } from "preact";
import { Cell, useCell } from "./session";

const place = new Cell(location.pathname + location.search);
window.addEventListener("popstate", () => place.set(location.pathname + location.search));

export function usePath(): URL {
  return new URL(useCell(place), location.origin);
}

/** Goes to a path of the client; `replace`: going back does not come here. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  place.set(path);
  scrollTo(0, 0);
  // A new screen begins at its top for those who hear it, too.
  requestAnimationFrame(() => document.getElementById("main")?.focus({ preventScroll: true }));
}

type LinkProps = { to: string; class?: string; children: ComponentChildren; label?: string };

export function Link({ to, children, label, ...more }: LinkProps): JSX.Element {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={to} onClick={follow} aria-label={label} {...more}>
      {children}
    </a>
  );
}
