/** Announce your turn, to screen readers and in the tab's title, and that the table is out of reach. */

import { el, part, say } from "hanabi/dom";
import { ownSeat } from "hanabi/table/reducer";

/** @import { State } from "hanabi/table/reducer" */

const plain = document.title;
/** Whether it is your turn, and the number of unread chat lines. */
const now = { mine: false, unread: 0 };

/** Change what the tab's title says. @param {Partial<typeof now>} change */
export function titled(change) {
  Object.assign(now, change);
  const said = now.unread ? `(${now.unread}) ` : "";
  document.title = `${said}${now.mine ? "● Your turn · " : ""}${plain}`;
}

/** @param {boolean} [moves]  whether to announce every move, for people who do not see the board */
export function createAnnouncer(moves = false) {
  const alert = el("p", { class: "unseen", "aria-live": moves ? "polite" : "assertive" });
  const link = el("p", { class: "link", role: "status" });
  const node = el("div", { class: "announcer" }, alert, link);

  return part(node, (state) => {
    const { frame, end, log } = state;
    const mine = frame.to_move !== null && frame.to_move === ownSeat(frame);
    const move = moves ? (log.at(-1)?.text ?? "") : "";
    say(alert, `${move}${mine ? " Your turn." : ""}`.trim());
    titled({ mine });
    say(link, end ? "" : trouble(state));
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
