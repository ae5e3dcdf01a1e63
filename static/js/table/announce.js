// @ts-check
/** What must be heard at once: that it is your turn, and that the table cannot be reached. */

import { el, say } from "hanabi/dom";
import { ownSeat } from "hanabi/table/reducer";

/** @typedef {import("hanabi/table/reducer").State} State */

const TURN = "● Your turn · ";

export function createAnnouncer() {
  const alert = el("p", { class: "unseen", "aria-live": "assertive" });
  const link = el("p", { class: "link", role: "status" });
  const node = el("div", { class: "announcer" }, alert, link);
  const title = document.title.replace(TURN, "");

  return {
    node,

    /** @param {State} state */
    update({ frame, link: connection, end }) {
      const mine = frame.to_move !== null && frame.to_move === ownSeat(frame);
      say(alert, mine ? "Your turn." : "");
      document.title = mine ? TURN + title : title;
      say(link, end ?? (connection === "lost" ? "Reconnecting…" : ""));
      link.classList.toggle("final", end !== null);
    },
  };
}
