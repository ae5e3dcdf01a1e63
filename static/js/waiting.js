// A table waiting for people: reload the page when a person sits down or the game starts, and when
// seats are no longer kept for the players of the last game. A reload keeps the focus and what was
// entered, and says who came and went.

import { say } from "hanabi/dom";
import { keep, kept } from "hanabi/table/choices";
import { connect } from "hanabi/table/socket";

/** The name under which a reload stores the focus, the fields and the names at the table. */
const STORED = "waiting";
/** Milliseconds until a new page's live region is heard. */
const UNHEARD = 500;

const page = /** @type {HTMLElement} */ (document.querySelector("[data-waiting]"));
const table = page.dataset.waiting ?? "";
const version = Number(page.dataset.version);
const controls = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("main :is(a, button, input, select)")]);
const fields = /** @type {HTMLInputElement[]} */ (controls.filter((one) => one.matches("input[id], select")));
/** @param {HTMLElement} control */
const nameOf = (control) => control.id || control.textContent?.trim();
const titles = [...page.querySelectorAll(".title:not(.open)")].map((node) => node.textContent ?? "");

/** Set once a form is submitted: a reload would lose its response and the guest's cookie. */
let leaving = false;
addEventListener("submit", () => (leaving = true));

function reload() {
  if (leaving) return;
  const at = controls.find((control) => control === document.activeElement);
  const entered = fields.map(({ id, value, selectionStart, selectionEnd }) => ({ id, value, selectionStart, selectionEnd }));
  keep(STORED, JSON.stringify({ table, titles, at: at && nameOf(at), entered }), "sessionStorage");
  location.reload();
}

/** @param {{titles: string[], at?: string, entered: Partial<HTMLInputElement>[]}} before */
function resume(before) {
  for (const { id, ...state } of before.entered) {
    const field = fields.find((one) => one.id === id);
    if (field) Object.assign(field, state);
  }
  controls.find((control) => nameOf(control) === before.at)?.focus();
  const free = page.querySelectorAll(".title.open").length;
  const news = [
    ...titles.filter((name) => !before.titles.includes(name)).map((name) => `${name} sat down.`),
    ...before.titles.filter((name) => !titles.includes(name)).map((name) => `${name} left.`),
    free === 1 ? "1 seat is free." : `${free} seats are free.`,
  ];
  const status = /** @type {HTMLElement} */ (page.querySelector("[role=status]"));
  setTimeout(() => say(status, news.join(" ")), UNHEARD);
}

const stored = JSON.parse(kept(STORED, "null", "sessionStorage"));
keep(STORED, "null", "sessionStorage");
if (stored?.table === table) resume(stored);

const keptFor = 1000 * Number(page.dataset.keptFor);
if (keptFor) setTimeout(reload, keptFor);

/** Whether the server has accepted this page's socket: if it never does, a reload changes nothing. */
let accepted = false;
connect(table, {
  message(message) {
    accepted ||= message.t === "welcome";
    if ((message.t === "frame" || message.t === "update") && message.v > version) reload();
  },
  end() {
    if (accepted) reload();
  },
});
