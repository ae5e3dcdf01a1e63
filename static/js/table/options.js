/** The sheet of keys and settings: bots' pace, the person's own choices, and ending. */

import { button, el, menu, part } from "hanabi/dom";
import { allowNotifications } from "hanabi/table/alerts";
import { keep, kept } from "hanabi/table/choices";
import { createDelay } from "hanabi/table/delay";
import { LAYERS, layerIsOn } from "hanabi/table/conventions";
import { KEYS, keyMap, WATCHING_KEYS } from "hanabi/table/keys";
import { ownSeat } from "hanabi/table/reducer";
import { inWords } from "hanabi/table/text/board";

/** @import { State } from "hanabi/table/reducer" */
/** @import { Request } from "hanabi/table/socket" */

const LABELS = {
  partners: "Conventions: chop, focus and what clues say",
  common: "Common conventions (not everybody here keeps them)",
};

/** Return whether single-key shortcuts are on. */
export function keysAreOn() {
  return kept("keys") !== "off";
}

/**
 * Create a checkbox for a setting that is stored in the browser.
 *
 * @param {string} name
 * @param {string} label
 * @param {boolean} [usual]
 * @param {(on: boolean) => void} [changed]
 * @param {boolean} [now]
 */
function choice(name, label, usual = false, changed = () => {}, now = kept(name, usual ? "on" : "off") === "on") {
  const box = el("input", {
    id: name,
    type: "checkbox",
    checked: now,
    onchange: () => {
      keep(name, box.checked ? "on" : "off");
      changed(box.checked);
    },
  });
  return el("p", {}, el("label", {}, box, ` ${label}`));
}

/**
 * @param {State} first
 * @param {(request: Request) => void} send
 * @param {() => void} showAnew  rebuilds the board
 * @param {() => void} redraw  updates the board
 */
export function createOptions(first, send, showAnew, redraw) {
  const seated = ownSeat(first.frame) !== null;
  const keyList = el("dl", { class: "keys" });
  const map = menu(
    {
      id: "keymap",
      onchange: () => {
        keep("keymap", map.value);
        listKeys();
      },
    },
    [["hanab.live", "live"], ["Choose a card, then act", "lab"]],
    keyMap(),
  );
  let version = 0;
  let people = 0;

  /** Apply the stored mode, dropping the one requested by the URL. */
  function changeMode() {
    const address = new URL(location.href);
    address.searchParams.delete("text");
    history.replaceState(null, "", address);
    showAnew();
  }

  const delay = createDelay("delay", send);
  const giveUp = button(
    {
      onclick: () => {
        if (!confirm(people > 1 ? "End the game here? The others are asked first." : "End the game here?")) return;
        node.hidePopover();
        send({ t: "give_up", v: version });
      },
    },
    "End the game",
  );
  const settings = el(
    "div",
    { class: "settings" },
    el("p", { class: "setting" }, el("label", { for: "delay" }, "Bot speed"), delay.node),
  );
  const style = el(
    "a",
    { class: "button", href: `${location.pathname}plays-like/`, target: "_blank" },
    "Who do I play like?",
  );
  const layer = el("div");
  const theme = button({ "data-theme-switch": true }, "Light or dark");
  const node = el(
    "section",
    {
      class: "panel sheet options",
      id: "options-sheet",
      popover: "auto",
      role: "dialog",
      "aria-label": "Keys and options",
    },
    // Gets the focus when the sheet opens; the browser gives it back when it closes.
    el("h2", { class: "label", tabindex: -1, autofocus: true }, "Options"),
    settings,
    el("div", { class: "keyboard" }, choice("keys", "Keyboard shortcuts", true)),
    el(
      "div",
      { hidden: !seated },
      choice("confirm", "Confirm every move"),
      choice("notify", "Notify me when it is my turn", false, allowNotifications),
    ),
    layer,
    choice("sound", "Sounds"),
    choice("text", "Text mode (for screen readers)", false, changeMode, inWords()),
    el("div", { class: "acts" }, theme, style, giveUp),
    el("h2", { class: "label keyboard" }, "Keys"),
    el("p", { class: "setting keyboard", hidden: !seated }, el("label", { for: "keymap" }, "Layout"), map),
    keyList,
  );

  function listKeys() {
    const listed = seated ? KEYS[keyMap()] : WATCHING_KEYS;
    keyList.replaceChildren(
      ...listed.flatMap(([key, does]) => [el("dt", {}, key), el("dd", {}, does)]),
    );
  }
  listKeys();

  return part(node, ({ frame, version: v }) => {
    version = v;
    people = frame.seats.filter(({ kind, present }) => kind === "person" && present !== false).length;
    const steers = frame.may_steer === true && frame.status === "running";
    layer.hidden = !frame.conventions;
    const whose = frame.conventions;
    if (whose && !layer.querySelector(`#${LAYERS[whose]}`))
      layer.replaceChildren(choice(LAYERS[whose], LABELS[whose], layerIsOn(frame), redraw));
    giveUp.hidden = !steers;
    const hidden = frame.seats[0].kind === "hidden";
    settings.hidden = !steers || hidden;
    style.hidden = !seated || hidden;
    delay.update(frame.delay);
  });
}
