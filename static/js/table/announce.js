/** Announce to screen readers that it is your turn or that the table cannot be reached. */

import { el, say } from "hanabi/dom";
import { part } from "hanabi/table/part";
import { ownSeat } from "hanabi/table/reducer";
import { titled } from "hanabi/table/title";

/** @import { State } from "hanabi/table/reducer" */

/** @param {boolean} [moves]  whether to announce every move, for people who do not see the board */
export function createAnnouncer(moves = false) {
  const alert = el("p", { class: "unseen told-aloud", "aria-live": moves ? "polite" : "assertive" });
  const link = el("p", { class: "link", role: "status" });
  const node = el("div", { class: "announcer" }, alert, link);

  return part(node, (state) => {
    const { frame, end, log } = state;
    const mine = frame.to_move !== null && frame.to_move === ownSeat(frame);
    const move = moves ? (log.at(-1)?.text ?? "") : "";
    say(alert, `${move}${mine ? " Your turn." : ""}`.trim());
    titled({ mine });
    say(link, end ?? trouble(state));
    link.classList.toggle("final", end !== null);
  });
}

/**
 * Return a sentence on a problem with the connection or the server, or an empty text.
 *
 * @param {State} state
 */
function trouble({ link, waiting, sending }) {
  if (link === "away") return "The site is busy. Trying again…";
  if (link === "lost") return "Reconnecting…";
  if (!waiting) return "";
  return sending ? "Saving…" : "The site is busy. Nothing is lost.";
}
