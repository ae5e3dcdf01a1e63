// @ts-check
// A table that waits for people: the page shows itself again when somebody sits down or it starts.

import { connect } from "hanabi/table/socket";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-waiting]"));
const version = Number(page.dataset.version);

connect(page.dataset.waiting ?? "", {
  message(message) {
    if ((message.t === "frame" || message.t === "update") && message.v > version) location.reload();
  },
  link() {},
  end() {},
});
