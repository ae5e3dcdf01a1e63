/**
 * Types of the messages of game/protocol, where their fields are documented.
 *
 * @typedef {object} Asked
 * @property {number} turn
 * @property {number} focus
 * @property {number} missing
 *
 * @typedef {object} ShownCard
 * @property {number} order
 * @property {number} slot
 * @property {string} [id]
 * @property {boolean} [touched]
 * @property {string[]} [marks]
 * @property {number} [possible]
 * @property {number} [common]
 * @property {[number, number, number]} [odds]
 * @property {boolean} [became_known]
 * @property {boolean} [chop]
 * @property {boolean} [focus]
 * @property {number} [said]
 * @property {Asked} [asked]
 *
 * @typedef {object} Seat
 * @property {string} name
 * @property {"person" | "agent" | "empty"} kind
 * @property {string} [address]
 * @property {string} [version]
 * @property {string} [type]
 * @property {string} [page]
 * @property {boolean} [present]
 * @property {number} [away_since]
 * @property {string} [sits_for]
 * @property {boolean} [follows]
 * @property {boolean} [thinking]
 *
 * @typedef {object} ClueOption
 * @property {number} seat
 * @property {string} value
 * @property {number[]} touches
 * @property {Record<string, number>} [then]
 * @property {string} [reads]
 * @property {Record<string, number>} [said]
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
 * @property {string} [how]
 *
 * @typedef {object} Ending
 * @property {"perfect" | "strikeout" | "out_of_turns" | "terminated" | "nothing_left"} kind
 * @property {string} text
 * @property {number} stacks
 * @property {number} zero
 * @property {string} replay
 * @property {string | null} [next]
 * @property {boolean} [offered]
 *
 * @typedef {object} Trouble
 * @property {number} seat
 * @property {string} text
 *
 * @typedef {object} Clock
 * @property {(number | null)[]} left
 * @property {number | null} began
 * @property {number | null} deadline
 * @property {"nothing" | "bot" | "end"} at_zero
 *
 * @typedef {object} Proposal
 * @property {"end" | "undo"} kind
 * @property {number} seat
 * @property {number[]} agreed
 * @property {number} [turn]
 *
 * @typedef {object} CardNote
 * @property {number} seat
 * @property {number} order
 * @property {number} turn
 * @property {string} text
 *
 * @typedef {object} ChatLine
 * @property {number} n
 * @property {number} seat
 * @property {number} turn
 * @property {string} text
 *
 * @typedef {object} Series
 * @property {number} number
 * @property {number} planned
 * @property {number[]} stacks
 * @property {number[]} zero
 *
 * @typedef {object} SuitLook
 * @property {string} symbol
 * @property {string[]} tints
 * @property {number} [shade]
 *
 * @typedef {object} ShownRules
 * @property {string} variant
 * @property {{letter: string, name: string}[]} suits
 * @property {number} ranks
 * @property {number[]} copies
 * @property {string[]} colour_clues
 * @property {string[]} rank_clues
 * @property {Record<string, string>} clue_names
 * @property {number} max_tokens
 * @property {number} max_strikes
 * @property {number} hand_size
 * @property {Record<string, SuitLook>} [looks]
 *
 * @typedef {object} Frame
 * @property {string} table
 * @property {"open" | "running" | "finished"} status
 * @property {ShownRules} rules
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
 * @property {number | null} efficiency
 * @property {number | null} most_turns
 * @property {ShownCard[][]} hands
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
 * @property {"partners" | "common"} [conventions]
 * @property {Series} [series]
 * @property {Legal} [legal]
 * @property {Ending} [ending]
 * @property {Trouble} [trouble]
 * @property {Proposal} [proposal]
 * @property {Clock} [clock]
 * @property {boolean} [may_look]
 * @property {number} [watch_delay]
 * @property {boolean} [may_talk]
 * @property {boolean} [may_hint]
 * @property {boolean} [fixed]
 * @property {boolean} [may_undo]
 * @property {boolean} [may_ask_why]
 * @property {("seed" | "branch" | "undo" | "hint" | "sit_in" | "taken_over")[]} [marks]
 *
 * @typedef {{t: "welcome", protocol: number, ping_seconds: number, now: number}} Welcome
 * @typedef {{t: "frame" | "update", v: number, frame: Frame}} FrameMessage
 * @typedef {{t: "past", turn: number, frame: Frame}} Past
 * @typedef {{t: "notes", notes: CardNote[]}} Notes
 * @typedef {{t: "chat", lines: ChatLine[]}} Chat
 * @typedef {{t: "ack", id: string, v: number}} Ack
 * @typedef {{t: "refused", id: string | null, reason: string, text: string, v: number}} Refused
 * @typedef {{t: "pong", n: number, v: number}} Pong
 * @typedef {{t: "presence", present: boolean[], away_since: (number | null)[], watching: number}} Presence
 * @typedef {{t: "waiting", id: string | null, text: string}} Waiting
 * @typedef {{t: "view", game: string, line?: number | null, turn: number, seat: string}} SharedView
 * @typedef {{t: "room", code: string, led: boolean, followers: number}} Room
 * @typedef {Welcome | FrameMessage | Past | Notes | Chat | Ack | Refused | Waiting | Pong | Presence} ServerMessage
 *
 * @typedef {(
 *   | {t: "play" | "discard", v: number, order: number}
 *   | {t: "clue", v: number, seat: number, value: string}
 *   | {t: "replace", v: number, seat: number, address: string}
 *   | {t: "delay", ms: number}
 *   | {t: "pause", paused: boolean}
 *   | {t: "step", v: number}
 *   | {t: "take_over", v: number, seat: number}
 *   | {t: "give_up" | "undo", v: number}
 *   | {t: "answer", v: number, agreed: boolean}
 *   | {t: "note", order: number, text: string}
 *   | {t: "say", text: string}
 *   | {t: "come_back"}
 *   | {t: "sit_in", v: number, seat: number}
 * )} Request  A request before the socket gives it its id.
 */

export const CLOSE_RESTART = 1012;
export const CLOSE_AWAY = 4503;
export const CLOSE_NOT_ALLOWED = 4403;
export const CLOSE_NO_TABLE = 4404;
export const CLOSE_TOO_FAST = 4429;
export const CLOSE_TOO_MANY = 4430;
