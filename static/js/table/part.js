/** Parts of the table: a node, and how it shows a state. */

/** @import { State } from "hanabi/table/reducer" */

/**
 * @typedef {object} Part
 * @property {HTMLElement} node
 * @property {(state: State) => void} update
 */

/**
 * Create a part of the table.
 *
 * @param {HTMLElement} node
 * @param {(state: State) => void} update
 * @returns {Part}
 */
export function part(node, update) {
  return { node, update };
}
