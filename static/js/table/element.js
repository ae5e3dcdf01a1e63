/** `<hanabi-table>`: a live table. The reducer applies messages and deeds, the board shows them. */

import { json, keepFocus, part } from "hanabi/dom";
import { createAids } from "hanabi/table/aids";
import { createAlerts } from "hanabi/table/alerts";
import { createAnnouncer } from "hanabi/table/announce";
import { createBoard } from "hanabi/table/board";
import { createTextBoard, inWords } from "hanabi/table/text/board";
import { createDock } from "hanabi/table/dock";
import { createChat } from "hanabi/table/chat";
import { createCompany } from "hanabi/table/company";
import { listenForDrags } from "hanabi/table/drag";
import { createEnding } from "hanabi/table/ending";
import { attempt } from "hanabi/table/guard";
import { isForBoard, meaning } from "hanabi/table/keys";
import { createLooking } from "hanabi/table/looking";
import { createOptions, keysAreOn } from "hanabi/table/options";
import { NOT_YOUR_TURN, ownSeat, reduce, start } from "hanabi/table/reducer";
import { createRewind, turnShown } from "hanabi/table/rewind";
import { keepSelection, withSelection } from "hanabi/table/selection";
import { connect } from "hanabi/table/socket";
import { canStep, createSteering } from "hanabi/table/steering";
import { createEnd, createTrouble } from "hanabi/table/trouble";

/** @import { FromServer } from "game/protocol" */
/** @import { Attempt } from "hanabi/table/guard" */
/** @import { Deed } from "hanabi/table/reducer" */
/** @import { Request } from "hanabi/table/socket" */

class HanabiTable extends HTMLElement {
  alerts = createAlerts();
  state = withSelection(start(json("snapshot"), Number(this.dataset.version)));
  pointed = false;
  /** @type {HTMLElement | undefined} receives the focus when the focused control is removed */
  rest;
  notices = [...this.querySelectorAll(".notice")].map((node) => part(/** @type {HTMLElement} */ (node), () => {}));

  connectedCallback() {
    this.show();
    this.tabIndex = -1;
    this.addEventListener("keydown", this.press);
    this.addEventListener("keyup", this.release);
    this.addEventListener("pointerdown", () => (this.pointed = true));
    listenForDrags(this, (deed) => this.dispatch(deed));
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
    const words = inWords();
    const announcer = createAnnouncer();
    const trouble = createTrouble((seat, address) =>
      send({ t: "replace", v: this.state.version, seat, address }),
    );
    const steering = createSteering({
      back: () => this.earlier(),
      pause: () => this.pause(),
      step: () => this.step(),
    });
    const ending = createEnding(this.dataset.trace ?? "", this.dataset.again, this.dataset);
    const aids = createAids(this.state, dispatch, send);
    const docks = [createRewind((turn) => this.look(turn)), steering, createLooking(this.state, send), ending];
    const parts = {
      dispatch,
      above: [announcer, trouble, createEnd()],
      beside: [...this.notices, createCompany(send)],
      docks: words ? [aids, ...docks] : [createDock(this.state, dispatch, aids), ...docks],
      options: createOptions(
        this.state,
        send,
        () => {
          this.show();
          (this.rest ?? this).focus();
        },
        () => dispatch({ t: "redraw" }),
      ),
      chat: createChat((text) => send({ t: "say", text })),
      note:
        ownSeat(this.state.frame) === null
          ? undefined
          : (/** @type {number} */ order, /** @type {string} */ text) => send({ t: "note", order, text }),
      askWhy: aids.askWhy,
      onTurn: (/** @type {number} */ turn) => this.look(turn),
    };
    this.rest = undefined;
    if (words) {
      const board = createTextBoard(this.state, parts);
      this.rest = board.rest;
      this.board = board;
    } else this.board = createBoard(this.state, parts);
    this.board.update(this.state);
    this.replaceChildren(this.board.node);
  }

  disconnectedCallback() {
    this.socket?.close();
  }

  /** @param {FromServer | Deed} event */
  dispatch(event) {
    if (event.t === "make") return this.make(event);
    const focused = this.contains(document.activeElement);
    const { behind, frame } = this.state;
    this.state = reduce(this.state, event);
    if (this.state.behind && !behind) this.socket?.tell({ t: "sync" });
    const { you, watching } = this.state.frame;
    if (you === frame.you && watching === frame.watching) this.board?.update(this.state);
    else this.show();
    this.alerts.update(this.state);
    keepSelection(this.state);
    this.dataset.version = String(this.state.version);
    if (event.t === "chosen") this.make(event);
    keepFocus(this, focused, this.rest);
  }

  /**
   * Send a request. Each waits for the answer to the one before, except changes of the pace.
   *
   * @param {Request} request
   */
  send(request) {
    if (!this.socket) return;
    const atAnyTime = ["pause", "delay", "note", "say"];
    if (atAnyTime.includes(request.t)) this.socket.request(request);
    else if (!this.state.sending) this.dispatch({ t: "sent", id: this.socket.request(request) });
  }

  /** Send a move, or ask first. @param {Attempt} deed */
  make(deed) {
    const { frame, sending, version: v } = this.state;
    if (!frame.legal && !sending) {
      this.dispatch({ t: "refused", id: null, reason: "not_your_turn", text: NOT_YOUR_TURN, v });
      return;
    }
    const move = attempt(this.state, deed, (guard) => this.dispatch(guard));
    if (move) this.send({ ...move, v });
  }

  /**
   * Show an earlier turn, or the current table for the last turn and later ones.
   *
   * @param {number} turn  number of moves made
   */
  look(turn) {
    const { frame } = this.state;
    if (turn >= frame.turn - 1) return this.dispatch({ t: "present turn" });
    if (turn < 0) return;
    this.dispatch({ t: "looking", turn });
    this.socket?.tell({ t: "look", turn });
  }

  earlier() {
    this.look((this.state.looking ?? turnShown(this.state)) - 1);
  }

  later() {
    this.look((this.state.looking ?? turnShown(this.state)) + 1);
  }

  pause() {
    const { paused, status } = this.state.frame;
    if (status === "running") this.send({ t: "pause", paused: !paused });
  }

  step() {
    if (canStep(this.state)) this.send({ t: "step", v: this.state.version });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { key } = event;
    const arrow = key.startsWith("Arrow");
    if (key === "Tab" || arrow) this.pointed = false;
    if (!isForBoard(event, this, this.pointed) || (key !== "Escape" && !keysAreOn())) return;
    // In text mode these keys scroll the page.
    if (this.rest && (key === " " || arrow)) return;
    // In a hand the arrow keys move between cards, also at its ends.
    if (arrow && /** @type {Element} */ (event.target).closest(".cards")) return;
    const meant = meaning(this.state, key);
    if (meant === null) return;
    event.preventDefault();
    if (meant === "help") document.getElementById("options-sheet")?.togglePopover();
    else if (typeof meant === "string") this[meant]();
    else {
      // Enter gives the clue, whichever button had the focus; in text mode the question takes it.
      if (meant.t === "aim" && !this.rest) this.focus({ preventScroll: true });
      this.dispatch(meant);
    }
  }

  /** @param {KeyboardEvent} event */
  release({ key }) {
    if (key === " " && this.state.common) this.dispatch({ t: "common", on: false });
  }
}

customElements.define("hanabi-table", HanabiTable);
