// @ts-check
/**
 * The messages of game/protocol.py, as types; that file says what the fields mean.
 *
 * @typedef {object} Card
 * @property {number} order
 * @property {number} slot
 * @property {string} [id]
 * @property {boolean} [touched]
 * @property {string[]} [marks]
 * @property {number} [possible]
 * @property {number} [common]
 * @property {[number, number, number]} [odds]
 * @property {boolean} [became_known]
 *
 * @typedef {object} Seat
 * @property {string} name
 * @property {"person" | "agent" | "empty"} kind
 * @property {string} [address]
 * @property {string} [version]
 * @property {string} [page]
 * @property {boolean} [present]
 * @property {boolean} [thinking]
 *
 * @typedef {object} ClueOption
 * @property {number} seat
 * @property {string} value
 * @property {number[]} touches
 * @property {Record<string, number>} [then]
 *
 * @typedef {object} Legal
 * @property {number[]} plays
 * @property {number[]} discards
 * @property {ClueOption[]} clues
 * @property {string | null} why_no_discard
 * @property {string | null} why_no_clue
 *
 * @typedef {object} LogEntry
 * @property {number} n
 * @property {number} turn
 * @property {"play" | "discard" | "clue" | "note"} kind
 * @property {string} text
 * @property {number} [seat]
 * @property {string} [card]
 * @property {number} [order]
 * @property {boolean} [success]
 * @property {number} [target]
 * @property {string} [value]
 * @property {number[]} [touches]
 * @property {string} [why]
 *
 * @typedef {object} Ending
 * @property {"perfect" | "strikeout" | "out_of_turns" | "terminated" | "nothing_left"} kind
 * @property {string} text
 * @property {number} stacks
 * @property {number} zero
 * @property {string} replay
 * @property {string | null} [next]
 *
 * @typedef {object} Trouble
 * @property {number} seat
 * @property {string} text
 *
 * @typedef {object} Series
 * @property {number} number
 * @property {number} planned
 * @property {number[]} stacks
 * @property {number[]} zero
 *
 * @typedef {object} Rules
 * @property {string} variant
 * @property {{letter: string, name: string}[]} suits
 * @property {number} ranks
 * @property {number[]} copies
 * @property {string[]} colour_clues
 * @property {string[]} rank_clues
 * @property {number} max_tokens
 * @property {number} max_strikes
 * @property {number} hand_size
 *
 * @typedef {object} Frame
 * @property {string} table
 * @property {"open" | "running" | "finished"} status
 * @property {Rules} rules
 * @property {"zero" | "stacks"} scoring
 * @property {"none" | "clues" | "common" | "full"} help
 * @property {number | null} you
 * @property {Seat[]} seats
 * @property {number} turn
 * @property {number | null} to_move
 * @property {number} tokens
 * @property {number} strikes
 * @property {number[]} stacks
 * @property {number} deck
 * @property {number | null} turns_left
 * @property {number} score
 * @property {number} max_score
 * @property {number | null} pace
 * @property {Card[][]} hands
 * @property {number[]} discards
 * @property {number} playable
 * @property {number} useless
 * @property {number} critical
 * @property {LogEntry[]} log
 * @property {number} delay
 * @property {boolean} [paused]
 * @property {boolean} [may_steer]
 * @property {boolean} [watching]
 * @property {boolean} [open_hands]
 * @property {Series} [series]
 * @property {Legal} [legal]
 * @property {Ending} [ending]
 * @property {Trouble} [trouble]
 *
 * @typedef {{t: "welcome", protocol: number, ping_seconds: number}} Welcome
 * @typedef {{t: "frame" | "update", v: number, frame: Frame}} FrameMessage
 * @typedef {{t: "ack", id: string, v: number}} Ack
 * @typedef {{t: "refused", id: string | null, reason: string, text: string, v: number}} Refused
 * @typedef {{t: "pong", n: number, v: number}} Pong
 * @typedef {{t: "presence", present: boolean[]}} Presence
 * @typedef {Welcome | FrameMessage | Ack | Refused | Pong | Presence} ServerMessage
 *
 * @typedef {(
 *   | {t: "play" | "discard", v: number, order: number}
 *   | {t: "clue", v: number, seat: number, value: string}
 *   | {t: "replace", v: number, seat: number, address: string}
 *   | {t: "delay", ms: number}
 *   | {t: "pause", paused: boolean}
 *   | {t: "step", v: number}
 *   | {t: "take_over", v: number, seat: number}
 *   | {t: "give_up", v: number}
 * )} Request  A request before the socket gives it its id.
 */

export const CLOSE_RESTART = 1012;
export const CLOSE_NOT_ALLOWED = 4403;
export const CLOSE_NO_TABLE = 4404;
export const CLOSE_TOO_FAST = 4429;
