/** The form to write a private note on a card; it says when the note is stored. */

import { el, lineForm, say } from "hanabi/dom";
import { ownSeat } from "hanabi/table/reducer";

/** @import { State } from "hanabi/table/reducer" */

/**
 * @param {{id: string, placeholder?: string}} attributes  of the input
 * @param {(order: number, text: string) => void} [write]  stores a note; undefined: no form
 */
export function createNote(attributes, write) {
  let order = -1;
  /** The number of notes written on the card when one more was sent. @type {number | null} */
  let before = null;
  let written = 0;
  const told = el("span", { role: "status" });
  const node = lineForm(attributes, "Note on this card, only for you", "Save", (text) => {
    before = written;
    say(told, "");
    write?.(order, text);
  });
  node.append(" ", told);
  node.hidden = !write;

  return {
    node,

    /** @param {State} now @param {number} card  its draw number */
    update({ frame, notes }, card) {
      written = notes.filter((note) => note.order === card && note.seat === ownSeat(frame)).length;
      if (card !== order) {
        [order, before] = [card, null];
        say(told, "");
      }
      if (before === null || written === before) return;
      before = null;
      say(told, "Note saved.");
    },
  };
}
