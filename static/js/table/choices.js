// @ts-check
/** A person's choices about the table, kept in this browser where it lets us. */

/**
 * @param {string} name
 * @param {string} [otherwise]
 */
export function kept(name, otherwise = "") {
  try {
    return localStorage.getItem(name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Then it holds for this page only where it was set.
  }
}
