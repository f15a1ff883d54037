/** The games there are, asked for once; every name, length and difficulty comes from there. */

import { useEffect, useState } from "preact/hooks";
import { api } from "./api";
import type { GameCard } from "./protocol";

let asked: Promise<GameCard[]> | null = null;

function catalogue(): Promise<GameCard[]> {
  asked ??= api.games().catch((fault: unknown) => {
    asked = null;
    throw fault;
  });
  return asked;
}

export type Loaded<T> = { value: T } | { fault: Error; again: () => void } | null;

/** What a promise gave; null while it is on its way. Asks anew when `keys` change. */
export function useLoaded<T>(load: () => Promise<T>, keys: readonly unknown[]): Loaded<T> {
  const [found, setFound] = useState<Loaded<T>>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let wanted = true;
    setFound(null);
    load().then(
      (value) => wanted && setFound({ value }),
      (fault: unknown) => wanted && setFound({ fault: fault instanceof Error ? fault : new Error(String(fault)), again: () => setTries(tries + 1) }),
    );
    return () => {
      wanted = false;
    };
  }, [...keys, tries]);
  return found;
}

export function useCatalogue(): Loaded<GameCard[]> {
  return useLoaded(catalogue, []);
}
