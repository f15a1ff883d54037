/** The games that this client can draw, each loaded when it is first wanted. */

import type { GameId } from "../protocol";
import type { GameUI } from "./contract";

const LOADERS: Record<GameId, () => Promise<{ default: GameUI }>> = {
  othello: () => import("./othello"),
  omok: () => import("./omok"),
  chess: () => import("./chess"),
  seotda: () => import("./seotda"),
};

const loaded = new Map<string, Promise<GameUI>>();

/** Whether this client can draw a game: it may be older than the server. */
export function isDrawn(id: string): id is GameId {
  return Object.hasOwn(LOADERS, id);
}

/** The module of a game; null if this client cannot draw it. */
export function loadGame(id: string): Promise<GameUI> | null {
  if (!isDrawn(id)) return null;
  const load = LOADERS[id];
  let module = loaded.get(id);
  if (module === undefined) {
    module = load().then((found) => found.default);
    // Without a network it failed; the next call tries again.
    module.catch(() => loaded.delete(id));
    loaded.set(id, module);
  }
  return module;
}
