/** Requests among people at a table: to end or undo, or to let a bot sit in. */

import { button, el, part, say } from "hanabi/dom";
import { ownSeat } from "hanabi/table/reducer";
import { list } from "hanabi/table/words";

/** @import { Frame } from "game/protocol" */
/** @import { State } from "hanabi/table/reducer" */
/** @import { Request } from "hanabi/table/socket" */

const AWAY_SECONDS = 30;
/** Seconds without a move after which a hidden partner may be given up; nobody sees who is away. */
const SLOW_SECONDS = 120;

/** @param {(request: Request) => void} send */
export function createCompany(send) {
  /** @type {State | undefined} */
  let state;
  const v = () => state?.version ?? 0;
  const answer = (/** @type {boolean} */ agreed) => send({ t: "answer", v: v(), agreed });
  const asked = el("p", {});
  const agree = button({ class: "primary", onclick: () => answer(true) }, "Agree");
  const decline = button({ onclick: () => answer(false) });
  const proposal = el("div", { class: "ask" }, asked, el("div", { class: "acts" }, agree, decline));
  const away = el("span", {});
  // A countdown is not to be read out every second.
  const wait = el("span", { "aria-live": "off" });
  const sitIn = button({
    class: "primary",
    onclick: () =>
      send(
        state?.frame.fixed
          ? { t: "give_up", v: v() }
          : { t: "sit_in", v: v(), seat: absent?.seat ?? 0 },
      ),
  });
  const back = el(
    "div",
    { class: "ask" },
    el("p", {}, "A bot sits in for you."),
    button({ class: "primary", onclick: () => send({ t: "come_back" }) }, "Take my seat back"),
  );
  const missing = el("div", { class: "ask" }, el("p", {}, away, wait), el("div", { class: "acts" }, sitIn));
  const node = el("section", { class: "panel company", role: "alert" }, back, proposal, missing);
  /** @type {{seat: number, name: string, seconds: number} | undefined} */
  let absent;
  /** @type {number | undefined} */
  let timer;
  let [turn, began] = [0, 0];

  function show() {
    if (!state) return;
    const { frame } = state;
    const me = ownSeat(frame);
    const seated = me !== null && frame.status === "running";
    if (frame.turn !== turn) [turn, began] = [frame.turn, Date.now() / 1000 + state.skew];
    const hidden = frame.seats[0].kind === "hidden";
    const least = hidden ? SLOW_SECONDS : AWAY_SECONDS;
    absent = seated ? longestAway(state, hidden ? began : null) : undefined;
    proposal.hidden = !seated || !frame.proposal;
    missing.hidden = !absent || (hidden && absent.seconds < least);
    back.hidden = !seated || !frame.seats[me].sits_for;
    node.hidden = back.hidden && proposal.hidden && missing.hidden;
    if (frame.proposal && me !== null) {
      const agreed = frame.proposal.agreed.includes(me);
      say(asked, question(frame, me));
      agree.hidden = agreed;
      say(decline, frame.proposal.seat === me ? "Withdraw" : agreed ? "I changed my mind" : "No, play on");
    }
    if (absent) {
      const { name, seconds } = absent;
      say(away, hidden ? `${name} has not moved for two minutes.` : `${name} is away.`);
      const left = least - seconds;
      say(wait, left > 0 ? ` In ${left} s you can ${frame.fixed ? "end the game" : "let a bot sit in"}.` : "");
      say(sitIn, frame.fixed ? "End the game" : `Let a bot sit in for ${name}`);
      sitIn.disabled = left > 0;
    }
    clearTimeout(timer);
    if (absent && absent.seconds < least) timer = window.setTimeout(show, 1000);
  }

  return part(node, (now) => {
    state = now;
    show();
  });
}

/**
 * Return the other person who has been away longest or, among hidden players, the one to move.
 *
 * @param {State} state
 * @param {number | null} began  when the turn began, if players are hidden
 */
function longestAway({ frame, skew }, began) {
  const now = Date.now() / 1000 + skew;
  return frame.seats
    .map(({ present, name, away_since: since }, seat) => ({
      seat,
      name,
      seconds: Math.floor(now - (began ?? since ?? 0)),
      away: seat !== frame.you && (began === null ? present === false : seat === frame.to_move),
    }))
    .filter((one) => one.away)
    .sort((one, other) => other.seconds - one.seconds)
    .at(0);
}

/**
 * Return a proposal as text: “Ana asks to take back turns 7 to 9. Waiting for Ben.”
 *
 * @param {Frame} frame
 * @param {number} me
 */
function question({ seats, proposal, turn }, me) {
  if (!proposal) return "";
  const mine = proposal.seat === me;
  const who = mine ? "You ask" : `${seats[proposal.seat].name} asks`;
  const from = proposal.turn ?? turn;
  const turns = turn - 1 > from ? `turns ${from} to ${turn - 1}` : `turn ${from}`;
  const what = proposal.kind === "undo" ? `to take back ${turns}` : "to end the game here";
  const waiting = seats
    .filter(({ kind, present }, seat) => kind !== "agent" && present !== false && !proposal.agreed.includes(seat))
    .map(({ name }) => name);
  const agreed = proposal.agreed.includes(me) && waiting.length > 0;
  return `${who} ${what}.${agreed ? ` Waiting for ${list(waiting, "and")}.` : ""}`;
}
