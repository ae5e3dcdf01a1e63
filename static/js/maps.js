/** Archive maps: inspect cells with pointer or arrow keys, play with their bots, open their pages. */

import { button, el, json } from "hanabi/dom";

/**
 * @typedef {{row: number, column: number, genes?: number[], partner?: [number, number] | null,
 *   said?: string, values: [string, number | null, number][]}} Cell
 * @typedef {HTMLElement & {on: (event: string, heard: (event: any) => void) => void}} Drawn
 */

const { Plotly } = /** @type {{Plotly: any}} */ (/** @type {unknown} */ (window));
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {HTMLElement} map */
function start(map) {
  const drawing = /** @type {Drawn | null} */ (map.querySelector("[data-drawing]"));
  const told = /** @type {HTMLElement | null} */ (map.querySelector(".told"));
  const playing = /** @type {HTMLFormElement} */ (map.querySelector(".play-with-cell"));
  if (!drawing || !told) return;
  const rows = Number(map.dataset.rows);
  const columns = Number(map.dataset.columns);
  /** @type {Cell[]} */
  const cells = json("cells");
  const byPlace = new Map(cells.map((cell) => [`${cell.row},${cell.column}`, cell]));
  const best = [...cells].sort((a, b) => (b.values[0]?.[1] ?? 0) - (a.values[0]?.[1] ?? 0))[0];
  const linked = location.hash.match(/^#(\d+),(\d+)$/);
  let row = linked ? Number(linked[1]) : (best?.row ?? 0);
  let column = linked ? Number(linked[2]) : (best?.column ?? 0);
  /** Whether a click or a key has fixed the cell, so that the way to its buttons changes nothing. */
  let fixed = Boolean(linked);

  /** @param {number} toRow @param {number} toColumn */
  const address = (toRow, toColumn) =>
    (map.dataset.address ?? "").replace("0,0", `${toRow},${toColumn}`);

  function tell() {
    const cell = byPlace.get(`${row},${column}`);
    const title = el("h2", {}, `Cell ${row},${column}`);
    if (!cell) {
      told?.replaceChildren(title, el("p", { class: "note" }, "No agent was found here."));
      return;
    }
    const pairs = cell.values.flatMap(([name, value, digits]) => [
      el("dt", {}, name),
      el("dd", {}, value === null ? "–" : value.toFixed(digits)),
    ]);
    const said = cell.said && cell.said[0].toUpperCase() + cell.said.slice(1);
    const score = cell.values[0]?.[1]?.toFixed(1);
    told?.replaceChildren(
      title,
      ...(said ? [el("p", { class: "said" }, `${said}, ${score} points`)] : []),
      ...(cell.genes ? [playWith()] : []),
      el("dl", {}, ...pairs),
      ...(cell.genes ? [el("p", { class: "note" }, `Genes ${cell.genes.join(" ")}`)] : []),
      el("p", { class: "acts" }, ...links(cell)),
    );
  }

  /** Create the form that seats the player with the bot of the cell. */
  function playWith() {
    const form = /** @type {HTMLFormElement} */ (playing.cloneNode(true));
    const agent = /** @type {HTMLInputElement} */ (form.elements.namedItem("agent"));
    agent.value = agent.value.replace(/0,0$/, `${row},${column}`);
    form.hidden = false;
    return form;
  }

  /** @param {Cell} cell */
  function links(cell) {
    const buttons = [el("a", { class: "button", href: address(row, column) }, "More about it")];
    const like = `?show=agreement&to=${row},${column}`;
    if (cell.genes) buttons.push(el("a", { class: "button", href: like }, "Similar bots"));
    if (cell.partner) {
      const [toRow, toColumn] = cell.partner;
      const words = `Best partner ${toRow},${toColumn}`;
      buttons.push(el("a", { class: "button", href: address(toRow, toColumn) }, words));
    }
    return buttons;
  }

  function mark() {
    const x = column / columns;
    const y = row / rows;
    const line = { color: "#ff4fa3", width: 3 };
    Plotly.relayout(drawing, {
      shapes: [{ type: "rect", x0: x, x1: x + 1 / columns, y0: y, y1: y + 1 / rows, line }],
    });
  }

  /** @param {number} toRow @param {number} toColumn */
  function look(toRow, toColumn) {
    row = Math.min(rows - 1, Math.max(0, toRow));
    column = Math.min(columns - 1, Math.max(0, toColumn));
    tell();
    mark();
  }

  /** Write a fixed cell into the page's address: “Back” returns to it, and it can be shared. */
  function keep() {
    const { pathname, search } = location;
    history.replaceState(null, "", fixed ? `#${row},${column}` : pathname + search);
  }

  /** @param {any} event of plotly */
  const place = (event) => [
    Math.floor(event.points[0].y * rows),
    Math.floor(event.points[0].x * columns),
  ];

  told.hidden = false;
  drawing.tabIndex = 0;
  drawing.setAttribute("role", "application");
  drawing.setAttribute(
    "aria-label",
    `${drawing.getAttribute("aria-label")}. Arrow keys go from cell to cell, Enter opens one.`,
  );
  drawing.addEventListener("keydown", (event) => {
    const way = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    const cell = byPlace.get(`${row},${column}`);
    if (way) {
      look(row + way[0], column + way[1]);
      fixed = true;
      keep();
    } else if (event.key === "Enter" && cell) location.assign(address(row, column));
    else return;
    event.preventDefault();
  });
  drawing.on("plotly_hover", (event) => {
    if (fixed) return;
    const [overRow, overColumn] = place(event);
    if (overRow !== row || overColumn !== column) look(overRow, overColumn);
  });
  drawing.on("plotly_click", (event) => {
    const [toRow, toColumn] = place(event);
    // The same cell again, or one without a bot: follow the pointer again.
    fixed = byPlace.has(`${toRow},${toColumn}`) && !(fixed && toRow === row && toColumn === column);
    look(toRow, toColumn);
    keep();
  });
  // While a run is in progress its elites change, and the server sends only their scores.
  map.addEventListener("scores", (event) => {
    const scores = /** @type {CustomEvent<(number | null)[][]>} */ (event).detail;
    const before = byPlace.get(`${row},${column}`)?.values[0][1] ?? null;
    byPlace.clear();
    scores.forEach((line, atRow) =>
      line.forEach((score, atColumn) => {
        if (score === null) return;
        const cell = { row: atRow, column: atColumn, values: [["Score", score, 2]] };
        byPlace.set(`${atRow},${atColumn}`, /** @type {Cell} */ (cell));
      }),
    );
    if (scores[row][column] !== before) tell();
  });
  look(row, column);
  // Redraw the mark after the figure was redrawn, as on a change of theme.
  drawing.on("plotly_react", mark);
  addImages(map, drawing);
}

/**
 * Add buttons that save the drawing as an image.
 *
 * @param {HTMLElement} map
 * @param {HTMLElement} drawing
 */
function addImages(map, drawing) {
  const acts = map.querySelector(".made .acts");
  const name = drawing.closest("figure")?.id ?? "map";
  for (const format of ["svg", "png"]) {
    const save = () => {
      // The drawing is transparent on the page; an image needs the panel's background.
      const ground = getComputedStyle(drawing.closest("figure") ?? map).backgroundColor;
      const { data, layout } = /** @type {any} */ (drawing);
      const title = { text: map.querySelector("figcaption h2")?.textContent, y: 0.98, xref: "paper" };
      const margin = { ...layout.margin, t: 96 };
      Plotly.downloadImage(
        { data, layout: { ...layout, title, margin, paper_bgcolor: ground, shapes: [] } },
        { format, width: 900, height: 800, filename: name },
      );
    };
    acts?.append(" ", button({ class: "quiet", onclick: save }, format.toUpperCase()));
  }
}

for (const map of document.querySelectorAll("[data-map]")) start(/** @type {HTMLElement} */ (map));
