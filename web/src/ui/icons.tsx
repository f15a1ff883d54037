/** Small line pictures, drawn for this client. */

const PATHS = {
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  first: "M18 6l-7 6 7 6M7 6v12",
  prev: "M15 6l-7 6 7 6",
  next: "M9 6l7 6-7 6",
  last: "M6 6l7 6-7 6M17 6v12",
  flip: "M7 4v14m0 0l-3-3m3 3l3-3M17 20V6m0 0l-3 3m3-3l3 3",
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 010 10",
  draw: "M5 9h14M5 15h14",
  flag: "M6 21V4h11l-2 4 2 4H6",
  book: "M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14",
  sound: "M4 9v6h4l5 4V5L8 9zM17 9a4 4 0 010 6M19 6a8 8 0 010 12",
  mute: "M4 9v6h4l5 4V5L8 9zM17 9l5 6M22 9l-5 6",
  share: "M12 15V3m0 0L8 7m4-4l4 4M5 12v8h14v-8",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  crown: "M4 18h16M4 18L3 7l5 4 4-7 4 7 5-4-1 11",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 100 6 3 3 0 000-6z",
  chat: "M4 5h16v11H9l-5 4z",
  plus: "M12 5v14M5 12h14",
  door: "M14 4H5v16h9M10 12h11m0 0l-4-4m4 4l-4 4",
  spark: "M12 3l2 7 7 2-7 2-2 7-2-7-7-2 7-2z",
  sun: "M12 8a4 4 0 100 8 4 4 0 000-8zM12 2v2M12 20v2M4 12H2M22 12h-2M5 5l1.5 1.5M17.5 17.5L19 19M19 5l-1.5 1.5M6.5 17.5L5 19",
  check: "M5 13l4 4L19 7",
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The mark: four stones on a board, one of them turned. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect x="1" y="1" width="30" height="30" rx="9" class="mark-board" />
      <circle cx="11" cy="11" r="5" class="mark-white" />
      <circle cx="21" cy="11" r="5" class="mark-black" />
      <circle cx="11" cy="21" r="5" class="mark-black" />
      <circle cx="21" cy="21" r="5" class="mark-accent" />
    </svg>
  );
}
