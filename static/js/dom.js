// @ts-check
/** Helpers to create and change DOM elements. */

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
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  const use = document.createElementNS(ns, "use");
  svg.setAttribute("class", "symbol");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}
