/** `<hanabi-puzzle>`: a position on the board of a real table; submits one move as a form. */

import { answer } from "hanabi/answer";
import { el, json, keepFocus } from "hanabi/dom";
import { statesOf } from "hanabi/replay/states";
import { createBoard } from "hanabi/table/board";
import { createDock } from "hanabi/table/dock";
import { listenForDrags } from "hanabi/table/drag";
import { attempt } from "hanabi/table/guard";
import { isForBoard, meaning } from "hanabi/table/keys";
import { reduce } from "hanabi/table/reducer";
import { createRewind, turnShown } from "hanabi/table/rewind";

/** @import { FromServer } from "game/protocol" */
/** @import { Attempt } from "hanabi/table/guard" */
/** @import { Deed, State } from "hanabi/table/reducer" */

class HanabiPuzzle extends HTMLElement {
  /** @type {Promise<State[] | null> | undefined} The earlier turns, fetched when first needed. */
  earlier;
  state = statesOf([json("snapshot")])[0];

  connectedCallback() {
    const { frame } = this.state;
    const dispatch = (/** @type {Deed} */ deed) => this.dispatch(deed);
    const dock = createDock(this.state, dispatch);
    const asks = Boolean(frame.legal);
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
      if (key === " " && this.state.common) this.dispatch({ t: "common", on: false });
    });
    listenForDrags(this, dispatch);
    if (asks) this.focus({ preventScroll: true });
  }

  /** @param {FromServer | Deed} event */
  dispatch(event) {
    if (event.t === "make") return this.make(event);
    const focused = this.contains(document.activeElement);
    this.state = reduce(this.state, event);
    this.board?.update(this.state);
    keepFocus(this, focused);
    if (event.t === "chosen") this.make(event);
  }

  /** Submit a move, or ask first. @param {Attempt} deed */
  make(deed) {
    const move = attempt(this.state, deed, (guard) => this.dispatch(guard));
    const form = /** @type {HTMLFormElement | null} */ (document.getElementById("answer"));
    if (!move || !form) return;
    const value = move.t === "clue" ? `clue ${move.seat} ${move.value}` : `${move.t} ${move.order}`;
    this.dispatch({ t: "sent", id: "answer" });
    form.append(el("input", { type: "hidden", name: "move", value }));
    form.submit();
  }

  /**
   * Show an earlier turn, or the puzzle's position for the last turn and later ones.
   *
   * @param {number} turn  number of moves made
   */
  async look(turn) {
    const now = this.state.frame.turn - 1;
    if (turn >= now) return this.dispatch({ t: "present turn" });
    if (turn < 0) return;
    this.earlier ??= answer(this.dataset.turns ?? "").then(
      (found) => found && statesOf(found.frames),
    );
    const states = await this.earlier;
    if (!states) {
      this.earlier = undefined;
      return;
    }
    const { frame, log } = states[turn];
    this.dispatch({ t: "looking", turn });
    this.dispatch({ t: "past", turn, frame: { ...frame, log } });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (!isForBoard(event, this)) return;
    const meant = meaning(this.state, event.key);
    if (meant === "earlier") this.look(turnShown(this.state) - 1);
    else if (meant === "later") this.look(turnShown(this.state) + 1);
    else if (meant && typeof meant === "object") {
      if (meant.t === "aim") this.focus({ preventScroll: true });
      this.dispatch(meant);
    } else return;
    event.preventDefault();
  }
}

customElements.define("hanabi-puzzle", HanabiPuzzle);
