// @ts-check
/** `<hanabi-lesson>`: a scripted first game on the board of a real table, without a server. */

import { el, set } from "hanabi/dom";
import { createGuide } from "hanabi/learn/guide";
import { same, told } from "hanabi/learn/told";
import { statesOf } from "hanabi/replay/states";
import { createBoard } from "hanabi/table/board";
import { canDiscard, canGive, canPlay, createDock } from "hanabi/table/dock";
import { meaning } from "hanabi/table/keys";
import { reduce } from "hanabi/table/reducer";

/** @typedef {import("hanabi/learn/told").Act} Act */
/** @typedef {import("hanabi/table/reducer").State} State */
/** @typedef {import("hanabi/table/reducer").Deed} Deed */

/**
 * @typedef {object} Step  of game/learn/first_game.py
 * @property {number} frame
 * @property {string} say
 * @property {string} look
 * @property {number | null} order
 * @property {string} go_on
 * @property {Act | null} act
 */

/** Selectors of what a step highlights, by name; the first visible one is used. */
const PLACES = /** @type {Record<string, string[]>} */ ({
  mates: [".mates .hand"],
  mine: [".hand.mine"],
  stacks: [".stacks"],
  "clue-pad": [".clue-pad", ".dock"],
  clues: [".status .clues"],
  strikes: [".status .strikes"],
  score: [".status .score"],
  deck: [".status .deck"],
  discards: [".discards", "[popovertarget=discards-sheet]"],
});

class HanabiLesson extends HTMLElement {
  /** @type {Step[]} */
  steps = [];
  /** @type {State[]} */
  states = [];
  at = 0;

  async connectedCallback() {
    const response = await fetch(this.dataset.lesson ?? "");
    if (!response.ok) return;
    const { steps, frames } = await response.json();
    this.steps = steps;
    this.states = statesOf(frames);
    this.state = this.states[0];
    const dispatch = (/** @type {Deed} */ deed) => this.dispatch(deed);
    const after = this.querySelector("[data-after]") ?? el("div");
    this.guide = createGuide(steps.length, /** @type {HTMLElement} */ (after), {
      back: () => this.go(this.at - 1),
      next: () => this.go(this.at + 1),
    });
    this.dock = createDock(this.state, dispatch, {
      play: () => this.play(),
      discard: () => this.discard(),
      give: () => this.give(),
      agree: () => {},
    });
    this.board = createBoard(this.state, { dispatch, docks: [this.dock] });
    this.replaceChildren(this.guide.node, this.board.node);
    this.tabIndex = -1;
    this.addEventListener("keydown", this.press);
    this.go(0);
    this.guide.focus();
  }

  /** @param {number} index */
  go(index) {
    const focused = this.contains(document.activeElement);
    this.at = Math.max(0, Math.min(index, this.steps.length - 1));
    const step = this.steps[this.at];
    this.state = this.states[step.frame];
    this.guide?.show({ index: this.at, say: step.say, goOn: step.act ? "" : step.go_on });
    if (this.dock) this.dock.node.inert = !step.act;
    this.show();
    this.look(step);
    if (!focused) return;
    // The focused control may be gone: keep keys working.
    if (step.act) this.focus({ preventScroll: true });
    else this.guide?.focus();
  }

  /** @param {Deed | {t: "refused", id: null, reason: string, text: string, v: number}} deed */
  dispatch(deed) {
    if (!this.state) return;
    this.state = reduce(this.state, deed);
    this.show();
  }

  /** Update the board and highlight the control to press. */
  show() {
    if (this.state) this.board?.update(this.state);
    const { act } = this.steps[this.at];
    const asked = this.asked();
    const control = asked ? this.querySelector(asked.press) : null;
    for (const old of this.querySelectorAll("[data-told]")) {
      if (old !== control) set(old, "data-told", null);
    }
    if (control && !control.hasAttribute("data-told")) {
      set(control, "data-told", true);
      control.scrollIntoView({ block: "nearest" });
    }
    this.guide?.ask(act && asked ? asked.words : "");
  }

  asked() {
    const { act } = this.steps[this.at];
    const pad = this.querySelector(".clue-pad .values");
    return act && this.state && told(this.state, act, pad?.checkVisibility() ?? false);
  }

  /** @param {Step} step */
  look({ look, order }) {
    for (const old of this.querySelectorAll("[data-looked]")) set(old, "data-looked", null);
    const places = look === "slot" ? [`.card[data-order="${order}"]`] : PLACES[look];
    const nodes = places.map((place) => this.querySelector(place));
    const node = nodes.find((one) => one?.checkVisibility());
    if (!node) return;
    set(node, "data-looked", true);
    node.scrollIntoView({ block: "nearest" });
  }

  play() {
    const { state } = this;
    if (state && canPlay(state)) this.act({ t: "play", order: Number(state.selected) });
  }

  discard() {
    const { state } = this;
    if (state && canDiscard(state)) this.act({ t: "discard", order: Number(state.selected) });
  }

  give() {
    const { state } = this;
    if (!state?.aim?.value || !canGive(state)) return;
    this.act({ t: "clue", seat: state.aim.seat, value: state.aim.value });
  }

  /** @param {Act} act  the learner's move; it counts only if the step asks for it */
  act(act) {
    const wanted = this.steps[this.at].act;
    if (!wanted) return;
    if (same(act, wanted)) return this.go(this.at + 1);
    this.dispatch({ t: "cancel" });
    const text = `You may do that at a table. Here, do this: ${this.asked()?.words}`;
    this.dispatch({ t: "refused", id: null, reason: "lesson", text, v: 0 });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { key, ctrlKey, altKey, metaKey } = event;
    const at = /** @type {Element} */ (event.target);
    if (!this.state || ctrlKey || altKey || metaKey || at.matches("input, select")) return;
    if (key.startsWith("Arrow") && at.closest(".cards")) return;
    if ((key === "Enter" || key === " ") && at.matches("button, a")) return;
    const meant = this.steps[this.at].act && meaning(this.state, key);
    if (meant === "play" || meant === "discard" || meant === "give") this[meant]();
    else if (meant && typeof meant === "object" && meant.t !== "common") this.dispatch(/** @type {Deed} */ (meant));
    else return;
    event.preventDefault();
  }
}

customElements.define("hanabi-lesson", HanabiLesson);
