/** Helpers to create and change DOM elements. */

/** @import { State } from "hanabi/table/reducer" */

/**
 * A part of a table: its node, and how it shows a state.
 *
 * @typedef {{node: HTMLElement, update: (state: State) => void}} Part
 */

/**
 * Create an element. Attributes that are `false`, `null` or `undefined` are omitted, `on…`
 * functions become listeners, and other values are set as attributes.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else {
      set(node, name, value);
    }
  }
  node.append(...children);
  return node;
}

/**
 * Create a part of a table.
 *
 * @param {HTMLElement} node
 * @param {Part["update"]} update
 * @returns {Part}
 */
export function part(node, update) {
  return { node, update };
}

/**
 * Create a button that submits no form.
 *
 * @param {Record<string, unknown>} attributes
 * @param {...(Node | string)} children
 */
export function button(attributes, ...children) {
  return el("button", { type: "button", ...attributes }, ...children);
}

/**
 * Create a drop-down menu.
 *
 * @param {Record<string, unknown>} attributes
 * @param {(string | number)[][]} choices  names and values
 * @param {string | number | null} [chosen]  a value
 */
export function menu(attributes, choices, chosen) {
  const options = choices.map(([name, value]) =>
    el("option", { value, selected: value === chosen }, String(name)),
  );
  return el("select", attributes, ...options);
}

/**
 * Create a button with an icon instead of a text.
 *
 * @param {string} icon
 * @param {string} name  for screen readers
 * @param {() => void} act
 */
export function iconButton(icon, name, act) {
  return button({ "aria-label": name, onclick: act }, symbol(`icon-${icon}`));
}

/**
 * Set or remove an attribute, touching the document only when it changes. Booleans
 * of ARIA attributes are set as “true” or “false”; others are present or absent.
 *
 * @param {Element} node
 * @param {string} name
 * @param {unknown} value
 */
export function set(node, name, value) {
  const aria = name.startsWith("aria-");
  if (value === null || value === undefined || (value === false && !aria)) {
    node.removeAttribute(name);
  } else {
    const text = value === true && !aria ? "" : String(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}

/**
 * Set a node's text only if it differs, so that live regions announce it once.
 *
 * @param {Node} node
 * @param {string} text
 */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Show one child for each key, in this order, moving only nodes that are out of place.
 *
 * @template {{node: HTMLElement}} T
 * @param {HTMLElement} parent
 * @param {Map<number, T>} children  those shown so far, by key
 * @param {number[]} keys
 * @param {(key: number) => T} create
 */
export function keyed(parent, children, keys, create) {
  for (const [key, { node }] of children) {
    if (keys.includes(key)) continue;
    node.remove();
    children.delete(key);
  }
  keys.forEach((key, place) => {
    const child = children.get(key) ?? create(key);
    children.set(key, child);
    const there = parent.children[place] ?? null;
    if (there !== child.node) parent.insertBefore(child.node, there);
  });
}

/**
 * Focus `rest` if the focused control in `host` was removed or hidden, so that keys keep working.
 *
 * @param {HTMLElement} host
 * @param {boolean} had  whether the focus was inside `host` before the change
 * @param {HTMLElement} [rest]
 */
export function keepFocus(host, had, rest = host) {
  const at = document.activeElement;
  if (!had || (host.contains(at) && at?.checkVisibility())) return;
  rest.focus({ preventScroll: rest === host });
}

/**
 * Create a decorative icon from templates/sprite.svg.
 *
 * @param {string} name such as `suit-r` or `icon-trash`
 */
export function symbol(name) {
  const use = shape("use", { href: `#${name}` });
  return shape("svg", { class: "symbol", "aria-hidden": "true" }, use);
}

/**
 * Create an SVG element.
 *
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...Element} children
 */
export function shape(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/**
 * Return the JSON in the page's `<script type="application/json">` with this id, or null.
 *
 * @param {string} id
 */
export function json(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

/**
 * Create a form of one line of text; it empties itself when it is sent. A placeholder replaces the
 * visible label.
 *
 * @param {Record<string, unknown> & {id: string}} attributes  of the input
 * @param {string} label
 * @param {string} send  label of its button
 * @param {(text: string) => void} take
 */
export function lineForm(attributes, label, send, take) {
  const input = el("input", { maxlength: 200, autocomplete: "off", ...attributes });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    take(input.value);
    input.value = "";
  };
  const { id, placeholder } = attributes;
  const name = el("label", { class: placeholder ? "unseen" : null, for: id }, label);
  return el("form", { onsubmit }, name, " ", input, " ", el("button", {}, send));
}
