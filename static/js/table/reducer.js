/**
 * The board's state as one value, and the reducer that applies messages to it.
 *
 * There are no optimistic updates: a request only marks the state as “sending”; frames change the
 * table.
 */

import { toYou } from "hanabi/table/second_person";

/** @import { CardNote, ChatLine, Frame, FromServer, LogEntry, Update, WholeFrame } from "game/protocol" */

/**
 * A clue being previewed. `pinned` ones wait for “Give clue”; the others follow the pointer.
 *
 * @typedef {object} Aim
 * @property {number} seat
 * @property {string | null} value
 * @property {boolean} pinned
 */

/**
 * @typedef {object} State
 * @property {number} version  of the frame
 * @property {Frame} frame
 * @property {LogEntry[]} log  all of it, while `frame.log` may hold only the newest entries
 * @property {import("hanabi/table/socket").Link} link
 * @property {string | null} end  why the connection ended for good
 * @property {boolean} behind  a message was missed
 * @property {boolean} waiting  the server cannot read or save the table at the moment
 * @property {number | null} selected  draw number of a card
 * @property {"play" | "discard" | null} intent  what that card was chosen for, if known
 * @property {Aim | null} aim
 * @property {{id: string, until: number | null} | null} sending  until an answer, or this version
 * @property {string | null} refusal
 * @property {import("hanabi/table/guard").Guard | null} guard  a question before a move
 * @property {"play" | "discard" | null} choosing  the act that the next digit's slot completes
 * @property {{turn: number, of: number, frame: Frame} | null} past  the earlier turn being shown, of all
 * @property {number | null} looking  the earlier turn that was asked for, until it comes
 * @property {CardNote[]} notes  on cards, oldest first
 * @property {ChatLine[]} chat  oldest first
 * @property {boolean} heard  whether the existing lines have arrived
 * @property {number} watching  number of spectators
 * @property {number} skew  seconds that the server's clock is ahead of this one
 * @property {boolean} common  show what the whole table knows in common
 */

/**
 * An action of the person, or a change of the connection.
 *
 * @typedef {(
 *   | {t: "make"} & import("hanabi/table/guard").Attempt
 *   | {t: "link", link: import("hanabi/table/socket").Link}
 *   | {t: "end", why: string}
 *   | {t: "select", order: number | null, act?: "play" | "discard"}
 *   | {t: "aim", aim: Aim | null}
 *   | {t: "cancel"}
 *   | {t: "guard", guard: import("hanabi/table/guard").Guard}
 *   | {t: "choose", act: "play" | "discard"}
 *   | {t: "chosen", act: "play" | "discard", order: number}
 *   | {t: "common", on: boolean}
 *   | {t: "looking", turn: number}
 *   | {t: "present turn"}
 *   | {t: "redraw"}
 *   | {t: "sent", id: string}
 * )} Deed
 */

/** Why a person cannot move now. */
export const NOT_YOUR_TURN = "It is not your turn.";

const NOTHING_ASKED = { refusal: null, guard: null, choosing: null };

/** @param {Frame} frame @param {number} version @returns {State} */
export function start(frame, version) {
  return {
    version,
    frame,
    log: told(frame),
    link: "connecting",
    end: null,
    behind: false,
    waiting: false,
    selected: null,
    intent: null,
    aim: null,
    sending: null,
    ...NOTHING_ASKED,
    past: null,
    looking: null,
    watching: 0,
    notes: [],
    chat: [],
    heard: false,
    skew: 0,
    common: false,
  };
}

/** Return the log in the second person for the receiver. @param {Frame} frame */
function told(frame) {
  const seat = ownSeat(frame);
  if (seat === null) return frame.log;
  const { name, sits_for: person } = frame.seats[seat];
  // A bot sitting in keeps its own name in the log.
  return frame.log.map((entry) => toYou(entry, seat, person ?? name));
}

/** Return the receiver's seat, or null for a spectator. @param {Frame} frame */
export function ownSeat({ you, watching }) {
  return watching ? null : you;
}

/** Return whether an earlier turn is shown, or on its way. @param {State} state */
export function isLookingBack({ past, looking }) {
  return past !== null || looking !== null;
}

/** @param {State} state @param {FromServer | Deed} message @returns {State} */
export function reduce(state, message) {
  switch (message.t) {
    case "welcome":
      return { ...state, skew: message.now - Date.now() / 1000 };
    case "frame":
      return show({ ...state, log: told(message.frame), behind: false, waiting: false, past: null, looking: null }, message);
    case "update":
      if (message.v <= state.version) return state;
      if (message.v > state.version + 1) return { ...state, behind: true };
      return show(
        { ...state, log: [...state.log, ...told(message.frame)], waiting: false },
        message,
      );
    case "presence": {
      const seats = state.frame.seats.map((seat, index) => ({
        ...seat,
        present: message.present[index],
        away_since: message.away_since[index] ?? undefined,
      }));
      return { ...state, watching: message.watching, frame: { ...state.frame, seats } };
    }
    case "pong":
      return message.v > state.version ? { ...state, behind: true } : state;
    case "waiting":
      return { ...state, waiting: true };
    case "ack":
      if (message.id !== state.sending?.id) return state;
      return settle({ ...state, waiting: false, sending: { id: message.id, until: message.v } });
    case "refused": {
      const behind = state.behind || message.v > state.version;
      if (message.id && message.id !== state.sending?.id) return { ...state, behind };
      return { ...state, behind, waiting: false, sending: null, refusal: message.text };
    }
    case "link":
      // A request for an earlier turn is lost with its connection.
      return { ...state, link: message.link, looking: null };
    case "end":
      return { ...state, end: message.why, sending: null };
    case "select":
    case "chosen":
      return { ...state, ...NOTHING_ASKED, selected: message.order, intent: message.act ?? null, aim: null };
    case "guard":
      return { ...state, guard: message.guard, refusal: null };
    case "choose": {
      const { legal } = state.frame;
      const refusal = legal ? message.act === "discard" && legal.why_no_discard : NOT_YOUR_TURN;
      if (refusal) return { ...state, ...NOTHING_ASKED, refusal, selected: null, aim: null };
      return { ...state, ...NOTHING_ASKED, choosing: message.act, selected: null, aim: null };
    }
    case "aim":
      return {
        ...state,
        ...(message.aim?.pinned ? NOTHING_ASKED : {}),
        aim: message.aim,
        selected: message.aim?.pinned ? null : state.selected,
        refusal: null,
      };
    case "common":
      return { ...state, common: message.on };
    case "notes":
      return { ...state, notes: message.notes };
    case "chat":
      return { ...state, chat: message.lines, heard: true };
    case "looking":
      return { ...state, looking: message.turn };
    case "past":
      // Ignore the answer if the person has returned to the present meanwhile.
      if (message.turn !== state.looking) return state;
      return { ...state, ...NOTHING_ASKED, looking: null, past: { ...message, of: state.frame.turn - 1, frame: { ...message.frame, log: told(message.frame) } }, selected: null, aim: null };
    case "present turn":
      return { ...state, past: null, looking: null };
    case "cancel":
      if (isLookingBack(state)) return { ...state, past: null, looking: null };
      return { ...state, ...NOTHING_ASKED, selected: null, aim: null };
    case "sent":
      return { ...state, ...NOTHING_ASKED, sending: { id: message.id, until: null } };
    default:
      return state;
  }
}

/**
 * Apply a frame. A card stays selected for as long as it is held, a clue stays aimed until my own
 * turn is over.
 *
 * @param {State} state
 * @param {WholeFrame | Update} message
 */
function show(state, { v, frame }) {
  const held = frame.hands.some((hand) => hand.some((card) => card.order === state.selected));
  const moved = frame.turn !== state.frame.turn;
  return settle({
    ...state,
    version: v,
    frame,
    past: state.past && { ...state.past, of: frame.turn - 1 },
    selected: held ? state.selected : null,
    aim: moved && state.frame.to_move === ownSeat(state.frame) ? null : state.aim,
    refusal: moved ? null : state.refusal,
    guard: moved ? null : state.guard,
  });
}

/** @param {State} state */
function settle(state) {
  const until = state.sending?.until ?? null;
  return until !== null && state.version >= until ? { ...state, sending: null } : state;
}
