// @ts-check
/** `<hanabi-table>`: a live table. Messages and deeds meet in the reducer, the board shows them. */

import { createAnnouncer } from "hanabi/table/announce";
import { createBoard } from "hanabi/table/board";
import { canDiscard, canGive, canPlay, createDock } from "hanabi/table/dock";
import { createEnding } from "hanabi/table/ending";
import { meaning } from "hanabi/table/keys";
import { createLooking } from "hanabi/table/looking";
import { createOptions, keysAreOn } from "hanabi/table/options";
import { reduce, start } from "hanabi/table/reducer";
import { connect } from "hanabi/table/socket";
import { canStep, createSteering, lookBack } from "hanabi/table/steering";
import { createTrouble } from "hanabi/table/trouble";

/** @typedef {import("hanabi/table/protocol").Request} Request */
/** @typedef {import("hanabi/table/protocol").ServerMessage} ServerMessage */
/** @typedef {import("hanabi/table/reducer").Deed} Deed */

class HanabiTable extends HTMLElement {
  state = start(json("snapshot"), Number(this.dataset.version));
  pointed = false;

  connectedCallback() {
    this.show();
    this.tabIndex = -1;
    this.addEventListener("keydown", this.press);
    this.addEventListener("keyup", this.release);
    this.addEventListener("pointerdown", () => (this.pointed = true));
    this.focus({ preventScroll: true });
    this.socket = connect(this.dataset.socket ?? "", {
      message: (message) => this.dispatch(message),
      link: (link) => this.dispatch({ t: "link", link }),
      end: (why) => this.dispatch({ t: "end", why }),
    });
  }

  /** Lay out the board for the receiver's seat. */
  show() {
    const dispatch = (/** @type {Deed} */ deed) => this.dispatch(deed);
    const send = (/** @type {Request} */ request) => this.send(request);
    const announcer = createAnnouncer();
    const trouble = createTrouble(json("agents"), (seat, address) =>
      send({ t: "replace", v: this.state.version, seat, address }),
    );
    const dock = createDock(this.state, dispatch, {
      play: () => this.play(),
      discard: () => this.discard(),
      give: () => this.give(),
    });
    const steering = createSteering(this.dataset.replay ?? "", {
      pause: () => this.pause(),
      step: () => this.step(),
    });
    const ending = createEnding(this.dataset.trace ?? "", this.dataset.again, this.dataset);
    this.board = createBoard(this.state, {
      dispatch,
      above: [announcer, trouble],
      docks: [dock, steering, createLooking(this.state, send), ending],
      options: createOptions(this.state, send),
    });
    this.board.update(this.state);
    this.replaceChildren(this.board.node);
  }

  disconnectedCallback() {
    this.socket?.close();
  }

  /** @param {ServerMessage | Deed} event */
  dispatch(event) {
    const focused = this.contains(document.activeElement);
    const { behind, frame } = this.state;
    this.state = reduce(this.state, event);
    if (this.state.behind && !behind) this.socket?.sync();
    const { you, watching } = this.state.frame;
    if (you === frame.you && watching === frame.watching) this.board?.update(this.state);
    else this.show();
    this.dataset.version = String(this.state.version);
    // The focused card may have left the hand; keys must go on working.
    if (focused && !this.contains(document.activeElement)) this.focus({ preventScroll: true });
  }

  /**
   * Each deed waits for the answer to the one before; the pace may change at any time.
   *
   * @param {Request} request
   */
  send(request) {
    if (!this.socket) return;
    if (request.t === "pause" || request.t === "delay") this.socket.request(request);
    else if (!this.state.sending) this.dispatch({ t: "sent", id: this.socket.request(request) });
  }

  play() {
    const { selected, version } = this.state;
    if (canPlay(this.state)) this.send({ t: "play", v: version, order: Number(selected) });
  }

  discard() {
    const { selected, version } = this.state;
    if (canDiscard(this.state)) this.send({ t: "discard", v: version, order: Number(selected) });
  }

  give() {
    const { aim, version } = this.state;
    if (!aim?.value || !canGive(this.state)) return;
    this.send({ t: "clue", v: version, seat: aim.seat, value: aim.value });
  }

  pause() {
    const { paused, status } = this.state.frame;
    if (status === "running") this.send({ t: "pause", paused: !paused });
  }

  step() {
    if (canStep(this.state)) this.send({ t: "step", v: this.state.version });
  }

  back() {
    location.assign(lookBack(this.dataset.replay ?? "", this.state.frame));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { target, key, ctrlKey, altKey, metaKey } = event;
    const at = /** @type {Element} */ (target);
    if (ctrlKey || altKey || metaKey || at.matches("input, select, textarea")) return;
    if (key !== "Escape" && !keysAreOn()) return;
    if (key.startsWith("Arrow") && at.closest(".cards")) return;
    // An open sheet has Escape for itself; a button has Enter, and the space bar too if it was
    // reached by keys.
    if (key === "Tab" || key.startsWith("Arrow")) this.pointed = false;
    if (key === "Escape" && this.querySelector(":popover-open")) return;
    if (key === "Enter" && at.matches("button, a")) return;
    if (key === " " && at !== this && !this.pointed) return;
    const meant = meaning(this.state, key);
    if (meant === null) return;
    event.preventDefault();
    if (meant === "help") document.getElementById("options-sheet")?.togglePopover();
    else if (typeof meant === "string") this[meant]();
    else this.dispatch(meant);
  }

  /** @param {KeyboardEvent} event */
  release({ key }) {
    if (key === " " && this.state.common) this.dispatch({ t: "common", on: false });
  }
}

/**
 * Data that the page carries in a `<script type="application/json">`.
 *
 * @param {string} id
 */
function json(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

customElements.define("hanabi-table", HanabiTable);
