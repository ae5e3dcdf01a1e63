/** Draws the figures of a page with plotly.js, in the colours of the theme. */

import { el } from "hanabi/dom";
import { placed } from "hanabi/labels";

/**
 * @typedef {{data: any[], layout: Record<string, any>}} Drawing
 * @typedef {object} Plotly
 * @property {(node: Element, data: unknown, layout: unknown, config: unknown) => Promise<any>} react
 * @property {(node: Element, change: unknown) => unknown} relayout
 */

const { Plotly } = /** @type {{Plotly: Plotly}} */ (/** @type {unknown} */ (window));
const CONFIG = { displayModeBar: false, displaylogo: false, responsive: true };
const AXIS = {
  showgrid: true,
  gridcolor: "--line",
  showline: true,
  linecolor: "--edge",
  zeroline: true,
  zerolinecolor: "--line",
  automargin: true,
};

/** A figure narrower than this many pixels counts as on a phone. */
const NARROW = 480;
/** Width of row names and colour scale in pixels, and of the smallest cell that fits a number. */
const NAMES = 160;
const CELL = 30;
/** Font size of names beside points, and the padding around them. */
const NAME_SIZE = 11;
const NAME_AIR = 2;
/** Lines whose names in a legend take a phone's figure no extra height, and the height for each. */
const FEW = 4;
const NAME_HEIGHT = 24;
/** A map with row names and more columns than this is too wide for a phone. */
const MANY = 10;

/** The default layout of figures; colours are CSS tokens. */
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

/** The default layout on a phone: there the titles of axes and legends need small letters. */
const SMALL = { title: { font: { size: 12 } } };
const NARROW_LOOK = {
  ...LOOK,
  xaxis: { ...AXIS, ...SMALL },
  yaxis: { ...AXIS, ...SMALL },
  legend: { ...LOOK.legend, font: { size: 12 } },
};

/** @param {string} token such as `--accent` */
function colourOf(token) {
  const probe = document.createElement("span");
  probe.style.color = `var(${token})`;
  // In forced-colours mode all tokens would resolve to one colour.
  probe.style.forcedColorAdjust = "none";
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

/**
 * Return a copy of a value with every CSS token replaced by its current colour.
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

/** @param {Element} node  to draw in; the script element before it has the figure as JSON @returns {Drawing} */
function figureOf(node) {
  const text = node.previousElementSibling?.textContent ?? "";
  // Plotly draws no bar for NaN, which JSON does not have, but one of length 0 for null.
  return JSON.parse(text, (key, value) => (/^array/.test(key) ? value.map((/** @type {any} */ half) => half ?? NaN) : value));
}

/** @param {HTMLElement} node to draw in */
function draw(node) {
  const { data, layout } = figureOf(node);
  node.style.minHeight = "";
  if (node.clientWidth < NARROW && named(data, layout) && data[0].x.length > MANY) {
    const around = /** @type {HTMLElement} */ (node.parentElement);
    node.classList.add("broad");
    around.tabIndex = 0;
  }
  const width = node.clientWidth;
  const points = data.find((series) => series.meta === "named");
  const pinned = points !== undefined && width < NARROW;
  const lines = data.filter((series) => series.mode?.includes("lines") && series.showlegend !== false).length;
  const own = { ...shaped(labelled(data, layout, width), width, pinned, lines), ...grown(layout) };
  const styled = { template: { layout: width < NARROW ? NARROW_LOOK : LOOK }, ...own };
  const drawn = Plotly.react(node, coloured(fitting(data, width, pinned)), coloured(styled), CONFIG);
  key(node, pinned ? points : undefined);
  if (points) drawn.then((shown) => Plotly.relayout(node, coloured(beside(points, shown._fullLayout, width))));
}

/** Return the page's font size in this window relative to the default. */
function growth() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

/**
 * Return a layout with larger text and height for large windows; an empty one for others.
 *
 * @param {any} layout
 */
function grown({ height }) {
  const times = growth();
  return times > 1 ? { font: { size: LOOK.font.size * times }, height: height * times } : {};
}

/**
 * Add a legend of the numbered points below a map.
 *
 * @param {HTMLElement} node
 * @param {{text: string[], hovertext: string[]} | undefined} points
 */
function key(node, points) {
  node.parentElement?.querySelector(".key")?.remove();
  if (!points) return;
  const { text, hovertext } = points;
  const items = hovertext.map((name, index) => el("li", { value: text[index] }, name));
  node.after(el("ol", { class: "key" }, ...items));
}

/**
 * Return the lines and annotations that label each point by its name, or on narrow figures by its
 * number in the table.
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
    // Readable on light and dark cells.
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
 * Return whether the figure is a heatmap with row names.
 *
 * @param {any[]} data
 * @param {any} layout
 */
function named(data, layout) {
  return data[0]?.type === "heatmap" && layout.yaxis?.autorange === "reversed";
}

/**
 * Return the data adapted to the width: no numbers in small cells; on narrow figures smaller
 * markers, and the colour scale below a map with names. The table below has all numbers.
 *
 * @param {any[]} data
 * @param {number} width
 * @param {boolean} pinned  whether the map shows names, which need space
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
 * On narrow figures, put row names above the rows instead of beside them.
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
 * On narrow figures, reduce a map's height so that its cells stay about square, and make room for a
 * long legend above lines: Plotly gives a legend at most half of the height.
 *
 * @param {any} layout
 * @param {number} width
 * @param {boolean} pinned  whether the map shows names, with the colour scale below it
 * @param {number} lines  the number of lines that the legend names
 */
function shaped(layout, width, pinned, lines) {
  if (width < NARROW && lines > FEW) return { ...layout, height: layout.height + lines * NAME_HEIGHT };
  if (!layout.meta?.square) return layout;
  return { ...layout, height: Math.min(layout.height, Math.round((pinned ? 1.25 : 0.95) * width)) };
}

/** Draws each figure when it is almost in view: all at once would block a slow machine for seconds. */
const view = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      view.unobserve(target);
      draw(/** @type {HTMLElement} */ (target));
    }
  },
  { rootMargin: "100% 0px" },
);
const figures = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-drawing]")]);

/** Draw figures as they come into view, and the map of an archive at once: its cells need it. */
function drawAll() {
  for (const node of figures) {
    if (node.closest("[data-map]")) draw(node);
    else view.observe(node);
    if (!node.firstChild) node.style.minHeight = `${shaped(figureOf(node).layout, node.clientWidth, false, 0).height}px`;
  }
}

drawAll();
addEventListener("beforeprint", () => figures.filter((node) => !node.firstChild && node.checkVisibility()).forEach(draw));
new MutationObserver(drawAll).observe(document.documentElement, { attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
