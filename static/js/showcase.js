/**
 * `<hanabi-showcase>`: plays a recorded game. It pauses while out of sight or on request, and
 * starts paused if reduced motion is preferred.
 */

import { answer } from "hanabi/answer";
import { button, el, say } from "hanabi/dom";
import { statesOf } from "hanabi/replay/states";
import { createHand } from "hanabi/table/hands";
import { createLastMove } from "hanabi/table/log";
import { move } from "hanabi/table/motion";
import { createStacks } from "hanabi/table/stacks";

/** @import { State } from "hanabi/table/reducer" */

const MILLISECONDS = 2600;
/** The turn to start at: the first ones are uneventful. */
const FIRST = 7;
const AT_THE_END = 4;

const count = (/** @type {number} */ n, /** @type {string} */ what) => `${n} ${what}${n === 1 ? "" : "s"}`;

class HanabiShowcase extends HTMLElement {
  /** @type {State[]} */
  states = [];
  turn = FIRST;
  rests = matchMedia("(prefers-reduced-motion: reduce)").matches;
  seen = false;
  score = el("span", { class: "note" });
  switch = button({ class: "quiet", onclick: () => this.toggle() });

  async connectedCallback() {
    const found = await answer(this.dataset.frames ?? "");
    if (!found) return;
    this.states = statesOf(found.frames);
    const [first] = this.states;
    const hands = first.frame.seats.map((_, seat) => createHand(first, seat, () => {}));
    const stacks = createStacks(first.frame.rules);
    const last = createLastMove();
    this.parts = [...hands, stacks, last];
    const [below, above] = hands;
    // Decorative: nothing in it can be pressed or needs to be read out.
    this.scene = el(
      "div",
      { class: "board scene", inert: true, "aria-hidden": true },
      above.node,
      stacks.node,
      below.node,
    );
    this.replaceChildren(
      this.scene,
      el("div", { class: "told" }, last.node, el("div", { class: "inline" }, this.score, this.switch)),
    );
    new IntersectionObserver(([entry]) => (this.seen = entry.isIntersecting)).observe(this);
    this.show();
    setInterval(() => this.tick(), MILLISECONDS);
  }

  toggle() {
    this.rests = !this.rests;
    this.show();
  }

  tick() {
    if (this.rests || !this.seen || document.hidden) return;
    this.turn = (this.turn + 1) % (this.states.length + AT_THE_END);
    this.show();
  }

  show() {
    const state = this.states[Math.min(this.turn, this.states.length - 1)];
    const { frame } = state;
    say(this.switch, this.rests ? "Animate" : "Pause");
    say(this.score, `${count(frame.score, "point")}, ${count(frame.deck, "card")} in the deck`);
    if (!this.scene) return;
    move(
      this.scene,
      frame.rules,
      () => this.parts?.forEach((part) => part.update(state)),
      () => state.log.at(-1),
    );
  }
}

customElements.define("hanabi-showcase", HanabiShowcase);
