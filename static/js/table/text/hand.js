/** A hand as text: a list of cards, with action buttons beside my own. */

import { button, el, keyed, part, say, set } from "hanabi/dom";
import { botHolding } from "hanabi/table/aids";
import { mates } from "hanabi/table/clues";
import { historyOf, notesOn } from "hanabi/table/history";
import { createNote } from "hanabi/table/note";
import { ownSeat } from "hanabi/table/reducer";
import { SOURCES, aboutCard, byConvention, bySuit, clueName, identities, ownerOf, places, trustOf } from "hanabi/table/words";

/** @import { ShownCard as Card } from "game/protocol" */
/** @import { Deed, State } from "hanabi/table/reducer" */

/**
 * @param {number} seat
 * @param {(deed: Deed) => void} dispatch
 * @param {(order: number, text: string) => void} [note]  stores a note on a card
 * @param {(order: number) => void} [askWhy]  asks a bot why it did not play a card
 */
export function createTextHand(seat, dispatch, note, askWhy) {
  const title = el("h2");
  const why = el("p", { class: "why" });
  const list = el("ol", { class: "cards-in-words" });
  const clues = createClueList(seat, dispatch);
  const node = el("section", { class: "panel", "data-seat": seat }, title, why, list, clues.node);
  /** @type {Map<number, ReturnType<typeof createTextCard>>} */
  const byOrder = new Map();

  return part(node, (state) => {
    const { frame } = state;
    const hand = frame.hands[seat];
    const { name, sits_for: person } = frame.seats[seat];
    say(title, seat === ownSeat(frame) ? "Your hand" : [`Hand of ${name}`, person && `for ${person}`, trustOf(frame, seat)].filter(Boolean).join(", "));
    say(why, (seat === ownSeat(frame) && frame.legal?.why_no_discard) || "");
    why.hidden = !why.textContent;
    const orders = hand.map((held) => held.order);
    keyed(list, byOrder, orders, (order) => createTextCard(order, dispatch, note, askWhy));
    for (const held of hand) byOrder.get(held.order)?.update(state, seat, held);
    clues.update(state);
  });
}

/**
 * @param {number} order
 * @param {(deed: Deed) => void} dispatch
 * @param {(order: number, text: string) => void} [note]
 * @param {(order: number) => void} [askWhy]
 */
function createTextCard(order, dispatch, note, askWhy) {
  const text = el("p");
  const said = el("p", { class: "by-convention" });
  const [play, discard] = /** @type {const} */ (["play", "discard"]).map((act) =>
    button({ "data-act": act, onclick: () => dispatch({ t: "chosen", act, order }) }),
  );
  const whyNot = button({ onclick: () => askWhy?.(order) });
  const acts = el("p", { class: "acts" }, play, discard, whyNot);
  const summary = el("summary");
  const more = el("ul");
  const form = createNote({ id: `note-${order}` }, note);
  const node = el("li", { "data-order": order }, text, said, acts, el("details", {}, summary, more, form.node));

  return {
    node,

    /** @param {State} state @param {number} seat @param {Card} card */
    update(state, seat, card) {
      const { frame } = state;
      const place = `slot ${card.slot}`;
      const about = aboutCard(frame, seat, card);
      say(text, `Slot ${card.slot}: ${about.join(", ") || "nothing is known of it"}.`);
      const convention = byConvention(frame, card).join(", ");
      say(said, convention && `${SOURCES[frame.conventions ?? "common"]}: ${convention}.`);
      said.hidden = !convention;
      const legal = seat === ownSeat(frame) ? frame.legal : undefined;
      play.hidden = !legal?.plays.includes(order);
      discard.hidden = !legal?.discards.includes(order);
      const owner = ownerOf(frame, seat);
      whyNot.hidden = !askWhy || state.past !== null || botHolding(frame, order) !== seat;
      acts.hidden = play.hidden && discard.hidden && whyNot.hidden;
      for (const act of [play, discard]) set(act, "aria-disabled", state.sending !== null);
      say(play, `Play ${place}`);
      say(discard, `Discard ${place}`);
      say(whyNot, `Why not ${owner} ${place}?`);
      say(summary, `More about ${owner.replace("Your", "your")} ${place}`);
      form.update(state, order);
      const lines = moreAbout(state, seat, card);
      if (lines.join() === [...more.children].map((line) => line.textContent).join()) return;
      more.replaceChildren(...lines.map((line) => el("li", {}, line)));
    },
  };
}

/**
 * Return the details of a card: its possibilities, common knowledge, history, and my notes.
 *
 * @param {State} state
 * @param {number} seat
 * @param {Card} card
 */
function moreAbout(state, seat, { order, possible, common }) {
  const { frame, log } = state;
  const { rules, seats } = frame;
  const holder = seat === frame.you ? "It can be" : `${seats[seat].name} knows it can be`;
  const all = (/** @type {string} */ who, /** @type {number} */ mask) =>
    `${who} ${identities(rules, mask).length} cards: ${bySuit(rules, mask)}.`;
  return [
    ...(possible ? [all(holder, possible)] : []),
    ...(common && common !== possible ? [all("Shared knowledge: it can be", common)] : []),
    ...historyOf(frame, log, order, seat),
    ...notesOn(state, order),
  ];
}

/**
 * Create the list of clues to a mate; each asks for confirmation, with what it would reveal.
 *
 * @param {number} seat
 * @param {(deed: Deed) => void} dispatch
 */
function createClueList(seat, dispatch) {
  const title = el("h3");
  const why = el("p", { class: "why" });
  const list = el("ul", { class: "acts" });
  const node = el("div", {}, title, why, list);
  let shown = "";

  return part(node, ({ frame }) => {
    const mayClue = frame.legal && mates(frame).includes(seat);
    node.hidden = !mayClue;
    const clues = frame.legal?.clues.filter((clue) => clue.seat === seat) ?? [];
    say(title, `Clues to ${frame.seats[seat].name}`);
    say(why, frame.legal?.why_no_clue ?? "");
    why.hidden = !why.textContent;
    const names = clues.map(({ value, touches }) => {
      const name = clueName(frame.rules, value);
      return `${name[0].toUpperCase()}${name.slice(1)}: touches ${places(frame.hands[seat], touches)}`;
    });
    if (shown === names.join()) return;
    shown = names.join();
    list.replaceChildren(
      ...clues.map(({ value }, index) => {
        const aim = { seat, value, pinned: true };
        const onclick = () => dispatch({ t: "aim", aim });
        return el("li", {}, button({ "data-value": value, onclick }, names[index]));
      }),
    );
  });
}
