// @ts-check
/** `<hanabi-position>`: a read-only board at one turn of a finished game. */

import { statesOf } from "hanabi/replay/states";
import { createBoard } from "hanabi/table/board";
import { reduce } from "hanabi/table/reducer";

class HanabiPosition extends HTMLElement {
  connectedCallback() {
    const frame = JSON.parse(document.getElementById("snapshot")?.textContent ?? "null");
    let [state] = statesOf([frame]);
    const board = createBoard(state, {
      docks: [],
      dispatch: (deed) => {
        state = reduce(state, deed);
        board.update(state);
      },
    });
    board.update(state);
    this.replaceChildren(board.node);
  }
}

customElements.define("hanabi-position", HanabiPosition);
