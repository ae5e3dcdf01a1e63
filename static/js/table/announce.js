/**
 * Announce moves, your turn and your clock to screen readers; your turn also in the tab's title.
 */

import { el, part, say } from "hanabi/dom";
import { runs, secondsLeft } from "hanabi/table/clock";
import { ownSeat } from "hanabi/table/reducer";

/** @import { State } from "hanabi/table/reducer" */

/** Seconds left at which your running clock is announced, the most first. */
const WARNINGS = [30, 10];

const plain = document.title;
/** Whether it is your turn, and the number of unread chat lines. */
const now = { mine: false, unread: 0 };

/** Change what the tab's title says. @param {Partial<typeof now>} change */
export function titled(change) {
  Object.assign(now, change);
  const said = now.unread ? `(${now.unread}) ` : "";
  document.title = `${said}${now.mine ? "● Your turn · " : ""}${plain}`;
}

/**
 * Create a live region that says the moves made since the last update, with their reasons.
 *
 * @param {(state: State) => string} [after]  returns what to say after them
 */
export function createNews(after = () => "") {
  const node = el("p", { class: "unseen", "aria-live": "polite" });
  let heard = Infinity;

  return part(node, (state) => {
    const fresh = state.log.filter(({ n }) => n > heard);
    heard = state.log.at(-1)?.n ?? 0;
    const moves = fresh.flatMap(({ text, why }) => [text, why ?? ""]);
    const words = [...moves, after(state)].filter(Boolean).join(" ");
    if (words) say(node, words);
  });
}

/** Create the announcer of a live table. It gets the table as it is now, whatever turn is shown. */
export function createAnnouncer() {
  let [mine, turn] = [false, -1];
  const news = createNews(({ frame }) => {
    const fresh = frame.turn !== turn;
    turn = frame.turn;
    mine = frame.to_move !== null && frame.to_move === ownSeat(frame);
    return mine && fresh ? "Your turn." : "";
  });
  const clock = createClockWarning();
  const link = el("p", { class: "chip link", role: "status" });
  const node = el("div", { class: "announcer" }, news.node, clock.node, link);

  return part(node, (state) => {
    news.update(state);
    clock.update(state);
    titled({ mine });
    say(link, state.end ? "" : trouble(state));
  });
}

/** Create a live region that says when your clock runs low. */
function createClockWarning() {
  const node = el("p", { class: "unseen", "aria-live": "polite" });
  /** @type {number | undefined} */
  let timer;
  let turn = -1;

  /** @param {State} state */
  function show(state) {
    clearTimeout(timer);
    const seat = ownSeat(state.frame);
    if (seat === null || !runs(state, seat)) return say(node, "");
    const left = secondsLeft(state, seat) ?? 0;
    // A turn that begins with little time says so at once.
    if (state.frame.turn !== turn) say(node, left <= WARNINGS[0] ? secondsText(left) : "");
    turn = state.frame.turn;
    const next = WARNINGS.find((seconds) => seconds < left);
    if (next === undefined) return;
    const warn = () => {
      say(node, secondsText(next));
      show(state);
    };
    timer = window.setTimeout(warn, 1000 * (left - next));
  }

  return { node, update: show };
}

/** @param {number} seconds */
function secondsText(seconds) {
  return `${Math.ceil(seconds)} seconds left.`;
}

/**
 * Return a sentence on a problem with the connection or the server, or an empty text.
 *
 * @param {State} state
 */
function trouble({ link, waiting, sending }) {
  if (link === "away") return "The site is busy. Trying again…";
  if (link === "lost") return "Reconnecting…";
  if (!waiting) return "";
  return sending ? "Saving…" : "The site is busy. Nothing is lost.";
}
