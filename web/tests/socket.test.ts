import { describe, expect, test } from "vitest";
import { ProblemError } from "../src/api";
import { roomFrame, Scripted, updateFrame } from "./script";

const PLACE = { type: "act", action: { type: "place", x: 2, y: 3 } } as const;

describe("connecting", () => {
  test("says hello first, then measures the server's clock", async () => {
    const machine = new Scripted();
    await machine.connect();
    expect(machine.socket.types()).toEqual(["hello", "ping"]);
    expect(machine.tab.snapshot.connected).toBe(true);
  });

  test("takes a new ticket for each connection", async () => {
    const machine = new Scripted();
    await machine.connect();
    machine.socket.break();
    await machine.pass(500);
    expect(machine.sockets.map((socket) => socket.url)).toEqual([
      "wss://rooms/?ticket=1",
      "wss://rooms/?ticket=2",
    ]);
  });

  test("waits longer after each failure, never longer than fifteen seconds, and not always the same", async () => {
    const machine = new Scripted(0, new TypeError("no network"));
    await machine.settle();
    const waits: number[] = [];
    for (let tries = machine.tickets; waits.length < 9; ) {
      const before = machine.at;
      while (machine.tickets === tries) await machine.pass(50);
      waits.push(machine.at - before);
      tries = machine.tickets;
    }
    expect(waits.slice(0, 4)).toEqual([400, 750, 1500, 3000]); // in steps of 50 ms
    expect(Math.max(...waits)).toBeLessThanOrEqual(15_000);
    machine.chance = 0.9;
    const [before, tries] = [machine.at, machine.tickets];
    while (machine.tickets === tries) await machine.pass(50);
    while (machine.tickets === tries + 1) await machine.pass(50);
    expect(machine.at - before).toBeGreaterThan(2 * 11_250);
  });

  test("begins with short waits again after the server has answered", async () => {
    const machine = new Scripted(0, new TypeError("no network"));
    await machine.pass(60_000);
    machine.refuse = null;
    while (machine.sockets.length === 0) await machine.pass(50);
    await machine.connect();
    machine.socket.break();
    const tickets = machine.tickets;
    await machine.pass(500);
    expect(machine.tickets).toBe(tickets + 1);
  });

  test("ends when the server says that this person may not come in, and tries again when it only has a fault", async () => {
    const machine = new Scripted();
    await machine.connect();
    machine.refuse = new ProblemError(500, "server/fault", "잠시 뒤에 다시 시도해 주세요");
    machine.socket.break();
    await machine.pass(20_000);
    expect(machine.tab.snapshot.closed).toBeNull();
    machine.refuse = new ProblemError(403, "room/barred", "이 방에는 다시 들어올 수 없어요");
    await machine.pass(20_000);
    expect(machine.tab.snapshot.closed).toEqual({
      code: "room/barred",
      reason: "이 방에는 다시 들어올 수 없어요",
    });
    const tickets = machine.tickets;
    await machine.pass(100_000);
    expect(machine.tickets).toBe(tickets);
  });

  test("gives up a socket that does not open", async () => {
    const machine = new Scripted();
    await machine.settle();
    const first = machine.socket;
    await machine.pass(10_000);
    expect(first.isClosed).toBe(true);
    await machine.pass(500);
    expect(machine.sockets).toHaveLength(2);
  });
});

describe("commands", () => {
  test("are numbered from the last one used, and confirmed by the number in a frame", async () => {
    const machine = new Scripted(7);
    await machine.connect();
    const answer = machine.tab.command(PLACE);
    expect(machine.socket.sent.at(-1)).toEqual({ ...PLACE, cs: 8 });
    expect(machine.kept).toBe(8);
    expect(machine.tab.isBusy).toBe(true);
    machine.socket.hear(updateFrame(2, { cs: 8 }));
    expect(await answer).toBeNull();
    expect(machine.tab.isBusy).toBe(false);
  });

  test("go one at a time", async () => {
    const machine = new Scripted();
    await machine.connect();
    void machine.tab.command(PLACE);
    expect(await machine.tab.command(PLACE)).toBeUndefined();
    expect(machine.socket.types().filter((type) => type === "act")).toHaveLength(1);
  });

  test("that the line swallowed are sent again with their old number on the next connection", async () => {
    const machine = new Scripted();
    await machine.connect();
    const answer = machine.tab.command(PLACE);
    machine.socket.break();
    await machine.pass(500);
    machine.socket.onopen?.();
    machine.socket.hear(roomFrame(1));
    expect(machine.socket.sent.filter((frame) => frame.type === "act")).toEqual([{ ...PLACE, cs: 1 }]);
    machine.socket.hear(updateFrame(2, { cs: 1 }));
    expect(await answer).toBeNull();
  });

  test("that had arrived before the line broke are not sent again", async () => {
    const machine = new Scripted();
    await machine.connect();
    const answer = machine.tab.command(PLACE);
    machine.socket.break();
    await machine.pass(500);
    machine.socket.onopen?.();
    machine.socket.hear(roomFrame(2, {}, 1));
    expect(machine.socket.types()).not.toContain("act");
    expect(await answer).toBeNull();
  });

  test("given while there is no connection are sent as soon as the room is known", async () => {
    const machine = new Scripted();
    await machine.connect();
    machine.socket.break();
    const answer = machine.tab.command(PLACE);
    await machine.pass(500);
    machine.socket.onopen?.();
    machine.socket.hear(roomFrame(1));
    expect(machine.socket.types()).toContain("act");
    machine.socket.hear(updateFrame(2, { cs: 1 }));
    expect(await answer).toBeNull();
  });

  test("without an answer are sent again after five seconds, with the same number", async () => {
    const machine = new Scripted();
    await machine.connect();
    void machine.tab.command(PLACE);
    await machine.pass(5_000);
    expect(machine.socket.sent.filter((frame) => frame.type === "act")).toEqual([
      { ...PLACE, cs: 1 },
      { ...PLACE, cs: 1 },
    ]);
  });

  test("are sent again when the gateway says that its function failed", async () => {
    const machine = new Scripted();
    await machine.connect();
    void machine.tab.command(PLACE);
    machine.socket.hear(JSON.stringify({ message: "Internal server error", requestId: "x" }));
    await machine.pass(250);
    expect(machine.socket.sent.filter((frame) => frame.type === "act")).toHaveLength(2);
  });

  test("that are refused give the reason, and their number is not used again", async () => {
    const machine = new Scripted();
    await machine.connect();
    const answer = machine.tab.command(PLACE);
    machine.socket.hear(
      JSON.stringify({ type: "rejected", now: 1, seq: 1, cs: 1, code: "move/illegal", reason: "여기에는 둘 수 없어요" }),
    );
    expect(await answer).toMatchObject({ code: "move/illegal" });
    void machine.tab.command(PLACE);
    expect(machine.socket.sent.at(-1)).toMatchObject({ cs: 2 });
  });

  test("are answered when the tab is put out", async () => {
    const machine = new Scripted();
    await machine.connect();
    const answer = machine.tab.command(PLACE);
    machine.socket.hear(
      JSON.stringify({ type: "closed", now: 1, seq: 2, code: "room/barred", reason: "방장이 내보냈어요" }),
    );
    expect(await answer).toEqual({ code: "room/barred", reason: "방장이 내보냈어요" });
  });
});

describe("a long time", () => {
  test("a ping goes out every eight minutes of silence", async () => {
    const machine = new Scripted();
    await machine.connect();
    const pings = () => machine.socket.types().filter((type) => type === "ping").length;
    await machine.pass(8 * 60_000 - 1);
    expect(pings()).toBe(1);
    await machine.pass(1);
    expect(pings()).toBe(2);
  });

  test("a connection that owes an answer and says nothing for fifteen seconds is replaced", async () => {
    const machine = new Scripted();
    await machine.connect();
    void machine.tab.command(PLACE);
    const dead = machine.socket;
    await machine.pass(15_500);
    expect(dead.isClosed).toBe(true);
    expect(machine.sockets).toHaveLength(2);
  });

  test("after sleep the room and the clock are asked for at once", async () => {
    const machine = new Scripted();
    await machine.connect();
    machine.socket.sent = [];
    await machine.sleep(20 * 60_000);
    expect(machine.socket.types()).toEqual(expect.arrayContaining(["sync", "ping"]));
  });

  test("a connection that did not survive sleep is replaced within seconds", async () => {
    const machine = new Scripted();
    await machine.connect();
    const dead = machine.socket;
    machine.at += 60_000;
    machine.tab.wake();
    await machine.pass(4_500);
    expect(dead.isClosed).toBe(true);
    expect(machine.sockets).toHaveLength(2);
  });

  test("when the network is back the wait is cut short", async () => {
    const machine = new Scripted(0, new TypeError("no network"));
    await machine.pass(60_000);
    machine.refuse = null;
    const tickets = machine.tickets;
    machine.tab.wake();
    await machine.settle();
    expect(machine.tickets).toBe(tickets + 1);
  });

  test("nothing rings after the tab was closed", async () => {
    const machine = new Scripted();
    await machine.connect();
    machine.tab.close();
    const tickets = machine.tickets;
    await machine.pass(60 * 60_000);
    expect(machine.socket.isClosed).toBe(true);
    expect(machine.tickets).toBe(tickets);
  });
});
