/** Who plays here, and what they like; both kept in localStorage. */

import { useEffect, useState } from "preact/hooks";
import type { GuestAnswer } from "./protocol";

/** A value that components can watch. */
export class Cell<T> {
  #watchers = new Set<() => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }
  get value(): T {
    return this.#value;
  }
  set(value: T): void {
    this.#value = value;
    for (const tell of this.#watchers) tell();
  }
  watch(tell: () => void): () => void {
    this.#watchers.add(tell);
    return () => this.#watchers.delete(tell);
  }
}

export function useCell<T>(cell: Cell<T>): T {
  const [, redraw] = useState({});
  useEffect(() => cell.watch(() => redraw({})), [cell]);
  return cell.value;
}

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as T | null;
  } catch {
    return null; // somebody else's text under our key
  }
}

const GUEST = "nolpan.guest";

/** A token that has an hour left at least; an older one would end in the middle of a game. */
function keptGuest(): GuestAnswer | null {
  const guest = read<GuestAnswer>(GUEST);
  return guest !== null && guest.expiresAt > Date.now() + 3_600_000 ? guest : null;
}

export const guest = new Cell<GuestAnswer | null>(keptGuest());

export function setGuest(somebody: GuestAnswer | null): void {
  if (somebody === null) localStorage.removeItem(GUEST);
  else localStorage.setItem(GUEST, JSON.stringify(somebody));
  guest.set(somebody);
}

/** The room in which this browser's player has a seat, to find back to it from the lobby. */
export interface KeptRoom {
  player: string;
  code: string;
  nameKo: string;
}

const ROOM = "nolpan.room";

export function keptRoom(player: string): KeptRoom | null {
  const room = read<KeptRoom>(ROOM);
  return room?.player === player ? room : null;
}

export function keepRoom(room: KeptRoom): void {
  localStorage.setItem(ROOM, JSON.stringify(room));
}

/** Forgets the room with this code, if that is the one that is kept. */
export function forgetRoom(code: string): void {
  if (read<KeptRoom>(ROOM)?.code === code) localStorage.removeItem(ROOM);
}

export interface Settings {
  sound: boolean;
  theme: "system" | "light" | "dark";
}

const SETTINGS = "nolpan.settings";

export const settings = new Cell<Settings>({ sound: true, theme: "system", ...read<Settings>(SETTINGS) });

export function changeSettings(change: Partial<Settings>): void {
  const changed = { ...settings.value, ...change };
  localStorage.setItem(SETTINGS, JSON.stringify(changed));
  settings.set(changed);
  showTheme();
}

export function showTheme(): void {
  const { theme } = settings.value;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
