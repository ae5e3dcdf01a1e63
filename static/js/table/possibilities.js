/** The grid of a card's possible identities: columns are suits, rows are ranks. */

import { el } from "hanabi/dom";

/** @import { Frame, ShownRules as Rules } from "game/protocol" */

/** @param {Rules} rules */
export function createPossibilities(rules) {
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
