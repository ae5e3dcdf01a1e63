/** The hands at the table: one panel per seat, cards keyed by draw number. */

import { el, keyed, part, set } from "hanabi/dom";
import { createCard } from "hanabi/table/card";
import { createNameplate } from "hanabi/table/nameplate";
import { ownSeat } from "hanabi/table/reducer";

/** @import { Deed, State } from "hanabi/table/reducer" */

/** @param {State} state @param {number} seat @param {(deed: Deed) => void} dispatch */
export function createHand(state, seat, dispatch) {
  const mine = seat === state.frame.you;
  const nameplate = createNameplate(seat, mine);
  const cards = el("div", { class: "cards", role: "group", onkeydown: rove });
  const node = el(
    "section",
    { class: mine ? "panel hand mine" : "panel hand", "data-seat": seat },
    nameplate.node,
    cards,
  );
  /** @type {Map<number, ReturnType<typeof createCard>>} */
  const byOrder = new Map();

  /** @param {number} order */
  function select(order) {
    dispatch({
      t: "select",
      order: byOrder.get(order)?.node.ariaPressed === "true" ? null : order,
    });
  }

  /**
   * Move the focus between cards with arrow keys; the hand is one tab stop.
   *
   * @param {KeyboardEvent} event
   */
  function rove(event) {
    const buttons = [...cards.children].map((child) => /** @type {HTMLElement} */ (child));
    const here = buttons.indexOf(/** @type {HTMLElement} */ (event.target));
    const steps = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: buttons.length - 1 };
    const to = buttons[steps[/** @type {keyof typeof steps} */ (event.key)] ?? -1];
    if (!to) return;
    event.preventDefault();
    to.focus();
  }

  cards.addEventListener("focusin", ({ target }) => {
    for (const card of cards.children) set(card, "tabindex", card === target ? 0 : -1);
  });

  return part(node, (now) => {
    const { frame, selected, aim, log, common } = now;
    const hand = frame.hands[seat];
    const owner = seat === ownSeat(frame) ? "Your hand" : `Hand of ${frame.seats[seat].name}`;
    set(cards, "aria-label", `${owner}, newest card first`);
    nameplate.update(now);
    node.classList.toggle("turn", frame.to_move === seat);

    const aimed = frame.legal?.clues.find((c) => c.seat === aim?.seat && c.value === aim.value);
    const clue = log.at(-1)?.kind === "clue" ? log.at(-1) : undefined;
    const orders = hand.map((card) => card.order);
    const newest = Math.max(...orders);
    const dealt = frame.seats.length * frame.rules.hand_size;
    keyed(cards, byOrder, orders, (order) => createCard(frame.rules, order, select));
    for (const held of hand) {
      // While a clue is aimed, show the possibilities after it, and what it would say.
      const clued = aimed?.seat === seat ? aimed : undefined;
      const after = {
        possible: clued?.then?.[held.order] ?? held.possible,
        said: clued?.said?.[held.order] ?? held.said,
      };
      const inCommon = { possible: held.common, odds: undefined };
      const card = { ...held, ...(common ? inCommon : after) };
      byOrder.get(card.order)?.update(frame, seat, card, {
        selected: card.order === selected,
        aimed: aimed?.seat === seat && aimed.touches.includes(card.order),
        fresh: clue?.touches?.includes(card.order) ?? false,
        newest: card.order === newest && newest >= dealt,
      });
    }
    const stop = cards.querySelector("[tabindex='0']") ?? cards.firstElementChild;
    for (const card of cards.children) set(card, "tabindex", card === stop ? 0 : -1);
  });
}
