/** The server's time, reckoned from what it says. `at` is the tab's own time in milliseconds. */
export class ServerClock {
  #offset: number | null = null;
  #roundTrip: number | null = null;
  #askedAt: number | null = null;

  /** The server's time, null before anything was heard of it. */
  now(at: number): number | null {
    return this.#offset === null ? null : at + this.#offset;
  }

  /** An instant of the server in the tab's time; now, if nothing is known yet. */
  local(instant: number, at: number): number {
    return this.#offset === null ? at : instant - this.#offset;
  }

  /** Whether a `pong` is on its way. */
  get isAsking(): boolean {
    return this.#askedAt !== null;
  }

  /** Measure anew: what was asked on the old connection is not answered, and roads differ. */
  reconnected(): void {
    this.#roundTrip = this.#askedAt = null;
  }

  /** A `ping` with `t` = `at` is sent. */
  asked(at: number): void {
    this.#askedAt = at;
  }

  /** Its `pong` came. The stamp lies within the round trip, so the shortest knows best. */
  answered(sent: number, now: number, at: number): void {
    if (sent !== this.#askedAt) return;
    const roundTrip = at - sent;
    if (this.#roundTrip === null || roundTrip <= this.#roundTrip) {
      this.#roundTrip = roundTrip;
      this.#offset = now - (sent + roundTrip / 2);
    }
    this.#askedAt = null;
  }

  /** Any frame: a first guess. */
  heard(now: number, at: number): void {
    this.#offset ??= now - at;
  }
}
