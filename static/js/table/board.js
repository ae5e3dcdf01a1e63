/** The board: combines the table's parts and shows a state. */

import { button, el, part, say, set } from "hanabi/dom";
import { createLayerSwitch, layerIsOn } from "hanabi/table/conventions";
import { mates } from "hanabi/table/clues";
import { createCardSheet } from "hanabi/table/card_sheet";
import { createDiscards } from "hanabi/table/discards";
import { createHand } from "hanabi/table/hands";
import { createLastMove, createLog } from "hanabi/table/log";
import { move } from "hanabi/table/motion";
import { shown } from "hanabi/table/rewind";
import { createStacks } from "hanabi/table/stacks";
import { createStatus } from "hanabi/table/status";
import { paint } from "hanabi/table/suits";

/** @import { State } from "hanabi/table/reducer" */
/** @import { Part } from "hanabi/dom" */

/**
 * @param {State} first
 * @param {object} options
 * @param {(deed: import("hanabi/table/reducer").Deed) => void} options.dispatch
 * @param {Part[]} [options.above]  notices above the hands
 * @param {Part[]} [options.beside]  notices that may appear and vanish without moving cards
 * @param {Part[]} options.docks  where the player acts, or steps through a replay
 * @param {(order: number, text: string) => void} [options.note]  stores a note on a card
 * @param {(order: number) => void} [options.askWhy]  asks a bot why it did not play a card, in text mode
 * @param {Part & {opener: HTMLElement, toast: HTMLElement}} [options.chat]  where people talk
 * @param {Part} [options.options]  a sheet of settings
 * @param {(turn: number) => void} [options.onTurn]  called for a turn pressed in the log
 */
export function createBoard(first, { dispatch, above = [], beside = [], docks, options, note, chat, onTurn }) {
  const { frame } = first;
  paint(frame.rules);
  const status = createStatus(frame.rules);
  const stacks = createStacks(frame.rules);
  const log = createLog(onTurn);
  const last = createLastMove();
  const discards = createDiscards(frame.rules);
  const hand = (/** @type {number} */ seat) => createHand(first, seat, dispatch);
  const others = frame.you === null ? frame.seats.map((_, seat) => seat) : mates(frame);
  const theirs = others.map(hand);
  const mine = frame.you === null ? [] : [hand(frame.you)];
  const sheet = createCardSheet(note);
  const layer = options ?? createLayerSwitch(() => dispatch({ t: "redraw" }));
  const table = [status, ...theirs, stacks, ...mine, last, ...docks, discards, sheet, layer];
  // What speaks of the present, also while an earlier turn is shown.
  const present = [...above, ...beside, log, ...(chat ? [chat] : [])];
  let common = false;
  let aim = first.aim;
  const toggle = button(
    {
      title: "What everybody knows that everybody knows (hold Space)",
      onclick: () => dispatch({ t: "common", on: !common }),
    },
    "Shared knowledge",
  );
  const watchers = el("span", { class: "watchers" });
  const source = el("span", { class: "watchers", hidden: true }, "By the common conventions");
  const sheets = el(
    "div",
    { class: "sheets" },
    watchers,
    source,
    toggle,
    button({ class: "phone", popovertarget: "log-sheet" }, "Log"),
    button({ class: "phone to-discards", popovertarget: "discards-sheet" }, "Discards"),
    chat?.opener ?? "",
    options
      ? button({ popovertarget: "options-sheet", "aria-label": "Keys and options" }, "Options")
      : layer.node,
  );
  const nodes = (/** @type {Part[]} */ list) => list.map((one) => one.node);
  const board = el(
    "div",
    { class: "board", "data-hands": Math.min(theirs.length, 5) },
    el(
      "div",
      { class: "main" },
      ...nodes(above),
      el("div", { class: "mates" }, ...nodes(theirs)),
      el("div", { class: "middle" }, stacks.node, status.node),
      el("div", { class: "yours" }, ...nodes(mine), ...nodes(docks)),
    ),
    el(
      "aside",
      { class: "side" },
      ...nodes(beside),
      log.node,
      discards.node,
      chat?.node ?? "",
      el("div", { class: "last" }, last.node, sheets),
      chat?.toast ?? "",
    ),
    sheet.node,
    options?.node ?? "",
  );

  sheet.listen(board);

  return part(board, (now) => {
    const state = shown(now);
    common = state.common;
    watchers.hidden = state.watching === 0;
    say(watchers, `${state.watching} watching`);
    set(toggle, "aria-pressed", common);
    toggle.hidden = !state.frame.hands.flat().some((card) => card.common !== undefined);
    board.classList.toggle("common", common);
    board.classList.toggle("past", state.past !== null);
    board.classList.toggle("layer", layerIsOn(state.frame));
    source.hidden = !layerIsOn(state.frame) || state.frame.conventions !== "common";
    move(
      board,
      frame.rules,
      () => {
        for (const one of present) one.update(now);
        for (const one of table) one.update(state);
      },
      () => state.log.at(-1),
    );
    const before = aim;
    aim = state.aim;
    // Do not scroll for a preview under the pointer: what it points at must not move.
    const chosen = aim && aim !== before && (aim.pinned || (!aim.value && aim.seat !== before?.seat));
    if (aim && chosen) uncover(theirs[others.indexOf(aim.seat)].node);
  });
}

/** Scroll to a hand if a part of it is off screen or under what is sticky. @param {Element} hand */
function uncover(hand) {
  const { left, right, top, bottom } = hand.getBoundingClientRect();
  const seen = (/** @type {number} */ y) => hand.contains(document.elementFromPoint((left + right) / 2, y));
  if (!seen(top + 1) || !seen(bottom - 1)) hand.scrollIntoView({ block: "start" });
}
