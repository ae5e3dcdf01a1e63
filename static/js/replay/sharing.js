/**
 * Share a replay: one person leads, the others see the same turn from the same viewpoint.
 *
 * The leader's tab stores a secret; the server sends a code by which others follow. Followers may
 * look around on their own and return.
 */

import { button, el, say, set } from "hanabi/dom";
import { connect } from "hanabi/table/socket";

/** @import { Room, SharedView as View } from "game/protocol/shared_replay" */
/** @typedef {{game: string, line: number | null, turn: number, seat: string}} Place */

const SECRET = "leading";
/** Minimum milliseconds between two sent views; the last one is always sent. */
const PAUSE = 120;

/**
 * @param {() => Place} here
 * @param {(place: Place) => void} show  shows the leader's place on this page
 */
export function createSharing(here, show) {
  const followed = new URLSearchParams(location.search).get("follow");
  /** @type {ReturnType<typeof connect> | undefined} */
  let socket;
  /** @type {Place | undefined} The leader's current place. */
  let led;
  let away = false;
  /** @type {number | undefined} */
  let later;

  const told = el("span", { class: "text", role: "status" });
  const share = button({ onclick: () => lead(newSecret()) }, "Share this view");
  const link = el("input", { id: "follow-link", readonly: true, "aria-label": "Link to follow you" });
  const copy = button({ class: "primary", "data-copy": "follow-link" }, "Copy link");
  const stop = button({ onclick: () => end() }, "Stop sharing");
  const back = button({ class: "primary", onclick: () => follow() }, "Follow again");
  const leave = button({ onclick: () => stepAway() }, "Look around alone");
  const node = el("div", { class: "sharing" }, told, share, el("span", { class: "inline" }, link, copy), stop, back, leave);

  /** @param {"nobody" | "leads" | "follows"} role */
  function arrange(role) {
    const held = node.contains(document.activeElement);
    node.dataset.role = role;
    told.hidden = role === "nobody";
    share.hidden = role !== "nobody";
    /** @type {HTMLElement} */ (link.parentElement).hidden = stop.hidden = role !== "leads";
    back.hidden = role !== "follows" || !away;
    leave.hidden = role !== "follows" || away;
    // The pressed button is hidden: move the focus so that keys keep working.
    if (held) [share, copy, back, leave].find((one) => one.offsetParent !== null)?.focus();
  }

  /** @param {string} secret */
  function lead(secret) {
    sessionStorage.setItem(SECRET, secret);
    socket = connect(`/ws/replays/?lead=${secret}`, {
      message: (message) => {
        if (/** @type {{t: string}} */ (message).t === "room") room(/** @type {any} */ (message));
      },
      link: (state) => state === "live" && tell(),
      end: () => end(),
    });
    say(told, "Sharing…");
    arrange("leads");
  }

  /** @param {Room} message */
  function room({ code, followers }) {
    set(link, "value", `${location.origin}${location.pathname}?follow=${code}`);
    say(told, followers ? `You lead. ${followers} following.` : "You lead. Send the link to others.");
  }

  function end() {
    sessionStorage.removeItem(SECRET);
    socket?.close();
    socket = undefined;
    arrange("nobody");
  }

  function tell() {
    clearTimeout(later);
    later = undefined;
    socket?.tell({ t: "view", ...here() });
  }

  /** @param {string} code */
  function join(code) {
    socket = connect(`/ws/replays/?follow=${code}`, {
      message: (message) => heard(/** @type {any} */ (message)),
      end: () => say(told, "This link leads nowhere any more."),
    });
    say(told, "Waiting for whoever leads…");
    arrange("follows");
  }

  /** @param {View | Room} message */
  function heard(message) {
    if (message.t === "view") {
      led = { game: message.game, line: message.line ?? null, turn: message.turn, seat: message.seat };
      if (!away) follow();
    } else if (message.t === "room") {
      say(told, message.led ? (away ? "You look around alone." : "You follow along.") : "Waiting for whoever leads…");
    }
  }

  function follow() {
    away = false;
    if (led) {
      const { game, line } = here();
      say(told, "You follow along.");
      if (led.game === game && led.line === line) show(led);
      else location.replace(`${address(led)}?follow=${followed}#${led.turn}`);
    }
    arrange("follows");
  }

  function stepAway() {
    away = true;
    say(told, "You look around alone.");
    arrange("follows");
  }

  arrange("nobody");
  if (followed) join(followed);
  else {
    const secret = sessionStorage.getItem(SECRET);
    if (secret) lead(secret);
  }

  return {
    node,

    /** Call after this page moved; `led` if it followed the leader. @param {boolean} [led] */
    moved(led = false) {
      if (followed) {
        if (!led && !away) stepAway();
      } else if (socket && later === undefined) later = window.setTimeout(tell, PAUSE);
    },
  };
}

function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Place} place */
function address({ game, line }) {
  return line === null ? `/replays/${game}/` : `/replays/${game}/line/${line}/`;
}
