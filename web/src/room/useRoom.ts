/** A room for components: connects while the component lives, and draws it anew when something changed. */

import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../api";
import type { ChatLineFrame, GuestAnswer, NewCommand, ServerFrame } from "../protocol";
import { toast } from "../ui/toast";
import { BROWSER, keepNumber, keptNumber, tabId, watchPage } from "./browser";
import { NOTHING_YET, type Snapshot } from "./snapshot";
import { RoomSocket, type Trouble } from "./socket";

const KEPT_LINES = 100;

export interface RoomLink {
  now: Snapshot;
  trouble: Trouble;
  /** A command is on its way. */
  busy: boolean;
  chat: readonly ChatLineFrame[];
  /** The names of all who were seen in a seat, by player: whoever leaves has one still. */
  names: ReadonlyMap<string, string>;
  /** Asks for something; a refusal is shown to the player. */
  send: (command: NewCommand) => void;
  say: (text: string) => boolean;
  serverNow: () => number;
}

/** `heard` is called with every frame that changed something. */
export function useRoom(guest: GuestAnswer, roomId: string, code: string | null, heard: (frame: ServerFrame, before: Snapshot, after: Snapshot) => void): RoomLink {
  const [, redraw] = useState({});
  const socket = useRef<RoomSocket | null>(null);
  const chat = useRef<readonly ChatLineFrame[]>([]);
  const names = useRef<Map<string, string>>(new Map());
  const listener = useRef(heard);
  listener.current = heard;

  useEffect(() => {
    let over = false;
    let leave = () => {};
    void tabId().then((tab) => {
      if (over) return;
      const made = new RoomSocket(
        BROWSER,
        () => api.ticket(guest.token, roomId, tab, code),
        keptNumber(roomId),
        (cs) => keepNumber(roomId, cs),
      );
      socket.current = made;
      let before: Snapshot = made.snapshot;
      made.subscribe((frame) => {
        for (const seat of made.snapshot.room?.seats ?? []) if (seat !== null) names.current.set(seat.playerId, seat.nickname);
        if (frame?.type === "chat") chat.current = [...chat.current.slice(1 - KEPT_LINES), frame];
        if (frame !== null) listener.current(frame, before, made.snapshot);
        before = made.snapshot;
        redraw({});
      });
      const unwatch = watchPage(made);
      leave = () => {
        unwatch();
        made.close();
      };
      redraw({});
    });
    return () => {
      over = true;
      leave();
      socket.current = null;
    };
  }, [guest.token, roomId, code]);

  return {
    now: socket.current?.snapshot ?? NOTHING_YET,
    trouble: socket.current?.trouble ?? null,
    busy: socket.current?.isBusy ?? false,
    chat: chat.current,
    names: names.current,
    send(command) {
      const asked = socket.current?.command(command);
      void asked?.then((refusal) => {
        if (refusal === undefined) toast("잠깐만요, 앞의 것을 보내는 중이에요", "refusal");
        else if (refusal !== null) toast(refusal.reason, "refusal");
      });
    },
    say: (text) => socket.current?.chat(text) ?? false,
    serverNow: () => socket.current?.serverNow() ?? Date.now(),
  };
}
