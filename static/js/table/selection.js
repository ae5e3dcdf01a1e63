/** Preserve the selected card or clue across page reloads while the table is unchanged. */

import { keep, kept } from "hanabi/table/choices";
import { option } from "hanabi/table/clues";

/** @import { State } from "hanabi/table/reducer" */

const NAME = "considered";

/** @param {State} state */
export function keepSelection({ frame, version, selected, aim }) {
  const considered = { table: frame.table, version, selected, aim: aim?.pinned ? aim : null };
  keep(NAME, JSON.stringify(considered), "sessionStorage");
}

/**
 * Return the state with the selection stored for this table and version, if still available.
 *
 * @param {State} state
 * @returns {State}
 */
export function withSelection(state) {
  const { frame, version } = state;
  const considered = read();
  if (considered?.table !== frame.table || considered.version !== version) return state;
  const { selected, aim } = considered;
  const held = frame.hands.some((hand) => hand.some(({ order }) => order === selected));
  const given = aim && option({ ...state, aim }, aim.value) !== undefined;
  return { ...state, selected: held ? selected : null, aim: given ? aim : null };
}

/** @returns {{table: string, version: number, selected: number | null, aim: State["aim"]} | null} */
function read() {
  try {
    return JSON.parse(kept(NAME, "null", "sessionStorage"));
  } catch {
    return null;
  }
}
