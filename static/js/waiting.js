// A table waiting for people: reload the page when a person sits down or the game starts, and when
// seats are no longer kept for the players of the last game.

import { connect } from "hanabi/table/socket";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-waiting]"));
const version = Number(page.dataset.version);

/** Set once a form is submitted: a reload would lose its response and the guest's cookie. */
let leaving = false;
addEventListener("submit", () => (leaving = true));

const kept = 1000 * Number(page.dataset.keptFor);
if (kept) setTimeout(() => leaving || location.reload(), kept);

connect(page.dataset.waiting ?? "", {
  message(message) {
    if (leaving || (message.t !== "frame" && message.t !== "update")) return;
    if (message.v > version) location.reload();
  },
});
