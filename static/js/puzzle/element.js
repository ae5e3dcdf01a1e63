// @ts-check
/** `<hanabi-puzzle>`: a position on the board of a real table; submits one move as a form. */

import { answer } from "hanabi/answer";
import { el, keepFocus } from "hanabi/dom";
import { statesOf } from "hanabi/replay/states";
import { createBoard } from "hanabi/table/board";
import { canDiscard, canGive, canPlay, createDock } from "hanabi/table/dock";
import { listenForDrags } from "hanabi/table/drag";
import { Asking } from "hanabi/table/guard";
import { meaning } from "hanabi/table/keys";
import { reduce } from "hanabi/table/reducer";
import { createRewind, turnShown } from "hanabi/table/rewind";

/** @typedef {import("hanabi/table/reducer").State} State */
/** @typedef {import("hanabi/table/reducer").Deed} Deed */
/** @typedef {import("hanabi/table/protocol").FrameMessage["frame"]} Frame */

class HanabiPuzzle extends HTMLElement {
  /** @type {Promise<State[] | null> | undefined} The earlier turns, fetched when first needed. */
  earlier;
  asking = new Asking();

  connectedCallback() {
    const frame = JSON.parse(document.getElementById("snapshot")?.textContent ?? "null");
    this.state = statesOf([frame])[0];
    const dispatch = (/** @type {Deed} */ deed) => this.dispatch(deed);
    const acts = {
      play: () => this.play(),
      discard: () => this.discard(),
      give: () => this.give(),
      agree: () => this.state && this.asking.agree(this.state, acts),
    };
    const dock = createDock(this.state, dispatch, acts);
    const asks = frame.legal !== null && frame.legal !== undefined;
    this.board = createBoard(this.state, {
      dispatch,
      docks: [...(asks ? [dock] : []), createRewind((turn) => this.look(turn))],
      onTurn: (turn) => this.look(turn),
    });
    this.querySelector(".plain")?.replaceWith(this.board.node);
    this.board.update(this.state);
    this.tabIndex = -1;
    this.addEventListener("keydown", this.press);
    this.addEventListener("keyup", ({ key }) => {
      if (key === " " && this.state?.common) this.dispatch({ t: "common", on: false });
    });
    listenForDrags(this, {
      card: (order, act) => this.dispatch({ t: "chosen", act, order }),
      clue: (value, seat) => {
        this.dispatch({ t: "aim", aim: { seat, value, pinned: true } });
        this.give();
      },
    });
    if (asks) this.focus({ preventScroll: true });
  }

  /** @param {import("hanabi/table/protocol").ServerMessage | Deed} event */
  dispatch(event) {
    if (!this.state) return;
    const focused = this.contains(document.activeElement);
    this.state = reduce(this.state, event);
    this.board?.update(this.state);
    keepFocus(this, focused);
    if (event.t === "chosen") this[event.act]();
  }

  play() {
    if (this.state && canPlay(this.state) && this.sure("play")) this.send(`play ${this.state.selected}`);
  }

  discard() {
    if (this.state && canDiscard(this.state) && this.sure("discard")) this.send(`discard ${this.state.selected}`);
  }

  give() {
    const { state } = this;
    if (!state?.aim?.value || !canGive(state) || !this.sure("give")) return;
    this.send(`clue ${state.aim.seat} ${state.aim.value}`);
  }

  /** @param {import("hanabi/table/guard").Act} act  confirmed first if the table would ask */
  sure(act) {
    return !!this.state && this.asking.sure(this.state, act, (deed) => this.dispatch(deed));
  }

  /** @param {string} move */
  send(move) {
    const form = /** @type {HTMLFormElement | null} */ (document.getElementById("answer"));
    if (!form) return;
    this.dispatch({ t: "sent", id: "answer" });
    form.append(el("input", { type: "hidden", name: "move", value: move }));
    form.submit();
  }

  /**
   * Show an earlier turn, or the puzzle's position for the last turn and later ones.
   *
   * @param {number} turn  number of moves made
   */
  async look(turn) {
    const now = (this.state?.frame.turn ?? 1) - 1;
    if (turn >= now) return this.dispatch({ t: "present turn" });
    if (turn < 0) return;
    this.earlier ??= this.fetchTurns();
    const states = await this.earlier;
    if (!states) {
      this.earlier = undefined;
      return;
    }
    const { frame, log } = states[turn];
    this.dispatch({ t: "looking", turn });
    this.dispatch({ t: "past", turn, frame: { ...frame, log } });
  }

  /** @returns {Promise<State[] | null>} */
  async fetchTurns() {
    const found = await answer(this.dataset.turns ?? "");
    return found && statesOf(found.frames);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { key, ctrlKey, altKey, metaKey } = event;
    const at = /** @type {Element} */ (event.target);
    if (!this.state || altKey || metaKey || at.matches("input, select")) return;
    if (ctrlKey && key !== "Enter") return;
    if (key.startsWith("Arrow") && at.closest(".cards")) return;
    if ((key === "Enter" && !ctrlKey) || key === " ") if (at.matches("button, a")) return;
    if (key === "Escape" && this.querySelector(":popover-open")) return;
    const meant = meaning(this.state, key);
    if (meant === "play" || meant === "discard" || meant === "give") this[meant]();
    else if (meant === "earlier") this.look(turnShown(this.state) - 1);
    else if (meant === "later") this.look(turnShown(this.state) + 1);
    else if (meant && typeof meant === "object") this.dispatch(meant);
    else return;
    event.preventDefault();
  }
}

customElements.define("hanabi-puzzle", HanabiPuzzle);
