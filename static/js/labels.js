/** Place the labels of points so that none overlaps another label or a point. */

const ANGLES = 36;
/** Distances in pixels: between candidate places of a label, the farthest, and around labels. */
const STEP = 4;
const FARTHEST = 240;
const AIR = 2;
/** Penalty in pixels for a line that runs under a label or crosses another line. */
const CROSSED = 400;
/** Rounds of improving every label's place. */
const ROUNDS = 12;

/**
 * @typedef {{x: number, y: number}} Spot
 * @typedef {{width: number, height: number}} Size
 * @typedef {{left: number, right: number, top: number, bottom: number}} Box
 * @typedef {{box: Box, line: [Spot, Spot]}} Place  of a label, and the line to its point
 */

/**
 * Return each label's centre relative to its point: free, inside the frame, and as near as possible
 * without lines under labels or across each other. A label without such a place covers its point.
 *
 * @param {Spot[]} points  in pixels from the frame's corner
 * @param {Size[]} names
 * @param {Size} frame
 * @param {number} radius  of a point
 * @returns {Spot[]}
 */
export function placed(points, names, frame, radius) {
  const marks = points.map((point) => around(point, { width: 2 * radius, height: 2 * radius }));
  const spots = points.map(() => ({ x: 0, y: 0 }));
  /** @type {(Place | undefined)[]} */
  const places = points.map(() => undefined);

  for (let round = 0; round < ROUNDS; round++) {
    let moved = uncrossed(points, names, spots, places);
    points.forEach((point, index) => {
      const others = places.filter((place, other) => place && other !== index);
      const best = nearest(point, names[index], { frame, marks, radius }, /** @type {Place[]} */ (others));
      moved ||= best.x !== spots[index].x || best.y !== spots[index].y;
      spots[index] = best;
      places[index] = placeOf(point, best, names[index]);
    });
    if (!moved) break;
  }
  return spots;
}

/**
 * @param {Spot} point
 * @param {Size} size  of its label
 * @param {{frame: Size, marks: Box[], radius: number}} map
 * @param {Place[]} others
 */
function nearest(point, size, { frame, marks, radius }, others) {
  let best = { x: 0, y: 0 };
  let least = Infinity;
  for (const away of offsets(size, radius)) {
    const length = Math.hypot(away.x, away.y);
    if (length >= least) continue;
    const { box, line } = placeOf(point, away, size);
    const inside = box.left >= 0 && box.top >= 0 && box.right <= frame.width && box.bottom <= frame.height;
    if (!inside || marks.some((mark) => overlap(mark, box))) continue;
    if (others.some((other) => overlap(other.box, box))) continue;
    let cost = length;
    for (const other of others) {
      if (cross(line, other.line)) cost += CROSSED;
      if (under(line, other.box) || under(other.line, box)) cost += CROSSED;
    }
    if (cost < least) [best, least] = [away, cost];
  }
  return best;
}

/**
 * Swap labels whose lines cross, so that they no longer do. Return whether any were swapped.
 *
 * @param {Spot[]} points
 * @param {Size[]} names
 * @param {Spot[]} spots
 * @param {(Place | undefined)[]} places
 */
function uncrossed(points, names, spots, places) {
  let any = false;
  points.forEach((one, i) =>
    points.slice(0, i).forEach((other, j) => {
      const [mine, theirs] = [places[i], places[j]];
      if (!mine || !theirs || !cross(mine.line, theirs.line)) return;
      const [to, from] = [theirs.line[1], mine.line[1]];
      spots[i] = { x: to.x - one.x, y: to.y - one.y };
      spots[j] = { x: from.x - other.x, y: from.y - other.y };
      places[i] = placeOf(one, spots[i], names[i]);
      places[j] = placeOf(other, spots[j], names[j]);
      any = true;
    }),
  );
  return any;
}

/** @param {Spot} point @param {Spot} away @param {Size} size @returns {Place} */
function placeOf(point, away, size) {
  const middle = { x: point.x + away.x, y: point.y + away.y };
  return { box: around(middle, size), line: [point, middle] };
}

/** @param {Size} size @param {number} radius @returns {Generator<Spot>} */
function* offsets({ width, height }, radius) {
  for (let away = radius + STEP; away < FARTHEST; away += STEP) {
    for (let turn = 0; turn < ANGLES; turn++) {
      const angle = (2 * Math.PI * turn) / ANGLES;
      yield { x: (width / 2 + away) * Math.cos(angle), y: (height / 2 + away) * Math.sin(angle) };
    }
  }
}

/** @param {Spot} middle @param {Size} size @returns {Box} */
function around({ x, y }, { width, height }) {
  const [across, down] = [width / 2 + AIR, height / 2 + AIR];
  return { left: x - across, right: x + across, top: y - down, bottom: y + down };
}

/** @param {Box} one @param {Box} other */
function overlap(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** @param {[Spot, Spot]} one @param {[Spot, Spot]} other */
export function cross([a, b], [c, d]) {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/**
 * Return whether a line crosses a box or ends in it.
 *
 * @param {[Spot, Spot]} line
 * @param {Box} box
 */
export function under([from, to], { left, right, top, bottom }) {
  if (Math.max(from.x, to.x) < left || Math.min(from.x, to.x) > right) return false;
  if (Math.max(from.y, to.y) < top || Math.min(from.y, to.y) > bottom) return false;
  const corners = [left, right].flatMap((x) => [top, bottom].map((y) => side(from, to, { x, y })));
  return Math.min(...corners) <= 0 && Math.max(...corners) >= 0;
}

/**
 * Return a number whose sign says on which side of the line between two spots a third lies.
 *
 * @param {Spot} from
 * @param {Spot} to
 * @param {Spot} spot
 */
function side(from, to, spot) {
  return (to.x - from.x) * (spot.y - from.y) - (to.y - from.y) * (spot.x - from.x);
}
