/** A person's settings, and what a tab remembers, stored in this browser if it allows that. */

/** @typedef {"localStorage" | "sessionStorage"} Where */

/** @param {string} name @param {string} [otherwise] @param {Where} [where] */
export function kept(name, otherwise = "", where = "localStorage") {
  try {
    return globalThis[where].getItem(name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {string} value @param {Where} [where] */
export function keep(name, value, where = "localStorage") {
  try {
    globalThis[where].setItem(name, value);
  } catch {
    // Storage is unavailable: the value lasts only as long as this page.
  }
}

/** Return how well the person says to know Hanabi: “conventions”, for example, or an empty text. */
export function knows() {
  return globalThis.document?.documentElement?.dataset?.knows ?? "";
}
