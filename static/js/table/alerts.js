/** Sounds and notifications, both off by default. */

import { kept } from "hanabi/table/choices";
import { ownSeat } from "hanabi/table/reducer";

/** @import { State } from "hanabi/table/reducer" */

/** The notes of each sound in hertz, played in sequence. */
const SOUNDS = { turn: [660, 880], move: [520], strike: [220, 160], end: [520, 660, 780] };

/** @type {AudioContext | undefined} */
let audio;

/** @param {keyof typeof SOUNDS} name */
function sound(name) {
  if (kept("sound") !== "on") return;
  audio ??= new AudioContext();
  SOUNDS[name].forEach((pitch, index) => {
    const context = /** @type {AudioContext} */ (audio);
    const start = context.currentTime + index * 0.12;
    const tone = new OscillatorNode(context, { frequency: pitch, type: "triangle" });
    const volume = new GainNode(context, { gain: 0.12 });
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.2);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.22);
  });
}

/** Request permission for notifications when switched on. @param {boolean} on */
export function allowNotifications(on) {
  if (on && "Notification" in window) Notification.requestPermission();
}

export function createAlerts() {
  /** @type {State | undefined} */
  let before;

  return {
    /** @param {State} state */
    update(state) {
      const { frame, log } = state;
      const known = before;
      before = state;
      if (!known || known.version === state.version) return;
      const mine = frame.to_move !== null && frame.to_move === ownSeat(frame);
      const entry = log.at(-1);
      if (frame.ending && !known.frame.ending) sound("end");
      else if (entry?.kind === "play" && !entry.success) sound("strike");
      else sound(mine ? "turn" : "move");
      if (mine && document.hidden && kept("notify") === "on" && "Notification" in window) {
        if (Notification.permission === "granted") new Notification("Your turn", { tag: frame.table });
      }
    },
  };
}
