// An agent that dials in: node agent.mjs wss://your.site/ws/agents/ TOKEN [pool:literature7]
// It plays what it knows and else makes the first legal move that is no play.
// Node 22 has WebSocket; Node 20 needs --experimental-websocket.

const [address, token, pool = "pool:literature7"] = process.argv.slice(2);

/** The cards that go on a stack now. */
function playable(view) {
  return new Set([...view.suits].map((suit, i) => `${suit}${view.stacks[i] + 1}`));
}

function decide(view) {
  const now = playable(view);
  const sure = view.cards[view.seat].find((card) => card.possible.every((one) => now.has(one)));
  if (sure) return `p${sure.slot}`;
  return view.legal.find((move) => !move.startsWith("p")) ?? view.legal[0];
}

const line = new WebSocket(address);
let answered = false;
process.exitCode = 1;

line.onopen = () =>
  line.send(JSON.stringify({ t: "hello", token, name: "Example in JavaScript", pool, games: 5 }));

line.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.t === "decide") {
    line.send(JSON.stringify({ t: "move", move: decide(message.view) }));
  } else if (message.t === "report" || message.t === "refused") {
    answered = true;
    process.exitCode = message.t === "report" ? 0 : 1;
    console.log(JSON.stringify(message.report ?? message));
  }
};

line.onclose = () => {
  if (!answered) console.log(JSON.stringify({ t: "refused", words: "The server hung up." }));
};
