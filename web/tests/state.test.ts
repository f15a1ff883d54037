import { describe, expect, test } from "vitest";
import { BEHIND_MS, TabState } from "../src/room/state";
import { roomFrame, spectatorFrame, START, updateFrame } from "./script";

function connected(text = roomFrame(1)): TabState {
  const state = new TabState(() => 0.5);
  state.opened(START);
  state.receive(text, START);
  state.receive(JSON.stringify({ type: "pong", t: START, now: START }), START);
  return state;
}

const sent = (reaction: { send: { type: string }[] }) => reaction.send.map((frame) => frame.type);

describe("updates", () => {
  test("in order are taken, and the record grows", () => {
    const state = connected();
    state.receive(updateFrame(2, { view: { moves: ["a"], movesFrom: 0 } }), START);
    state.receive(updateFrame(3, { view: { moves: ["b"], movesFrom: 1 } }), START);
    expect(state.snapshot.seq).toBe(3);
    expect(state.snapshot.view?.moves).toEqual(["a", "b"]);
  });

  test("that take moves back cut the record there", () => {
    const state = connected(roomFrame(5, { view: { moves: ["a", "b", "c"], movesFrom: 0 } }));
    state.receive(updateFrame(6, { view: { moves: [], movesFrom: 1 } }), START);
    expect(state.snapshot.view?.moves).toEqual(["a"]);
  });

  test("that come twice are taken once", () => {
    const state = connected();
    state.receive(updateFrame(2), START);
    expect(state.receive(updateFrame(2), START).frame).toBeNull();
    expect(state.snapshot.view?.moves).toEqual(["move 2"]);
  });

  test("that are older are dropped", () => {
    const state = connected(roomFrame(5));
    const reaction = state.receive(updateFrame(4), START);
    expect(reaction.frame).toBeNull();
    expect(reaction.send).toEqual([]);
    expect(state.snapshot.seq).toBe(5);
  });

  test("with a gap before them ask for the room, once", () => {
    const state = connected();
    expect(sent(state.receive(updateFrame(3), START))).toEqual(["sync"]);
    expect(sent(state.receive(updateFrame(4), START))).toEqual([]);
    expect(state.snapshot.seq).toBe(1);
    state.receive(roomFrame(4), START);
    expect(state.snapshot.seq).toBe(4);
    expect(sent(state.receive(updateFrame(7), START))).toEqual(["sync"]);
  });

  test("with a gap before them make spectators wait a moment that differs", () => {
    const state = connected(spectatorFrame(1));
    expect(sent(state.receive(updateFrame(3), START))).toEqual([]);
    expect(sent(state.due(START + 999))).toEqual([]);
    expect(sent(state.due(START + 1_000))).toEqual(["sync"]);
  });

  test("whose record does not join the known one ask for the room", () => {
    const state = connected();
    expect(sent(state.receive(updateFrame(2, { view: { moves: ["c"], movesFrom: 2 } }), START))).toEqual(["sync"]);
  });

  test("that come in the wrong order end at the newest", () => {
    const state = connected();
    state.receive(updateFrame(3), START);
    state.receive(updateFrame(2), START);
    expect(state.snapshot.seq).toBe(2);
    state.receive(roomFrame(3), START);
    expect(state.snapshot.seq).toBe(3);
  });
});

describe("rooms", () => {
  test("may not set seq back at their first word, since an update may have overtaken them", () => {
    const state = connected(roomFrame(5));
    state.receive(updateFrame(6), START);
    const reaction = state.receive(roomFrame(5), START);
    expect(sent(reaction)).toEqual(["sync"]);
    expect(state.snapshot.seq).toBe(6);
    state.receive(roomFrame(6), START);
    expect(state.snapshot.seq).toBe(6);
  });

  test("may set seq back when they say so twice", () => {
    const state = connected(roomFrame(5));
    state.receive(roomFrame(3), START);
    state.receive(roomFrame(3), START);
    expect(state.snapshot.seq).toBe(3);
  });

  test("of the first answer on a new connection are believed", () => {
    const state = connected(roomFrame(5));
    state.lost();
    state.opened(START);
    state.receive(roomFrame(3), START);
    expect(state.snapshot.seq).toBe(3);
  });
});

describe("other frames", () => {
  test("presence of a version that is not known yet waits for its update before asking", () => {
    const state = connected();
    const presence = { type: "presence", now: START, seats: [], away: [], spectators: { allowed: true, count: 3 }, deadline: START + 60_000 };
    expect(sent(state.receive(JSON.stringify({ ...presence, seq: 2 }), START))).toEqual([]);
    expect(state.snapshot.room?.spectators.count).toBe(3);
    expect(sent(state.due(START + BEHIND_MS))).toEqual(["sync"]);
  });

  test("presence that its own update follows asks for nothing", () => {
    const state = connected();
    const presence = { type: "presence", now: START, seq: 2, seats: [], away: [], spectators: { allowed: true, count: 0 }, deadline: null };
    state.receive(JSON.stringify(presence), START);
    state.receive(updateFrame(2), START);
    expect(sent(state.due(START + BEHIND_MS))).toEqual([]);
  });

  test("of unknown types and no frames at all change nothing", () => {
    const state = connected();
    const before = state.snapshot;
    for (const text of ['{"type":"fireworks","now":1}', "[]", "null", "not JSON"]) {
      expect(state.receive(text, START).frame).toBeNull();
    }
    expect(state.snapshot).toBe(before);
  });

  test("a closed room ends the tab", () => {
    const state = connected();
    state.receive(JSON.stringify({ type: "closed", now: 1, seq: 9, code: "room/not_found", reason: "방이 닫혔어요" }), START);
    expect(state.snapshot.closed).toEqual({ code: "room/not_found", reason: "방이 닫혔어요" });
    expect(state.nextDue()).toBeNull();
    expect(state.submit({ type: "start" }, START)).toBeNull();
  });
});

describe("deadlines", () => {
  const timed = (deadline: number) => roomFrame(4, { deadline, now: START + 60_000 });

  test("are claimed by a player just after they are reached, in the server's time", () => {
    const state = connected();
    state.lost();
    state.opened(START);
    state.receive(timed(START + 70_000), START); // the server's clock is a minute ahead, as the pong said not
    state.receive(JSON.stringify({ type: "pong", t: START, now: START + 60_000 }), START);
    expect(sent(state.due(START + 10_000))).not.toContain("flag");
    const late = state.due(START + 10_100);
    expect(late.send).toContainEqual({ type: "flag", seq: 4 });
  });

  test("are claimed by spectators later, and not all at once", () => {
    const state = connected(spectatorFrame(1));
    state.receive(updateFrame(2, { deadline: START + 1_000 }), START);
    expect(sent(state.due(START + 5_000))).not.toContain("flag");
    expect(sent(state.due(START + 5_100))).toContain("flag");
  });

  test("that were not reached are claimed again at the time that the server gave", () => {
    const state = connected();
    state.receive(updateFrame(2, { deadline: START + 1_000 }), START);
    state.due(START + 1_100);
    state.receive(
      JSON.stringify({ type: "rejected", now: START + 1_100, seq: 2, code: "deadline/not_reached", reason: "아직", deadline: START + 9_000 }),
      START + 1_100,
    );
    expect(sent(state.due(START + 9_000))).not.toContain("flag");
    expect(sent(state.due(START + 9_100))).toContain("flag");
  });
});

describe("commands", () => {
  test("that are too large to send are not made", () => {
    const state = connected();
    expect(state.submit({ type: "options", options: { timeControl: "가".repeat(3_000) } }, START)).toBeNull();
    expect(state.pending).toBeNull();
  });

  test("count on from what the server has of this tab", () => {
    const state = connected(roomFrame(1, {}, 41));
    expect(state.submit({ type: "start" }, START)?.[0].cs).toBe(42);
  });
});
