/** Help for the person: a hint, taking the last move back, and why a bot did not play a card. */

import { button, el, part, say, set } from "hanabi/dom";

/** @import { Advice } from "game/board/hints" */
/** @import { Deed, State } from "hanabi/table/reducer" */

/**
 * @param {State} first
 * @param {(deed: Deed) => void} dispatch
 * @param {(request: import("hanabi/table/socket").Request) => void} send
 */
export function createAids(first, dispatch, send) {
  let state = first;
  let asking = false;
  /** @type {number | null} the turn of the hint on show */
  let hinted = null;
  const hint = button({ class: "quiet", onclick: ask }, "Hint");
  const undo = button(
    { class: "quiet", onclick: () => send({ t: "undo", v: state.version }) },
    "Take back",
  );
  const whyNot = button({ class: "quiet", onclick: () => askWhy(state.selected) }, "Why not?");
  const title = el("h2", { class: "label" });
  const body = el("div", { "aria-live": "polite" });
  const sheet = el(
    "section",
    { class: "panel sheet aid", popover: "auto", role: "dialog" },
    title,
    body,
    button({ onclick: () => sheet.hidePopover() }, "Close"),
  );
  const node = el("div", { class: "acts aids" }, undo, hint, whyNot, sheet);

  async function ask() {
    if (asking || hint.ariaDisabled === "true") return;
    asking = true;
    show("Hint", "Looking at your moves…");
    hinted = state.frame.turn;
    const token = document.querySelector("[name=csrfmiddlewaretoken]")?.getAttribute("value") ?? "";
    const fields = new URLSearchParams({ v: String(state.version), csrfmiddlewaretoken: token });
    const answer = await reply("hint/", { method: "POST", body: fields });
    asking = false;
    if (hinted === null) return;
    if (!answer.moves) return show("Hint", answer.refused);
    /** @type {Advice[]} */
    const moves = answer.moves;
    show(
      moves.length > 1 ? "Your two best moves" : "Your best move",
      el("p", {}, answer.situation),
      el("ol", {}, ...moves.map(advice)),
    );
  }

  /** @param {number | null} order  draw number of a card */
  async function askWhy(order) {
    const { frame } = state;
    const seat = botHolding(frame, order);
    if (seat < 0) return;
    const slot = frame.hands[seat].find((card) => card.order === order)?.slot;
    const answer = await reply(`why-not/?order=${order}&turn=${frame.turn}`);
    hinted = null;
    show(`${frame.seats[seat].name}, about slot ${slot}`, el("p", {}, answer.text ?? answer.refused));
  }

  /** @param {Advice} move */
  function advice({ text, why, act, order, seat = 0, value }) {
    const choose = () => {
      sheet.hidePopover();
      dispatch(act === "clue" ? { t: "aim", aim: { seat, value: value ?? null, pinned: true } } : { t: "select", order: order ?? null, act });
      toButton(act, order);
    };
    return el("li", {}, button({ onclick: choose }, text), " ", why);
  }

  /**
   * Focus the button that makes a move: the card's own in text mode, else the dock's.
   *
   * @param {string} act  “play”, “discard” or “clue”
   * @param {number} [order]  draw number of the card
   */
  function toButton(act, order) {
    const name = `button[data-act="${act === "clue" ? "give" : act}"]`;
    const host = node.closest(".board, .in-words");
    const at = host?.querySelector(`li[data-order="${order}"] ${name}`) ?? host?.querySelector(name);
    if (at instanceof HTMLElement) at.focus();
  }

  /** @param {string} heading @param {...(string | Node)} content */
  function show(heading, ...content) {
    say(title, heading);
    set(sheet, "aria-label", heading);
    body.replaceChildren(...content);
    sheet.showPopover();
  }

  const aids = part(node, (now) => {
    state = now;
    const { frame, past, selected, sending } = now;
    if (hinted !== null && hinted !== frame.turn) {
      hinted = null;
      sheet.hidePopover();
    }
    // “Why not?” replaces the other buttons while a card to ask about is chosen: the dock is no wider.
    const asks = botHolding(frame, selected) >= 0;
    node.hidden = past !== null || (!frame.may_hint && !frame.may_undo && !asks);
    hint.hidden = !frame.may_hint || asks;
    undo.hidden = !frame.may_undo || asks;
    whyNot.hidden = !asks;
    set(hint, "aria-disabled", !frame.legal || sending !== null);
    set(undo, "aria-disabled", sending !== null);
  });
  return { ...aids, askWhy };
}

/**
 * Return the seat of the bot that holds a card, if it was clued and may be asked about; else -1.
 *
 * @param {import("game/protocol").Frame} frame
 * @param {number | null} card  its draw number
 */
export function botHolding({ may_ask_why: mayAsk, hands, seats }, card) {
  if (!mayAsk) return -1;
  return hands.findIndex(
    (hand, seat) =>
      seats[seat].kind === "agent" && hand.some(({ order, touched }) => order === card && touched),
  );
}

/**
 * Return the answer of a page under this one as JSON; `refused` says why there is none.
 *
 * @param {string} page
 * @param {RequestInit} [options]
 */
async function reply(page, options) {
  const answer = await fetch(location.pathname + page, options).catch(() => null);
  const json = await answer?.json().catch(() => null);
  return json ?? { refused: "The site has no answer just now. Try again." };
}
