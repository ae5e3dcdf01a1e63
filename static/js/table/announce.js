// @ts-check
/** What must be heard at once: that it is your turn, and that the table cannot be reached. */

import { el, say } from "hanabi/dom";
import { ownSeat } from "hanabi/table/reducer";

/** @typedef {import("hanabi/table/reducer").State} State */

const TURN = "● Your turn · ";

/** @param {boolean} [moves]  whether to tell every move, for those who don't see it */
export function createAnnouncer(moves = false) {
  const alert = el("p", { class: "unseen told-aloud", "aria-live": moves ? "polite" : "assertive" });
  const link = el("p", { class: "link", role: "status" });
  const node = el("div", { class: "announcer" }, alert, link);
  const title = document.title.replace(TURN, "");

  return {
    node,

    /** @param {State} state */
    update(state) {
      const { frame, end, log } = state;
      const mine = frame.to_move !== null && frame.to_move === ownSeat(frame);
      const move = moves ? (log.at(-1)?.text ?? "") : "";
      say(alert, `${move}${mine ? " Your turn." : ""}`.trim());
      document.title = mine ? TURN + title : title;
      say(link, end ?? trouble(state));
      link.classList.toggle("final", end !== null);
    },
  };
}

/**
 * What keeps the table from being as the people left it.
 *
 * @param {State} state
 */
function trouble({ link, waiting, sending }) {
  if (link === "away") return "The site is busy. Trying again…";
  if (link === "lost") return "Reconnecting…";
  if (!waiting) return "";
  return sending ? "Saving…" : "The site is busy. Nothing is lost.";
}
