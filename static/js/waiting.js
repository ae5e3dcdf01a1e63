// @ts-check
// A table that waits for people: the page shows itself again when somebody sits down or it starts.

import { connect } from "hanabi/table/socket";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-waiting]"));
const version = Number(page.dataset.version);

/** A reload while a form is on its way would cut off its answer, and with it who the guest is. */
let leaving = false;
addEventListener("submit", () => {
  leaving = true;
});

connect(page.dataset.waiting ?? "", {
  message(message) {
    if (leaving || (message.t !== "frame" && message.t !== "update")) return;
    if (message.v > version) location.reload();
  },
  link() {},
  end() {},
});
