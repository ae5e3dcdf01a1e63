// @ts-check
/** `<hanabi-replay>`: a finished game, turn by turn. The address says the turn: `#12`. */

import { createHindsight } from "hanabi/replay/hindsight";
import { createScrubber } from "hanabi/replay/scrubber";
import { nearest, statesOf, STEPS } from "hanabi/replay/states";
import { el } from "hanabi/dom";
import { createBoard } from "hanabi/table/board";
import { reduce } from "hanabi/table/reducer";

/** @typedef {import("hanabi/table/reducer").State} State */

class HanabiReplay extends HTMLElement {
  /** @type {State[]} The table after 0, 1, 2 … moves. */
  states = [];
  turn = 0;
  /** @type {ReturnType<typeof createHindsight> | undefined} */
  hindsight;
  below = el("div", { class: "below" });

  async connectedCallback() {
    this.tabIndex = -1;
    this.addEventListener("keydown", this.press);
    addEventListener("hashchange", () => this.go(turnOfAddress()));
    await this.look("all");
    this.lookAhead();
    this.focus({ preventScroll: true });
  }

  /** @param {string} viewpoint  `all` or the number of a seat */
  async look(viewpoint) {
    const response = await fetch(`${this.dataset.frames}?seat=${viewpoint}`);
    if (!response.ok) throw new Error(`The replay could not be loaded (${response.status}).`);
    this.states = statesOf((await response.json()).frames);
    this.scrubber?.pause();
    this.scrubber = createScrubber(
      {
        turns: this.states.length - 1,
        viewpoint,
        seats: JSON.parse(document.getElementById("seats")?.textContent ?? "[]"),
        traceUrl: this.dataset.trace,
        knownUrl: this.dataset.known,
        below: this.below,
      },
      { go: (turn) => this.go(turn), look: (next) => this.look(next) },
    );
    this.board = createBoard(this.states[0], {
      dispatch: (deed) => {
        this.states[this.turn] = reduce(this.states[this.turn], deed);
        this.board?.update(this.states[this.turn]);
      },
      docks: [this.scrubber],
      onTurn: (turn) => this.go(turn),
    });
    this.go(turnOfAddress());
    this.replaceChildren(this.board.node);
  }

  /** The graph comes when it is there: a variant that cannot be searched has none. */
  async lookAhead() {
    if (!this.dataset.hindsight) return;
    const response = await fetch(this.dataset.hindsight);
    if (!response.ok) return;
    this.hindsight = createHindsight(await response.json(), {
      go: (turn) => this.go(turn),
      lineUrl: (turn) => `${location.pathname}line/${turn}/#${turn}`,
    });
    this.below.replaceChildren(this.hindsight.node);
    this.hindsight.update(this.states[this.turn]);
  }

  /** @param {number} turn */
  go(turn) {
    this.turn = nearest(this.states, turn);
    if (turnOfAddress() !== this.turn) history.replaceState(null, "", `#${this.turn}`);
    this.board?.update(this.states[this.turn]);
    this.hindsight?.update(this.states[this.turn]);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { target, key, defaultPrevented, ctrlKey, altKey, metaKey } = event;
    const at = /** @type {Element} */ (target);
    if (defaultPrevented || ctrlKey || altKey || metaKey || at.matches("select, input")) return;
    if (key === " " && !at.matches("button, a")) this.scrubber?.toggle();
    else if (key in STEPS) this.go(STEPS[key](this.turn, this.states));
    else return;
    event.preventDefault();
  }
}

function turnOfAddress() {
  return Number.parseInt(location.hash.slice(1), 10) || 0;
}

customElements.define("hanabi-replay", HanabiReplay);
