// @ts-check
/**
 * Everything the board shows, as one value, and how each message changes it.
 *
 * Nothing is guessed: a request only marks the state as “sending”, the frames change the table.
 */

/** @typedef {import("hanabi/table/protocol").Frame} Frame */
/** @typedef {import("hanabi/table/protocol").LogEntry} LogEntry */
/** @typedef {import("hanabi/table/protocol").ServerMessage} ServerMessage */

/**
 * A clue being considered. `pinned` ones wait for “Give clue”; the others follow the pointer.
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
 * @property {string | null} end  why there is no connection any more
 * @property {boolean} behind  a message was missed
 * @property {number | null} selected  draw number of a card
 * @property {Aim | null} aim
 * @property {{id: string, until: number | null} | null} sending  until an answer, or a version
 * @property {string | null} refusal
 * @property {boolean} common  show what the whole table knows in common
 */

/**
 * What a person did, or what happened to the connection.
 *
 * @typedef {(
 *   | {t: "link", link: import("hanabi/table/socket").Link}
 *   | {t: "end", why: string}
 *   | {t: "select", order: number | null}
 *   | {t: "aim", aim: Aim | null}
 *   | {t: "cancel"}
 *   | {t: "common", on: boolean}
 *   | {t: "sent", id: string}
 * )} Deed
 */

/**
 * @param {Frame} frame
 * @param {number} version
 * @returns {State}
 */
export function start(frame, version) {
  return {
    version,
    frame,
    log: frame.log,
    link: "connecting",
    end: null,
    behind: false,
    selected: null,
    aim: null,
    sending: null,
    refusal: null,
    common: false,
  };
}

/**
 * The receiver's own seat, or null for one who only watches.
 *
 * @param {Frame} frame
 */
export function ownSeat({ you, watching }) {
  return watching ? null : you;
}

/**
 * @param {State} state
 * @param {ServerMessage | Deed} message
 * @returns {State}
 */
export function reduce(state, message) {
  switch (message.t) {
    case "frame":
      return show({ ...state, log: message.frame.log, behind: false }, message);
    case "update":
      if (message.v <= state.version) return state;
      if (message.v > state.version + 1) return { ...state, behind: true };
      return show({ ...state, log: [...state.log, ...message.frame.log] }, message);
    case "presence": {
      const seats = state.frame.seats.map((seat, index) => ({
        ...seat,
        present: message.present[index],
      }));
      return { ...state, frame: { ...state.frame, seats } };
    }
    case "pong":
      return message.v > state.version ? { ...state, behind: true } : state;
    case "ack":
      if (message.id !== state.sending?.id) return state;
      return settle({ ...state, sending: { id: message.id, until: message.v } });
    case "refused": {
      const behind = state.behind || message.v > state.version;
      if (message.id && message.id !== state.sending?.id) return { ...state, behind };
      return { ...state, behind, sending: null, refusal: message.text };
    }
    case "link":
      return { ...state, link: message.link };
    case "end":
      return { ...state, end: message.why, sending: null };
    case "select":
      return { ...state, selected: message.order, aim: null, refusal: null };
    case "aim":
      return {
        ...state,
        aim: message.aim,
        selected: message.aim?.pinned ? null : state.selected,
        refusal: null,
      };
    case "common":
      return { ...state, common: message.on };
    case "cancel":
      return { ...state, selected: null, aim: null, refusal: null };
    case "sent":
      return { ...state, sending: { id: message.id, until: null }, refusal: null };
    default:
      return state;
  }
}

/**
 * Put a frame on the table. A new turn lays down what was being considered for the old one.
 *
 * @param {State} state
 * @param {import("hanabi/table/protocol").FrameMessage} message
 */
function show(state, { v, frame }) {
  const held = frame.hands.some((hand) => hand.some((card) => card.order === state.selected));
  const moved = frame.turn !== state.frame.turn;
  return settle({
    ...state,
    version: v,
    frame,
    selected: held ? state.selected : null,
    aim: moved ? null : state.aim,
    refusal: moved ? null : state.refusal,
  });
}

/** @param {State} state */
function settle(state) {
  const until = state.sending?.until ?? null;
  return until !== null && state.version >= until ? { ...state, sending: null } : state;
}
