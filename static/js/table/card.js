/** One card in a hand: a button whose node lasts as long as the card is in the hand. */

import { button, el, say, set, symbol } from "hanabi/dom";
import { createBubble } from "hanabi/table/conventions";
import { createFace } from "hanabi/table/face";
import { clueLook, suitSymbol } from "hanabi/table/suits";
import { cardLabel, clueName, only, percent } from "hanabi/table/words";

/** @import { Frame, ShownCard as Card, ShownRules as Rules } from "game/protocol" */
/** @typedef {{selected: boolean, aimed: boolean, fresh: boolean, newest: boolean}} Light */

const CHANCES = /** @type {const} */ (["playable", "trash", "critical"]);

/** @param {Rules} rules @param {number} order @param {(order: number) => void} onSelect */
export function createCard(rules, order, onSelect) {
  const face = createFace(rules);
  const grid = createPossibilities(rules);
  const chances = CHANCES.map((name) => el("span", { class: name }, symbol(`icon-${name}`), ""));
  const odds = el("span", { class: "odds", "aria-hidden": true }, ...chances);
  const slot = el("span", { class: "slot" });
  const marks = el("span", { class: "marks" });
  const chop = el("span", { class: "chop" }, "chop");
  const foot = el("span", { class: "foot", "aria-hidden": true }, slot, marks, chop);
  const bubble = createBubble();
  const body = el("span", { class: "body" }, face.node, odds, foot, bubble.node);
  const node = button(
    { class: "card", "data-order": order, onclick: () => onSelect(order) },
    body,
  );

  return {
    node,

    /** @param {Frame} now @param {number} seat @param {Card} card @param {Light} light */
    update(now, seat, card, light) {
      const mine = seat === now.you;
      const known = card.id ?? (mine ? only(now.rules, card.possible) : undefined);
      face.update(known);
      grid.update(mine && known ? undefined : card.possible, now);
      if (!grid.node.isConnected) (mine ? body : node).insertBefore(grid.node, mine ? odds : null);

      odds.hidden = !card.odds;
      chances.forEach((chance, index) => {
        say(/** @type {Text} */ (chance.lastChild), percent(card.odds?.[index] ?? 0));
      });
      const sure = mine && known !== undefined && !card.id;
      say(slot, sure ? (card.became_known ? "now known" : "known") : light.newest ? "new" : mine ? `slot ${card.slot}` : "");
      showMarks(marks, now.rules, card.marks ?? []);
      chop.hidden = !card.chop;
      bubble.update(now, card);

      node.classList.toggle("mine", mine);
      node.classList.toggle("touched", card.touched === true);
      node.classList.toggle("closed", !mine && known === undefined);
      node.classList.toggle("known", mine && known !== undefined);
      node.classList.toggle("became-known", card.became_known === true);
      node.classList.toggle("aimed", light.aimed);
      node.classList.toggle("fresh", light.fresh);
      node.classList.toggle("focus", card.focus === true);
      set(node, "aria-pressed", light.selected);
      set(node, "aria-label", cardLabel(now, seat, card));
    },
  };
}

/**
 * Show clue values as marks: the symbol of a colour, “3”, or “O” for odd.
 *
 * @param {HTMLElement} node
 * @param {Rules} rules
 * @param {string[]} values  suit letters and digits
 */
function showMarks(node, rules, values) {
  if (node.childElementCount === values.length) return;
  node.replaceChildren(
    ...values.map((value) => {
      if (/\d/.test(value)) return el("span", { class: "mark" }, clueName(rules, value)[0].toUpperCase());
      const look = clueLook(rules, value);
      return el("span", { class: "mark", "data-suit": look }, suitSymbol(rules, look));
    }),
  );
}

/**
 * Create the grid of a card's possible identities: columns are suits, rows are ranks.
 *
 * @param {Rules} rules
 */
function createPossibilities(rules) {
  const cells = rules.suits.flatMap(({ letter }) =>
    Array.from({ length: rules.ranks }, (_, rank) =>
      el("span", { class: "cell", "data-suit": letter }, String(rank + 1)),
    ),
  );
  const node = el("span", { class: "possibilities", "aria-hidden": true }, ...cells);
  node.style.setProperty("--ranks", String(rules.ranks));

  return {
    node,

    /**
     * @param {number | undefined} mask  bit suit * ranks + rank; undefined hides the grid
     * @param {Frame} frame
     */
    update(mask, frame) {
      node.hidden = mask === undefined;
      cells.forEach((cell, bit) => {
        const here = 1 << bit;
        cell.classList.toggle("on", Boolean((mask ?? 0) & here));
        cell.classList.toggle("playable", Boolean(frame.playable & here));
        cell.classList.toggle("useless", Boolean(frame.useless & here));
      });
    },
  };
}
