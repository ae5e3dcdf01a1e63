// @ts-check
/** An agent failed: say so and let the people choose who goes on in its place. */

import { el, say } from "hanabi/dom";

/**
 * @typedef {{address: string, title: string, face: string}} Bot
 * @param {{name: string, bots: Bot[]}[]} groups  who may go on
 * @param {(seat: number, address: string) => void} replace
 */
export function createTrouble(groups, replace) {
  const text = el("p", {});
  const face = el("span", { class: "chosen-face", "aria-hidden": true });
  const choice = el(
    "select",
    { id: "replacement", onchange: () => showFace() },
    ...groups.map(({ name, bots }) =>
      el("optgroup", { label: name }, ...bots.map(({ address, title }) => el("option", { value: address }, title))),
    ),
  );
  let seat = 0;
  const go = el(
    "button",
    {
      type: "button",
      class: "primary",
      onclick: () => replace(seat, choice.value),
    },
    "Replace the bot",
  );
  const acts = el(
    "div",
    { class: "acts" },
    el("label", { for: "replacement" }, "Continue with"),
    face,
    choice,
    go,
  );
  const node = el("section", { class: "panel trouble", role: "alert" }, text, acts);
  node.hidden = true;

  function showFace() {
    const bots = groups.flatMap((group) => group.bots);
    // A drawing of ours (agents/faces.py), not a word of anybody's.
    face.innerHTML = bots.find(({ address }) => address === choice.value)?.face ?? "";
  }
  showFace();

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
