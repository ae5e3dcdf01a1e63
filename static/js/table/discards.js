/** The discard pile as a table: columns are suits, rows are ranks, a dot for each lost copy. */

import { el, part, set } from "hanabi/dom";
import { suitSymbol } from "hanabi/table/suits";
import { discarded } from "hanabi/table/words";

/** @param {import("game/protocol").ShownRules} rules */
export function createDiscards(rules) {
  const ranks = Array.from({ length: rules.ranks }, (_, rank) => rank);
  const cells = rules.suits.map(({ letter }, suit) =>
    ranks.map((rank) => {
      const copies = rules.copies[suit * rules.ranks + rank];
      const dots = Array.from({ length: copies }, () => el("i", { class: "dot" }));
      const id = `${letter}${rank + 1}`;
      const number = el("span", { class: "rank" }, String(rank + 1));
      const row = el("span", { class: "dots", "aria-hidden": true }, ...dots);
      const node = el("td", { "data-suit": letter, "data-discard": id }, number, row);
      return { node, dots, copies };
    }),
  );
  const heads = rules.suits.map(({ letter, name }) =>
    el("th", { scope: "col", "data-suit": letter }, suitSymbol(rules, letter), el("span", { class: "unseen" }, name)),
  );
  const node = el(
    "section",
    { class: "panel sheet discards", id: "discards-sheet", popover: "auto" },
    el("h2", { class: "label" }, "Discards"),
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...heads)),
      el("tbody", {}, ...ranks.map((r) => el("tr", {}, ...cells.map((column) => column[r].node)))),
    ),
  );

  return part(node, ({ frame }) => {
    cells.flat().forEach(({ node: cell, dots, copies }, bit) => {
      const gone = frame.discards[bit];
      dots.forEach((dot, index) => dot.classList.toggle("on", index < gone));
      cell.classList.toggle("some", gone > 0);
      cell.classList.toggle("lost", gone === copies);
      cell.classList.toggle("critical", gone > 0 && Boolean(frame.critical & (1 << bit)));
      set(cell, "aria-label", discarded(frame, bit));
    });
  });
}
