/**
 * The details of one card: its history and notes. It opens when the pointer rests on a card, by a
 * right click or a long press, and by `n` for the selected card.
 */

import { el, say } from "hanabi/dom";
import { historyOf, notesOn } from "hanabi/table/history";
import { createNote } from "hanabi/table/note";
import { SOURCES, byConvention, ownerOf } from "hanabi/table/words";

/** @import { State } from "hanabi/table/reducer" */

const HOVER_MS = 700;
const PRESS_MS = 500;

/** @param {(order: number, text: string) => void} [write]  stores a note; undefined: no notes */
export function createCardSheet(write) {
  /** @type {State | undefined} */
  let state;
  let shown = -1;
  let pinned = false;
  /** @type {number | undefined} */
  let timer;

  const title = el("h2", { class: "label" });
  const lines = el("ol", { class: "story" });
  const notes = el("ol", { class: "story notes" });
  const note = createNote({ id: "card-note", placeholder: "Note (only you see it)" }, write);
  const node = el(
    "section",
    { class: "panel sheet card-sheet", popover: "auto", "aria-label": "This card" },
    title,
    lines,
    notes,
    note.node,
  );

  /** @param {Element | EventTarget | null} target */
  const cardAt = (target) =>
    /** @type {HTMLElement | null} */ (target instanceof Element ? target.closest(".hand .card") : null);

  /** @param {HTMLElement} card @param {boolean} keep */
  function open(card, keep) {
    shown = Number(card.dataset.order);
    pinned = keep;
    show();
    const { left, bottom, top } = card.getBoundingClientRect();
    node.showPopover();
    const { width, height } = node.getBoundingClientRect();
    node.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    node.style.top = `${bottom + height + 12 < innerHeight ? bottom + 6 : Math.max(8, top - height - 6)}px`;
    if (keep && write) note.node.querySelector("input")?.focus();
  }

  function close() {
    clearTimeout(timer);
    if (!pinned && node.matches(":popover-open")) node.hidePopover();
  }

  function show() {
    if (!state || shown < 0) return;
    const { frame, log } = state;
    const holder = frame.hands.findIndex((hand) => hand.some(({ order }) => order === shown));
    if (holder < 0) {
      pinned = false;
      return close();
    }
    const held = frame.hands[holder].find(({ order }) => order === shown);
    const convention = held ? byConvention(frame, held) : [];
    say(title, `${ownerOf(frame, holder)} slot ${held?.slot}`);
    const told = historyOf(frame, log, shown, holder);
    if (convention.length) told.push(`${SOURCES[frame.conventions ?? "common"]}: ${convention.join(", ")}.`);
    lines.replaceChildren(...told.map((line) => el("li", {}, line)));
    notes.replaceChildren(...notesOn(state, shown).map((one) => el("li", {}, one)));
    note.update(state, shown);
  }

  /** @param {HTMLElement} root */
  function listen(root) {
    root.addEventListener("pointerover", ({ target, pointerType }) => {
      const card = cardAt(target);
      if (pointerType !== "mouse" || !card || node.matches(":popover-open")) return;
      clearTimeout(timer);
      timer = window.setTimeout(() => open(card, false), HOVER_MS);
    });
    root.addEventListener("pointerout", ({ pointerType }) => pointerType === "mouse" && close());
    root.addEventListener("pointerdown", ({ target, pointerType }) => {
      clearTimeout(timer);
      const card = cardAt(target);
      if (pointerType === "mouse" || !card) return close();
      timer = window.setTimeout(() => open(card, true), PRESS_MS);
    });
    for (const end of ["pointerup", "pointercancel", "pointermove"]) {
      root.addEventListener(end, (event) => {
        const { pointerType, movementX, movementY } = /** @type {PointerEvent} */ (event);
        if (pointerType !== "mouse" && Math.abs(movementX) + Math.abs(movementY) < 3 && end === "pointermove") return;
        if (pointerType !== "mouse") clearTimeout(timer);
      });
    }
    root.addEventListener("contextmenu", (event) => {
      const card = cardAt(event.target);
      if (!card) return;
      event.preventDefault();
      open(card, true);
    });
    root.addEventListener("keydown", ({ key, target, ctrlKey, altKey, metaKey }) => {
      if (key !== "n" || ctrlKey || altKey || metaKey) return;
      const at = cardAt(target) ?? root.querySelector(".card[aria-pressed=true]");
      if (at) setTimeout(() => open(/** @type {HTMLElement} */ (at), true));
    });
  }

  return {
    node,
    listen,

    /** @param {State} now */
    update(now) {
      state = now;
      if (node.matches(":popover-open")) show();
    },
  };
}
