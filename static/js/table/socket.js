/**
 * A connection to a table that reconnects automatically.
 *
 * It pings as often as the server asks and reconnects when no answer comes, when the socket
 * closes, and at once when the page is shown again or the network returns. Requests stay pending,
 * and are resent with the same id, until the server has answered them.
 */

/** @import { Act, FromServer, Say, WriteNote } from "game/protocol" */
/** @typedef {"connecting" | "live" | "lost" | "away"} Link */
/**
 * A request before the socket gives it its id.
 *
 * @typedef {WithoutId<Act | Say | WriteNote>} Request
 */
/**
 * @template T
 * @typedef {T extends unknown ? Omit<T, "id"> : never} WithoutId  each message of a union
 */

/** The codes of `game/protocol` with which a server closes a socket. */
const CLOSE_RESTART = 1012;
const CLOSE_AWAY = 4503;
const CLOSE_NOT_ALLOWED = 4403;
const CLOSE_NO_TABLE = 4404;
const CLOSE_TOO_FAST = 4429;
const CLOSE_TOO_MANY = 4430;

/** @type {Record<number, string>} Texts for closes that are final, by code. */
const FINAL = {
  [CLOSE_NOT_ALLOWED]: "You may not watch this table.",
  [CLOSE_NO_TABLE]: "This game is over: its table was deleted.",
  [CLOSE_TOO_MANY]: "Too many windows are open here. Close some, then reload.",
};
const LONGEST_WAIT = 15_000;
/** Milliseconds after which a request that the server could not process is sent again. */
const AGAIN_AFTER = 1000;
/** Milliseconds without an answer to a request before the page says so. */
const UNSAID = 1500;

/**
 * @param {string} path
 * @param {object} listener
 * @param {(message: FromServer) => void} listener.message
 * @param {(link: Link) => void} [listener.link]
 * @param {(why: string) => void} [listener.end]  called with a message when reconnecting stops
 */
export function connect(path, listener) {
  const address = new URL(path, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";

  /** @type {Map<string, string>} Requests without an answer, by id. */
  const pending = new Map();
  /** @type {WebSocket | undefined} */
  let socket;
  let pingEvery = 10_000;
  let heard = 0;
  let failures = 0;
  const over = new AbortController();
  const { signal } = over;
  /** @type {number | undefined} */
  let redial;

  function dial() {
    if (signal.aborted) return;
    clearTimeout(redial);
    retire();
    listener.link?.(failures ? "lost" : "connecting");
    const mine = (socket = new WebSocket(address));
    heard = Date.now();
    mine.onmessage = ({ data }) => receive(JSON.parse(data));
    mine.onclose = ({ code }) => closed(code);
  }

  /** Drop the current socket and ignore any further messages from it. */
  function retire() {
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
    socket = undefined;
  }

  /** @param {FromServer} message */
  function receive(message) {
    heard = Date.now();
    if (message.t === "welcome") pingEvery = message.ping_seconds * 1000;
    if ((message.t === "ack" || message.t === "refused") && message.id) pending.delete(message.id);
    listener.message(message);
    if (message.t === "waiting" && message.id) again(message.id);
    if (message.t === "welcome") {
      failures = 0;
      listener.link?.("live");
      for (const text of pending.values()) transmit(text);
    }
  }

  /** @param {string} id  of a request that the server could not process yet */
  function again(id) {
    setTimeout(() => transmit(pending.get(id) ?? ""), AGAIN_AFTER * (0.5 + Math.random()));
  }

  /** @param {number} code */
  function closed(code) {
    retire();
    if (code in FINAL) return end(FINAL[code]);
    failures += 1;
    listener.link?.(code === CLOSE_AWAY ? "away" : "lost");
    const base = code === CLOSE_TOO_FAST ? 5000 : code === CLOSE_RESTART ? 400 : 300;
    const wait = Math.min(base * 2 ** Math.min(failures - 1, 6), LONGEST_WAIT);
    redial = setTimeout(dial, wait * (0.5 + Math.random()));
  }

  /** @param {string} text */
  function transmit(text) {
    if (text && socket?.readyState === WebSocket.OPEN) socket.send(text);
  }

  /** Send a message that needs no answer. @param {object} message */
  function tell(message) {
    transmit(JSON.stringify(message));
  }

  function beat() {
    tell({ t: "ping" });
    if (socket && Date.now() - heard > 2 * pingEvery) closed(1006);
    timer = setTimeout(beat, pingEvery);
  }

  /** Reconnect when the page is visible again: its socket may have died unnoticed. */
  function wake() {
    if (document.visibilityState !== "visible") return;
    if (socket?.readyState === WebSocket.CONNECTING) return;
    if (socket?.readyState !== WebSocket.OPEN || Date.now() - heard > 2 * pingEvery) dial();
    else tell({ t: "ping" });
  }

  /** @param {string} why */
  function end(why) {
    close();
    listener.end?.(why);
  }

  function close() {
    over.abort();
    retire();
    clearTimeout(redial);
    clearTimeout(timer);
  }

  document.addEventListener("visibilitychange", wake, { signal });
  addEventListener("pageshow", wake, { signal });
  addEventListener("online", wake, { signal });
  addEventListener("offline", () => socket && closed(1006), { signal });
  let timer = setTimeout(beat, pingEvery);
  dial();

  return {
    close,
    tell,

    /**
     * Send a request; resend it until it is answered.
     *
     * @param {Request} request
     * @returns {string} its id
     */
    request(request) {
      const id = crypto.getRandomValues(new Uint32Array(4)).join("-").slice(0, 40);
      const text = JSON.stringify({ ...request, id });
      pending.set(id, text);
      transmit(text);
      setTimeout(() => {
        if (pending.has(id) && !signal.aborted) listener.message({ t: "waiting", id: null, text: "" });
      }, UNSAID);
      return id;
    },
  };
}
