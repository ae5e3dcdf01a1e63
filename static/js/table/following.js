/** Take spectators of a series to its next game automatically, unless they cancel. */

import { button, el, say } from "hanabi/dom";

const SECONDS = 4;

export function createFollowing() {
  const told = el("span");
  const stay = button({ class: "quiet", onclick: stop }, "Stay here");
  const node = el("p", { class: "why following" }, told, " ", stay);
  node.hidden = true;
  let left = SECONDS;
  /** @type {number | undefined} */
  let timer;

  function stop() {
    clearInterval(timer);
    node.hidden = true;
  }

  /** @param {string} address */
  function tick(address) {
    if (left === 0) {
      clearInterval(timer);
      location.assign(address);
    }
    say(told, `The next game opens in ${left} s.`);
    left -= 1;
  }

  return {
    node,

    /** @param {string} address  URL of the next game */
    start(address) {
      if (timer !== undefined) return;
      node.hidden = false;
      tick(address);
      timer = window.setInterval(() => tick(address), 1000);
    },
  };
}
