// @ts-check
/** An agent failed: say so and let the people choose who goes on in its place. */

import { el, say } from "hanabi/dom";

/**
 * @param {{address: string, title: string}[]} agents
 * @param {(seat: number, address: string) => void} replace
 */
export function createTrouble(agents, replace) {
  const text = el("p", {});
  const choice = el(
    "select",
    { id: "replacement" },
    ...agents.map(({ address, title }) => el("option", { value: address }, title)),
  );
  let seat = 0;
  const go = el(
    "button",
    {
      type: "button",
      class: "primary",
      onclick: () => replace(seat, choice.value),
    },
    "Go on",
  );
  const acts = el(
    "div",
    { class: "acts" },
    el("label", { for: "replacement" }, "Go on with"),
    choice,
    go,
  );
  const node = el("section", { class: "panel trouble", role: "alert" }, text, acts);
  node.hidden = true;

  return {
    node,

    /** @param {import("hanabi/table/reducer").State} state */
    update({ frame: { trouble, may_steer: steers } }) {
      node.hidden = !trouble;
      acts.hidden = !steers;
      if (!trouble) return;
      seat = trouble.seat;
      say(text, trouble.text);
    },
  };
}
