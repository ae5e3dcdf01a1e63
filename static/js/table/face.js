/** The face of a card: tint, letter, symbol and rank, so that colour is never the only cue. */

import { el, say, set } from "hanabi/dom";
import { suitSymbol } from "hanabi/table/suits";

/** @param {import("game/protocol").ShownRules} rules */
export function createFace(rules) {
  const letter = el("span", { class: "letter" });
  const rank = el("span", { class: "rank" });
  const node = el("span", { class: "face", "aria-hidden": true }, letter, rank);
  let shown = "";

  return {
    node,

    /** @param {string | undefined} id such as `r3`, `r` for an empty stack, or nothing */
    update(id) {
      node.hidden = id === undefined;
      if (id === undefined || id === shown) return;
      set(node, "data-suit", id[0]);
      say(letter, id[0].toUpperCase());
      say(rank, id.slice(1));
      if (shown[0] !== id[0]) {
        node.querySelector(".symbol")?.remove();
        node.append(suitSymbol(rules, id[0]));
      }
      shown = id;
    },
  };
}
