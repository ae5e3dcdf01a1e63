/** `<hanabi-replay>`: a finished game, turn by turn. The URL's fragment is the turn: `#12`. */

import { answer } from "hanabi/answer";
import { createHindsight } from "hanabi/replay/hindsight";
import { createScrubber } from "hanabi/replay/scrubber";
import { createSharing } from "hanabi/replay/sharing";
import { nearest, statesOf, STEPS } from "hanabi/replay/states";
import { el, json, keepFocus, part } from "hanabi/dom";
import { createAids } from "hanabi/table/aids";
import { createBoard } from "hanabi/table/board";
import { createCoach } from "hanabi/table/coach";
import { reduce } from "hanabi/table/reducer";
import { createTextBoard, inWords } from "hanabi/table/text/board";

/** @import { Place } from "hanabi/replay/sharing" */
/** @import { Deed, State } from "hanabi/table/reducer" */

class HanabiReplay extends HTMLElement {
  /** @type {State[]} The table after 0, 1, 2 … moves. */
  states = [];
  turn = 0;
  viewpoint = "all";
  /** Whether the current change comes from the leader, not from this person. */
  led = true;
  /** @type {Place | undefined} The leader's latest place, still to be shown. */
  wanted;
  /** @type {ReturnType<typeof createHindsight> | undefined} */
  hindsight;
  below = el("div", { class: "below" });
  coach = createCoach(true);
  /** @type {{turn: number, text: string}[]} The coach's words on lost points. */
  losses = [];

  /** Notices about the game: beside the board, they push nothing under the controls. */
  notices = [...this.querySelectorAll(".notice")].map((node) => part(/** @type {HTMLElement} */ (node), () => {}));

  async connectedCallback() {
    this.tabIndex = -1;
    this.addEventListener("keydown", this.press);
    addEventListener("hashchange", () => this.go(turnOfAddress()));
    this.sharing = createSharing(
      () => this.place(),
      (place) => this.follow(place),
    );
    this.ready = this.look("all");
    if (!(await this.ready)) return;
    this.led = this.wanted !== undefined;
    this.lookAhead();
    this.focus({ preventScroll: true });
  }

  /** @returns {Place} */
  place() {
    const { game = "", line } = this.dataset;
    return { game, line: line ? Number(line) : null, turn: this.turn, seat: this.viewpoint };
  }

  /** Show the leader's place; if several arrive, only the last. @param {Place} place */
  async follow(place) {
    const busy = this.wanted !== undefined;
    this.wanted = place;
    if (busy) return;
    if (!(await this.ready)) return;
    while (this.wanted) {
      /** @type {Place} */
      const next = this.wanted;
      this.led = true;
      if (next.seat !== this.viewpoint) await this.look(next.seat);
      this.go(next.turn);
      this.led = false;
      if (this.wanted === next) this.wanted = undefined;
    }
  }

  /** Return whether the game could be loaded. @param {string} viewpoint  `all` or a seat's number */
  async look(viewpoint) {
    const found = await answer(`${this.dataset.frames}?seat=${viewpoint}`);
    if (!found) {
      const words = "The replay could not be loaded just now. Reload the page in a moment.";
      this.replaceChildren(el("p", { class: "panel notice", role: "alert" }, words));
      return false;
    }
    const { frames, notes } = found;
    this.states = statesOf(frames, notes);
    this.viewpoint = viewpoint;
    const dispatch = (/** @type {Deed} */ deed) => {
      this.states[this.turn] = reduce(this.states[this.turn], deed);
      this.board?.update(this.states[this.turn]);
    };
    const aids = createAids(this.states[0], dispatch, () => {});
    this.scrubber?.pause();
    this.scrubber = createScrubber(
      {
        turns: this.states.length - 1,
        viewpoint,
        seats: json("seats"),
        pages: this.dataset,
        below: this.below,
        sharing: this.sharing?.node ?? "",
        aids,
      },
      { go: (turn) => this.go(turn), look: (next) => this.look(next) },
    );
    const createIt = inWords() ? createTextBoard : createBoard;
    this.board = createIt(this.states[0], {
      dispatch,
      beside: this.notices,
      docks: [this.scrubber],
      askWhy: aids.askWhy,
      onTurn: (turn) => this.go(turn),
    });
    this.go(turnOfAddress());
    const at = document.activeElement;
    const focused = this.contains(at);
    this.replaceChildren(this.board.node);
    keepFocus(this, focused, document.getElementById(at?.id ?? "") ?? this);
    this.sharing?.moved(this.led);
    return true;
  }

  /** Show the hindsight graph once it is computed; unsearchable variants have none. */
  async lookAhead() {
    if (!this.dataset.hindsight) return;
    this.below.append(this.coach.node);
    this.coach.look(location.pathname, {
      then: ({ losses }) => {
        this.losses = losses;
        this.hindsight?.blame(losses);
      },
    });
    const found = await answer(this.dataset.hindsight);
    if (!found) return;
    this.hindsight = createHindsight(found, {
      go: (turn) => this.go(turn),
      lineUrl: (turn) => `${location.pathname}line/${turn}/#${turn}`,
    });
    this.below.prepend(this.hindsight.node);
    this.hindsight.blame(this.losses);
    this.hindsight.update(this.states[this.turn]);
  }

  /** @param {number} turn */
  go(turn) {
    const focused = this.contains(document.activeElement);
    const before = this.turn;
    this.turn = nearest(this.states, turn);
    if (this.turn !== before) this.sharing?.moved(this.led);
    if (turnOfAddress() !== this.turn) history.replaceState(null, "", `#${this.turn}`);
    this.board?.update(this.states[this.turn]);
    this.hindsight?.update(this.states[this.turn]);
    keepFocus(this, focused);
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
