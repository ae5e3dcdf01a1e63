/** Frames as the server sends them, made short: two people, two suits of three ranks. */

const RULES = {
  variant: "2 Suits",
  suits: [
    { letter: "r", name: "Red" },
    { letter: "y", name: "Yellow" },
  ],
  ranks: 3,
  copies: [3, 2, 1, 3, 2, 1],
  colour_clues: ["r", "y"],
  rank_clues: ["1", "2", "3"],
  clue_names: { r: "red", y: "yellow", 1: "1", 2: "2", 3: "3" },
  max_tokens: 8,
  max_strikes: 3,
  hand_size: 2,
};

/** A card with its draw number; newest first, it lies in this slot. */
export function card(order, slot = 1, told = {}) {
  return { order, slot, ...told };
}

/** A log entry of a turn. */
export function entry(turn, told = {}) {
  return { n: turn, turn, kind: "play", text: `Move ${turn}`, success: true, ...told };
}

/** What seat 0 is sent at a turn; name what differs. */
export function frame(told = {}) {
  return {
    table: "a-table",
    status: "running",
    rules: RULES,
    scoring: "zero",
    help: "full",
    you: 0,
    seats: [
      { name: "Alice", kind: "person", present: true },
      { name: "Bob", kind: "person", present: true },
    ],
    turn: 0,
    to_move: 0,
    tokens: 8,
    strikes: 0,
    stacks: [0, 0],
    deck: 8,
    turns_left: null,
    score: 0,
    max_score: 6,
    pace: 4,
    hands: [
      [card(1, 1), card(0, 2)],
      [card(3, 1, { id: "r1" }), card(2, 2, { id: "y2" })],
    ],
    discards: [0, 0, 0, 0, 0, 0],
    playable: 0b001001,
    useless: 0,
    critical: 0b100100,
    log: [],
    delay: 0,
    ...told,
  };
}
