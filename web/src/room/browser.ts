/** The browser as `RoomSocket` needs it, and the marks that a tab keeps. */

import type { Machine, RoomSocket, SocketLike } from "./socket";

export const BROWSER: Machine = {
  now: () => Date.now(),
  random: () => Math.random(),
  // The DOM's type of its handlers says more than is asked here.
  openSocket: (url) => new WebSocket(url) as SocketLike,
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

const TAB = "nolpan.tab";

/**
 * This tab's id, kept in sessionStorage over reloads. A duplicated tab starts with a copy of that
 * storage; the lock, which only one of the two can hold, tells them apart.
 */
export async function tabId(): Promise<string> {
  const kept = sessionStorage.getItem(TAB);
  if (kept !== null && (await holds(kept))) return kept;
  const made = randomId();
  sessionStorage.setItem(TAB, made);
  await holds(made);
  return made;
}

let held: string | null = null;

async function holds(id: string): Promise<boolean> {
  if (held === id || !("locks" in navigator)) return true; // no locks on an insecure page
  return new Promise((tell) => {
    void navigator.locks.request(`nolpan-tab-${id}`, { ifAvailable: true }, (lock) => {
      tell(lock !== null);
      if (lock === null) return undefined;
      held = id;
      return new Promise(() => {}); // for the life of the page
    });
  });
}

/** 16 hexadecimal digits. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The last command number that this tab used in a room. */
export function keptNumber(roomId: string): number {
  return Number(sessionStorage.getItem(`nolpan.cs.${roomId}`) ?? 0);
}

export function keepNumber(roomId: string, cs: number): void {
  sessionStorage.setItem(`nolpan.cs.${roomId}`, String(cs));
}

/** Tells the socket when the page is seen again and when the network comes or goes. */
export function watchPage(socket: RoomSocket): () => void {
  const seen = () => document.visibilityState === "visible" && socket.wake();
  const back = () => socket.wake();
  const lost = () => socket.networkLost();
  document.addEventListener("visibilitychange", seen);
  window.addEventListener("pageshow", back);
  window.addEventListener("online", back);
  window.addEventListener("offline", lost);
  return () => {
    document.removeEventListener("visibilitychange", seen);
    window.removeEventListener("pageshow", back);
    window.removeEventListener("online", back);
    window.removeEventListener("offline", lost);
  };
}
