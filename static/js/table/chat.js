/** The chat of a table of people: lines, quick messages, and a mute switch. */

import { button, el, lineForm, say } from "hanabi/dom";
import { keep, kept } from "hanabi/table/choices";
import { ownSeat } from "hanabi/table/reducer";
import { titled } from "hanabi/table/announce";

/** @import { State } from "hanabi/table/reducer" */

/** Milliseconds that a new line is shown over the board. */
const SHOWN = 8000;
const QUICK = ["Got it", "Nice!", "Thanks", "Sorry", "One moment", "Good game!"];

/** @param {(text: string) => void} tell */
export function createChat(tell) {
  const list = el("ol");
  const box = el("div", { class: "lines", role: "log", "aria-label": "Chat", tabindex: 0 }, list);
  const form = lineForm(
    { id: "chat-text", placeholder: "Say something" },
    "Say something to the table",
    "Send",
    (text) => text.trim() && tell(text),
  );
  const quick = el(
    "p",
    { class: "quick", role: "group", "aria-label": "Quick words" },
    ...QUICK.map((text) => button({ onclick: () => tell(text) }, text)),
  );
  const mute = button({
    class: "quiet",
    onclick: () => {
      keep("chat", muted() ? "on" : "off");
      show();
    },
  });
  const body = el("div", { class: "talk" }, box, quick, form);
  const node = el(
    "section",
    { class: "panel sheet chat", id: "chat-sheet", popover: "auto" },
    el("header", {}, el("h2", { class: "label" }, "Chat"), mute),
    body,
  );
  let last = 0;
  let unread = 0;
  let heard = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let fading;
  const opener = button({ class: "phone", popovertarget: "chat-sheet" }, "Chat");
  const toast = button({ class: "toast", popovertarget: "chat-sheet" });
  const place = el("div", { role: "status", hidden: true }, toast);
  node.addEventListener("toggle", read);
  document.addEventListener("visibilitychange", read);

  /** Mark all lines as read if the chat is visible. */
  function read() {
    if (!isSeen()) return;
    unread = 0;
    place.hidden = true;
    show();
  }

  const isSeen = () => !document.hidden && body.checkVisibility();

  const muted = () => kept("chat") === "off";

  function show() {
    body.hidden = muted();
    say(mute, muted() ? "Unmute" : "Mute");
    const count = muted() ? 0 : unread;
    say(opener, count ? `Chat (${count})` : "Chat");
    opener.classList.toggle("unread", count > 0);
    titled({ unread: count });
  }
  show();

  /** Show a line for a while. @param {string} line */
  function pop(line) {
    if (muted()) return;
    say(toast, line);
    place.hidden = false;
    clearTimeout(fading);
    fading = setTimeout(() => (place.hidden = true), SHOWN);
  }

  return {
    node,
    opener,
    toast: place,

    /** @param {State} state */
    update({ frame, chat, heard: now }) {
      node.hidden = opener.hidden = !frame.may_talk;
      const fresh = chat.filter(({ n }) => n > last);
      for (const { seat, text, turn } of fresh) {
        const name = seat === ownSeat(frame) ? "You" : frame.seats[seat].name;
        list.append(el("li", { title: `Turn ${turn}` }, el("strong", {}, name), ` ${text}`));
      }
      const history = !heard;
      heard = now;
      if (!fresh.length) return;
      const theirs = history ? [] : fresh.filter(({ seat }) => seat !== ownSeat(frame));
      if (theirs.length && !isSeen()) {
        unread += theirs.length;
        const { seat, text } = theirs[theirs.length - 1];
        pop(`${frame.seats[seat].name}: ${text}`);
      }
      last = fresh.at(-1)?.n ?? last;
      box.scrollTop = box.scrollHeight;
      show();
    },
  };
}
