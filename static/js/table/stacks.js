/** The stacks in the middle: the highest card played of each suit. */

import { el, part, set } from "hanabi/dom";
import { createFace } from "hanabi/table/face";

/** @param {import("game/protocol").ShownRules} rules */
export function createStacks(rules) {
  const stacks = rules.suits.map(({ letter }) => {
    const face = createFace(rules);
    return { face, node: el("li", { class: "stack", "data-stack": letter }, face.node) };
  });
  const node = el(
    "section",
    { class: "panel stacks" },
    el("h2", { class: "label" }, "Stacks"),
    el("ul", { class: "row" }, ...stacks.map((stack) => stack.node)),
  );

  return part(node, ({ frame }) => {
    rules.suits.forEach(({ letter, name }, index) => {
      const { face, node: stack } = stacks[index];
      const height = frame.stacks[index];
      face.update(height ? `${letter}${height}` : letter);
      stack.classList.toggle("empty", height === 0);
      stack.classList.toggle("complete", height === rules.ranks);
      set(stack, "aria-label", `${name} ${height || "not started"}`);
    });
  });
}
