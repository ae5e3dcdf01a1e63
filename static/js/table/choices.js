/** A person's settings of the table, stored in this browser if it allows that. */

/** @param {string} name @param {string} [otherwise] */
export function kept(name, otherwise = "") {
  try {
    return localStorage.getItem(name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {string} value */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage is unavailable: the setting lasts only as long as this page.
  }
}

/** Return how well the person says to know Hanabi: “conventions”, for example, or an empty text. */
export function knows() {
  return globalThis.document?.documentElement?.dataset?.knows ?? "";
}
