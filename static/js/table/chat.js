// @ts-check
/** Talking at a table of people: lines, quick words, and a switch that mutes it all. */

import { el, say, set } from "hanabi/dom";
import { keep, kept } from "hanabi/table/choices";
import { ownSeat } from "hanabi/table/reducer";

/** @typedef {import("hanabi/table/reducer").State} State */

const QUICK = ["Got it", "Nice!", "Thanks", "Sorry", "One moment", "Good game!"];

/** @param {(text: string) => void} tell */
export function createChat(tell) {
  const list = el("ol");
  const box = el("div", { class: "lines", role: "log", "aria-label": "Chat", tabindex: 0 }, list);
  const input = el("input", { id: "chat-text", maxlength: 200, autocomplete: "off", placeholder: "Say something" });
  const form = el(
    "form",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (input.value.trim()) tell(input.value);
        input.value = "";
      },
    },
    el("label", { class: "unseen", for: "chat-text" }, "Say something to the table"),
    input,
    el("button", {}, "Send"),
  );
  const quick = el(
    "p",
    { class: "quick", role: "group", "aria-label": "Quick words" },
    ...QUICK.map((text) => el("button", { type: "button", onclick: () => tell(text) }, text)),
  );
  const mute = el(
    "button",
    {
      type: "button",
      class: "quiet",
      onclick: () => {
        keep("chat", muted() ? "on" : "off");
        show();
      },
    },
  );
  const body = el("div", { class: "talk" }, box, quick, form);
  const node = el(
    "section",
    { class: "panel sheet chat", id: "chat-sheet", popover: "auto" },
    el("header", {}, el("h2", { class: "label" }, "Chat"), mute),
    body,
  );
  let last = 0;
  let unread = 0;
  const opener = el("button", { type: "button", class: "phone", popovertarget: "chat-sheet" }, "Chat");
  node.addEventListener("toggle", () => {
    unread = 0;
    show();
  });

  const muted = () => kept("chat") === "off";

  function show() {
    body.hidden = muted();
    say(mute, muted() ? "Unmute" : "Mute");
    say(opener, unread && !muted() ? `Chat (${unread})` : "Chat");
  }
  show();

  return {
    node,
    opener,

    /** @param {State} state */
    update({ frame, chat }) {
      node.hidden = opener.hidden = !frame.may_talk;
      const fresh = chat.filter(({ n }) => n > last);
      for (const { seat, text, turn } of fresh) {
        const name = seat === ownSeat(frame) ? "You" : frame.seats[seat].name;
        list.append(el("li", { title: `Turn ${turn}` }, el("strong", {}, name), ` ${text}`));
      }
      if (!fresh.length) return;
      if (last && !node.matches(":popover-open")) unread += fresh.length;
      last = fresh.at(-1)?.n ?? last;
      box.scrollTop = box.scrollHeight;
      show();
      set(node, "data-lines", list.childElementCount);
    },
  };
}
