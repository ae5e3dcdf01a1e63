// @ts-check
/** Where names beside points stand, so that none lies on another name or on a point. */

const ANGLES = 24;
/** Pixels between a point and its name, from the nearest place to the farthest, and around names. */
const STEP = 4;
const FARTHEST = 240;
const AIR = 2;
/** What a bit of a line under a name or over another line counts beside a pixel of its length. */
const CROSSED = 12;

/**
 * @typedef {{x: number, y: number}} Spot
 * @typedef {{width: number, height: number}} Size
 * @typedef {{left: number, right: number, top: number, bottom: number}} Box
 */

/**
 * The middle of each name as seen from its point: free, inside the frame, and as near as it can be
 * lines from names to points can be without running under names and over each other. Without such a
 * place it lies on its point.
 *
 * @param {Spot[]} points  in pixels from the frame's corner
 * @param {Size[]} names
 * @param {Size} frame
 * @param {number} radius  of a point
 * @returns {Spot[]}
 */
export function placed(points, names, frame, radius) {
  const marks = points.map((point) => around(point, { width: 2 * radius, height: 2 * radius }));
  /** @type {Box[]} */
  const boxes = [];
  /** @type {Box[]} */
  const lines = [];
  return points.map((point, index) => {
    const size = names[index];
    let best = { x: 0, y: 0 };
    let least = Infinity;
    for (const away of offsets(size, radius)) {
      const length = Math.hypot(away.x, away.y);
      if (length >= least) continue;
      const box = around({ x: point.x + away.x, y: point.y + away.y }, size);
      const inside = box.left >= 0 && box.top >= 0 && box.right <= frame.width && box.bottom <= frame.height;
      if (!inside || [...marks, ...boxes].some((other) => overlap(other, box))) continue;
      const line = along(point, away);
      const hidden = lines.filter((dot) => overlap(dot, box)).length;
      const crossed = line.filter((dot) => [...boxes, ...lines].some((other) => overlap(other, dot))).length;
      const cost = length + CROSSED * (hidden + crossed);
      if (cost < least) [best, least] = [away, cost];
    }
    boxes.push(around({ x: point.x + best.x, y: point.y + best.y }, size));
    lines.push(...along(point, best));
    return best;
  });
}

/**
 * A line as a row of dots.
 *
 * @param {Spot} from
 * @param {Spot} away
 */
function along(from, away) {
  const dots = Math.ceil(Math.hypot(away.x, away.y) / STEP);
  return Array.from({ length: dots }, (_, dot) =>
    around({ x: from.x + (away.x * dot) / dots, y: from.y + (away.y * dot) / dots }, { width: 0, height: 0 }),
  );
}

/**
 * @param {Size} size
 * @param {number} radius
 * @returns {Generator<Spot>}
 */
function* offsets({ width, height }, radius) {
  for (let away = radius + STEP; away < FARTHEST; away += STEP) {
    for (let turn = 0; turn < ANGLES; turn++) {
      const angle = (2 * Math.PI * turn) / ANGLES;
      yield { x: (width / 2 + away) * Math.cos(angle), y: (height / 2 + away) * Math.sin(angle) };
    }
  }
}

/**
 * @param {Spot} middle
 * @param {Size} size
 * @returns {Box}
 */
function around({ x, y }, { width, height }) {
  const [across, down] = [width / 2 + AIR, height / 2 + AIR];
  return { left: x - across, right: x + across, top: y - down, bottom: y + down };
}

/**
 * @param {Box} one
 * @param {Box} other
 */
function overlap(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
