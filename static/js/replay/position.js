/** `<hanabi-position>`: a read-only board at one turn of a finished game. */

import { json } from "hanabi/dom";
import { statesOf } from "hanabi/replay/states";
import { createBoard } from "hanabi/table/board";
import { reduce } from "hanabi/table/reducer";

class HanabiPosition extends HTMLElement {
  connectedCallback() {
    let [state] = statesOf([json("snapshot")]);
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
