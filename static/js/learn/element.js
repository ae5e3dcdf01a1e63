/** `<hanabi-lesson>`: scripted positions and games on the board of a real table, without a server. */

import { answer } from "hanabi/answer";
import { el, set } from "hanabi/dom";
import { createGuide } from "hanabi/learn/guide";
import { same, told } from "hanabi/learn/told";
import { statesOf } from "hanabi/replay/states";
import { createNews } from "hanabi/table/announce";
import { createBoard } from "hanabi/table/board";
import { keep, kept } from "hanabi/table/choices";
import { createDock } from "hanabi/table/dock";
import { moveOf } from "hanabi/table/guard";
import { isForBoard, meaning } from "hanabi/table/keys";
import { reduce } from "hanabi/table/reducer";

/** @import { Act, Move } from "hanabi/table/guard" */
/** @import { Deed, State } from "hanabi/table/reducer" */

/**
 * @typedef {object} Step  of game/learn/lesson.py
 * @property {number} scene
 * @property {number} frame  of its scene
 * @property {number | null} since  the frame from which the moves are shown one by one
 * @property {string} say
 * @property {string} look
 * @property {number | null} order
 * @property {string} go_on
 * @property {string} hint  if not empty, the learner finds the move alone
 * @property {string | null} show  a part that the lesson hid before this step
 * @property {Move | null} act
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

/** Milliseconds between moves that are shown one by one. */
const PACE = 450;
const YEAR = 31_536_000;

class HanabiLesson extends HTMLElement {
  /** @type {Step[]} */
  steps = [];
  /** The states of each scene. @type {State[][]} */
  scenes = [];
  /** @type {string[]} */
  hide = [];
  at = 0;
  scene = -1;
  /** Whether the page has said which move a question asks for. */
  answered = false;
  timer = 0;

  async connectedCallback() {
    const found = await answer(this.dataset.lesson ?? "");
    if (!found) return;
    const { steps, scenes, hide } = found;
    this.steps = steps;
    this.scenes = scenes.map((/** @type {State["frame"][]} */ frames) => statesOf(frames));
    this.hide = hide;
    const after = this.querySelector("[data-after]") ?? el("div");
    this.guide = createGuide(steps.length, /** @type {HTMLElement} */ (after), {
      back: () => this.go(this.at - 1),
      next: () => this.next(),
    });
    this.replaceChildren(this.guide.node);
    this.tabIndex = -1;
    this.addEventListener("keydown", this.press);
    const stored = Number(kept(this.stored, "0", "sessionStorage"));
    this.go(stored < steps.length - 1 ? stored : 0);
    this.guide.focus();
  }

  /** The name under which this tab stores the step at which a reload resumes. */
  get stored() {
    return `lesson ${this.dataset.number}`;
  }

  /** @param {number} index */
  go(index) {
    const focused = this.contains(document.activeElement);
    clearTimeout(this.timer);
    this.at = Math.max(0, Math.min(index, this.steps.length - 1));
    this.answered = false;
    keep(this.stored, String(this.at), "sessionStorage");
    const step = this.steps[this.at];
    const states = this.scenes[step.scene];
    if (step.scene !== this.scene) this.set(step.scene, states[0]);
    this.dataset.without = this.hide
      .filter((part) => !this.steps.slice(0, this.at + 1).some(({ show }) => show === part))
      .join(" ");
    if (this.at === this.steps.length - 1) this.remember();
    this.watch(step.since ?? step.frame, step);
    if (!focused) return;
    // The focused control may be gone: keep keys working.
    if (step.act && !step.hint) this.focus({ preventScroll: true });
    else this.guide?.focus();
  }

  /** Continue, stop watching, or say which move the question asks for. */
  next() {
    const step = this.steps[this.at];
    clearTimeout(this.timer);
    if (this.watching) this.watch(step.frame, step);
    else if (!step.act) return this.go(this.at + 1);
    else this.answered = true;
    this.show();
    if (step.act) this.focus({ preventScroll: true });
  }

  /** Whether moves are being shown one by one. */
  get watching() {
    const { scene, frame } = this.steps[this.at];
    return this.state?.version !== this.scenes[scene][frame].version;
  }

  /** Lay out a new position. @param {number} scene @param {State} first */
  set(scene, first) {
    this.scene = scene;
    const dispatch = (/** @type {Deed} */ deed) => this.dispatch(deed);
    this.dock = createDock(first, dispatch);
    this.board?.node.remove();
    this.board = createBoard(first, { dispatch, above: [createNews()], docks: [this.dock] });
    this.append(this.board.node);
  }

  /**
   * Show the moves of a scene up to the step's, one by one.
   *
   * @param {number} frame
   * @param {Step} step
   */
  watch(frame, step) {
    this.state = this.scenes[step.scene][frame];
    this.show();
    if (!this.watching) this.look(step);
    else this.timer = setTimeout(() => this.watch(frame + 1, step), PACE);
  }

  /** Store in a cookie that this lesson was finished. */
  remember() {
    const done = document.cookie.match(/(?:^|; )lessons=(\d*)/)?.[1] ?? "";
    const all = new Set([...done, this.dataset.number]);
    document.cookie = `lessons=${[...all].join("")}; path=/; max-age=${YEAR}; samesite=lax`;
  }

  /** @param {Deed | {t: "refused", id: null, reason: string, text: string, v: number}} deed */
  dispatch(deed) {
    if (!this.state) return;
    if (deed.t === "make") return this.make(deed.act);
    this.state = reduce(this.state, deed);
    this.show();
    const { act, go_on: goOn } = this.steps[this.at];
    const chosen = deed.t === "select" && deed.order !== null;
    const pinned = deed.t === "aim" && deed.aim?.pinned && deed.aim.value;
    if (!act && chosen && this.at < this.steps.length - 1) this.guide?.ask(notYet(`Press ${goOn}.`));
    const asked = act && this.asked();
    if (!asked || (!chosen && !pinned)) return;
    const other = act.t === "clue" ? pinned !== act.value : !chosen || deed.order !== act.order;
    if (other) this.guide?.ask(notYet(asked.words));
  }

  /** Update the board and highlight the control to press. */
  show() {
    if (this.state) this.board?.update(this.state);
    const step = this.steps[this.at];
    const asked = this.asked();
    const waits = step.act && !this.watching;
    const goOn = waits ? (step.hint && !this.answered ? "Show me" : "") : step.go_on;
    // The step's text is about the moves, so it is shown after them.
    const [words, label] = this.watching ? ["Now watch a few moves.", "Skip ahead"] : [step.say, goOn];
    this.guide?.show({ index: this.at, say: words, goOn: label });
    if (this.dock) this.dock.node.inert = !waits;
    const control = asked ? this.querySelector(asked.press) : null;
    for (const old of this.querySelectorAll("[data-told]")) {
      if (old !== control) set(old, "data-told", null);
    }
    if (control && !control.hasAttribute("data-told")) {
      set(control, "data-told", true);
      control.scrollIntoView({ block: "nearest" });
    }
    this.guide?.ask(asked ? asked.words : "");
  }

  asked() {
    const { act, hint } = this.steps[this.at];
    if (this.watching || (hint && !this.answered)) return null;
    const pad = this.querySelector(".clue-pad .values");
    return act && this.state && told(this.state, act, pad?.checkVisibility() ?? false);
  }

  /** @param {Step} step */
  look({ look, order }) {
    for (const old of this.querySelectorAll("[data-looked]")) set(old, "data-looked", null);
    const places = look === "card" ? [`.card[data-order="${order}"]`] : PLACES[look];
    const nodes = places.map((place) => this.querySelector(place));
    const node = nodes.find((one) => one?.checkVisibility());
    if (!node) return;
    set(node, "data-looked", true);
    node.scrollIntoView({ block: "nearest" });
  }

  /** Make the learner's move if the step asks for it. @param {Act} act */
  make(act) {
    const move = this.state && moveOf(this.state, act);
    const wanted = this.steps[this.at].act;
    if (!move || !wanted) return;
    if (same(move, wanted)) return this.go(this.at + 1);
    this.dispatch({ t: "cancel" });
    const text = notYet(this.asked()?.words ?? this.steps[this.at].hint);
    this.dispatch({ t: "refused", id: null, reason: "lesson", text, v: 0 });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (!this.state || !isForBoard(event, this)) return;
    const meant = this.steps[this.at].act && meaning(this.state, event.key);
    if (!meant || typeof meant !== "object" || meant.t === "common") return;
    if (meant.t === "aim") this.focus({ preventScroll: true });
    this.dispatch(meant);
    event.preventDefault();
  }
}

/** @param {string} words */
function notYet(words) {
  return `Not yet: ${words[0].toLowerCase()}${words.slice(1)}`;
}

customElements.define("hanabi-lesson", HanabiLesson);
