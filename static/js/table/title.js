/** The title of the page's tab: whose turn it is, and the number of unread chat lines. */

const plain = document.title;
const now = { mine: false, unread: 0 };

/** @param {Partial<typeof now>} change */
export function titled(change) {
  Object.assign(now, change);
  const said = now.unread ? `(${now.unread}) ` : "";
  document.title = `${said}${now.mine ? "● Your turn · " : ""}${plain}`;
}
