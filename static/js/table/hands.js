/** The hands at the table: one panel per seat, cards keyed by draw number. */

import { el, keyed, part, set } from "hanabi/dom";
import { ROW, createStop } from "hanabi/stop";
import { createCard } from "hanabi/table/card";
import { createNameplate } from "hanabi/table/nameplate";
import { ownSeat } from "hanabi/table/reducer";

/** @import { Deed, State } from "hanabi/table/reducer" */

/** @param {State} state @param {number} seat @param {(deed: Deed) => void} dispatch */
export function createHand(state, seat, dispatch) {
  const mine = seat === state.frame.you;
  const nameplate = createNameplate(seat, mine);
  const cards = el("div", { class: "cards", role: "group" });
  const settle = createStop(cards, "button", ROW);
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

  return part(node, (now) => {
    const { frame, selected, aim, log, common } = now;
    const hand = frame.hands[seat];
    const owner = seat === ownSeat(frame) ? "Your hand" : `Hand of ${frame.seats[seat].name}`;
    set(cards, "aria-label", `${owner}, newest card first`);
    nameplate.update(now);
    node.classList.toggle("turn", frame.to_move === seat);

    const aimed = frame.legal?.clues.find((c) => c.seat === aim?.seat && c.value === aim.value);
    const last = log.findLast(({ kind }) => kind !== "note");
    const clue = last?.kind === "clue" ? last : undefined;
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
    settle();
  });
}
