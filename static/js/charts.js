// @ts-check
/** Draws the figures of a page with plotly.js, in the colours of the theme. */

import { placed } from "hanabi/labels";

/**
 * @typedef {{data: any[], layout: Record<string, any>}} Drawing
 * @typedef {object} Plotly
 * @property {(node: Element, data: unknown, layout: unknown, config: unknown) => Promise<any>} react
 * @property {(node: Element, change: unknown) => unknown} relayout
 */

const { Plotly } = /** @type {{Plotly: Plotly}} */ (/** @type {unknown} */ (window));
const CONFIG = { displayModeBar: false, displaylogo: false, responsive: true };
const AXIS = { gridcolor: "--line", linecolor: "--edge", zerolinecolor: "--line", automargin: true };

/** Pixels below which a figure is on a phone. */
const NARROW = 480;
/** Pixels that the names of rows and the colours' scale take; of a cell in which a number fits. */
const NAMES = 160;
const CELL = 30;
/** Of names beside points: their letters, and the air around them. */
const NAME_SIZE = 11;
const NAME_AIR = 2;
/** Rows and columns from which on a map with names is too much for a phone. */
const MANY = 10;

/** What every figure looks like unless it says otherwise; colours are tokens. */
const LOOK = {
  paper_bgcolor: "transparent",
  plot_bgcolor: "transparent",
  font: { family: "Inter, system-ui, sans-serif", size: 13, color: "--text" },
  margin: { l: 8, r: 8, t: 8, b: 8 },
  xaxis: AXIS,
  yaxis: AXIS,
  colorway: ["--accent", "--cool", "--good", "--bad", "--muted"],
  hoverlabel: { bgcolor: "--raised", bordercolor: "--edge", font: { color: "--text" } },
  legend: { orientation: "h", y: 1.02, yanchor: "bottom", x: 0 },
  dragmode: false,
};

/** @param {string} token such as `--accent` */
function colourOf(token) {
  const probe = document.createElement("span");
  probe.style.color = `var(${token})`;
  // Forced colours would be one for all tokens.
  probe.style.forcedColorAdjust = "none";
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

/**
 * The same value with every token replaced by its colour of the moment.
 *
 * @param {unknown} value
 * @returns {any}
 */
function coloured(value) {
  if (typeof value === "string") return value.startsWith("--") ? colourOf(value) : value;
  if (Array.isArray(value)) return value.map(coloured);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, coloured(inner)]));
}

/**
 * The second value laid over the first, objects key by key.
 *
 * @param {any} under
 * @param {any} over
 * @returns {any}
 */
function merged(under, over) {
  const plain = [under, over].every((v) => v && typeof v === "object" && !Array.isArray(v));
  if (!plain) return over === undefined ? under : over;
  const keys = new Set([...Object.keys(under), ...Object.keys(over)]);
  return Object.fromEntries([...keys].map((key) => [key, merged(under[key], over[key])]));
}

/** @param {HTMLElement} node whose figure's description stands in the script before it */
function draw(node) {
  const script = /** @type {Element} */ (node.previousElementSibling);
  const { data, layout } = /** @type {Drawing} */ (JSON.parse(script.textContent ?? ""));
  if (node.clientWidth < NARROW && named(data, layout) && data[0].x.length > MANY) {
    const around = /** @type {HTMLElement} */ (node.parentElement);
    node.classList.add("broad");
    around.tabIndex = 0;
  }
  const width = node.clientWidth;
  const points = data.find((series) => series.meta === "named");
  const pinned = points !== undefined && width < NARROW;
  const own = merged(shaped(labelled(data, layout, width), width, pinned), grown(layout));
  const drawn = Plotly.react(node, coloured(fitting(data, width, pinned)), coloured(merged(LOOK, own)), CONFIG);
  key(node, pinned ? points : undefined);
  if (points) drawn.then((shown) => Plotly.relayout(node, coloured(beside(points, shown._fullLayout, width))));
}

/** How large letters are on this window, beside the usual. */
function growth() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

/**
 * Letters and heights that grow with a large window; nothing on any other.
 *
 * @param {any} layout
 */
function grown({ height }) {
  const times = growth();
  return times > 1 ? { font: { size: LOOK.font.size * times }, height: height * times } : {};
}

/**
 * Below a map on which points have numbers, whose they are.
 *
 * @param {HTMLElement} node
 * @param {{text: string[], hovertext: string[]} | undefined} points
 */
function key(node, points) {
  node.parentElement?.querySelector(".key")?.remove();
  if (!points) return;
  const list = document.createElement("ol");
  list.className = "key";
  points.hovertext.forEach((name, index) => {
    const item = document.createElement("li");
    item.value = Number(points.text[index]);
    item.textContent = name;
    list.append(item);
  });
  node.after(list);
}

/**
 * A name beside each point with a line to it; where there is little room, its number in the table.
 *
 * @param {any} points
 * @param {any} shown  the layout as it was drawn
 * @param {number} width
 */
function beside({ x, y, text, hovertext, marker }, { xaxis, yaxis }, width) {
  const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  const letters = NAME_SIZE * Math.max(1, growth());
  pen.font = `600 ${letters}px ${LOOK.font.family}`;
  /** @type {string[]} */
  const names = width < NARROW ? text : hovertext;
  const sizes = names.map((name) => ({
    width: pen.measureText(name).width + 2 * NAME_AIR + 4,
    height: letters + 2 * NAME_AIR + 4,
  }));
  const spots = names.map((_, index) => ({ x: xaxis.d2p(x[index]), y: yaxis.d2p(y[index]) }));
  const frame = { width: xaxis._length, height: yaxis._length };
  const places = placed(spots, sizes, frame, marker.size / 2);
  const lines = places.map((away, index) => ({
    type: "line",
    xsizemode: "pixel",
    ysizemode: "pixel",
    xanchor: x[index],
    yanchor: y[index],
    x0: 0,
    y0: 0,
    x1: away.x,
    y1: -away.y,
  }));
  return {
    // Dark on light or light on dark, whatever lies below.
    shapes: [
      ...lines.map((line) => ({ ...line, line: { color: "--panel", width: 4 } })),
      ...lines.map((line) => ({ ...line, line: { color: "--text", width: 1.5 } })),
    ],
    annotations: places.map((away, index) => ({
      text: `<b>${names[index]}</b>`,
      x: x[index],
      y: y[index],
      xanchor: "center",
      yanchor: "middle",
      xshift: away.x,
      yshift: -away.y,
      showarrow: false,
      borderpad: NAME_AIR,
      bgcolor: "--panel",
      bordercolor: "--text",
      font: { size: letters },
    })),
  };
}

/**
 * Whether this is a map whose rows have names.
 *
 * @param {any[]} data
 * @param {any} layout
 */
function named(data, layout) {
  return data[0]?.type === "heatmap" && layout.yaxis?.autorange === "reversed";
}

/**
 * Without numbers in cells that are too small for them, and with smaller marks and the colours'
 * scale below a map with names where there is little room. The table below has all numbers.
 *
 * @param {any[]} data
 * @param {number} width
 * @param {boolean} pinned  whether names stand on a map, and need the room
 */
function fitting(data, width, pinned) {
  return data.map((series) => {
    if (pinned && series.type === "heatmap") {
      return { ...series, colorbar: { ...series.colorbar, orientation: "h", y: -0.23, yanchor: "top", thickness: 10 } };
    }
    const { texttemplate, ...rest } = series;
    if (texttemplate && (width - NAMES) / series.x.length < CELL) return { ...rest, showscale: width >= NARROW };
    if (width >= NARROW || series.mode !== "markers+text") return series;
    const marker = { ...series.marker, size: 14, line: { ...series.marker.line, width: 1 } };
    return { ...series, marker, textfont: { ...series.textfont, size: 9 } };
  });
}

/**
 * Where there is little room, the names of rows stand over what is drawn, not beside it.
 *
 * @param {any[]} data
 * @param {any} layout
 * @param {number} width
 */
function labelled(data, layout, width) {
  if (width >= NARROW || layout.yaxis?.autorange !== "reversed" || named(data, layout)) return layout;
  const names = new Set(data.flatMap((series) => series.y ?? []));
  const annotations = [...names].map((text) => ({
    text,
    x: 0,
    xref: "paper",
    xanchor: "left",
    y: text,
    yshift: 13,
    showarrow: false,
    font: { size: 12 },
  }));
  const yaxis = { ...layout.yaxis, showticklabels: false, ticks: "" };
  return { ...layout, yaxis, annotations: [...(layout.annotations ?? []), ...annotations] };
}

/**
 * A map, whose cells should be about as high as wide, is made lower where there is little room.
 *
 * @param {any} layout
 * @param {number} width
 * @param {boolean} pinned  whether names stand on it, and the colours' scale below it
 */
function shaped(layout, width, pinned) {
  if (!layout.meta?.square) return layout;
  return { ...layout, height: Math.min(layout.height, Math.round((pinned ? 1.25 : 0.95) * width)) };
}

/** What is folded away has no width, and is drawn once it is unfolded. */
function drawAll() {
  for (const node of document.querySelectorAll("[data-drawing]")) {
    if (node.checkVisibility()) draw(/** @type {HTMLElement} */ (node));
  }
}

drawAll();
document.addEventListener("toggle", drawAll, true);
new MutationObserver(drawAll).observe(document.documentElement, { attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
