import assert from "node:assert/strict";
import test from "node:test";

import { cross, placed, under } from "hanabi/labels";

const FRAME = { width: 400, height: 300 };
const RADIUS = 5;
const NAME = { width: 60, height: 16 };

/** Points on top of each other, near each other, and in the corners. */
const points = [
  ...[200, 200, 203, 210].map((x) => ({ x, y: 150 })),
  { x: 0, y: 0 },
  { x: FRAME.width, y: FRAME.height },
];
const names = points.map(() => NAME);
const boxes = placed(points, names, FRAME, RADIUS).map(({ x, y }, index) => {
  const middle = { x: points[index].x + x, y: points[index].y + y };
  return {
    left: middle.x - NAME.width / 2,
    right: middle.x + NAME.width / 2,
    top: middle.y - NAME.height / 2,
    bottom: middle.y + NAME.height / 2,
  };
});

test("no name lies on another", () => {
  boxes.forEach((one, i) =>
    boxes.slice(i + 1).forEach((other) => {
      const apart =
        one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
      assert.ok(apart, JSON.stringify([one, other]));
    }),
  );
});

test("no name lies on a point", () => {
  for (const box of boxes) {
    for (const { x, y } of points) {
      assert.ok(x < box.left || x > box.right || y < box.top || y > box.bottom);
    }
  }
});

test("every name is inside the frame", () => {
  for (const { left, right, top, bottom } of boxes) {
    assert.ok(left >= 0 && top >= 0 && right <= FRAME.width && bottom <= FRAME.height);
  }
});

/** The named agents on paper-1's map, as wide as a phone shows it. */
const agents = [
  [330, 187], [330, 195], [318, 181], [304, 234], [312, 186], [330, 345], [330, 325], [302, 294],
  [330, 338], [283, 207], [308, 245], [280, 204], [282, 205], [206, 198], [96, 175], [104, 28],
  [211, 161], [214, 162], [211, 148], [219, 164], [223, 156], [230, 211], [188, 188],
].map(([x, y]) => ({ x, y }));

test("on a phone no line to a name crosses another or runs under another name", () => {
  const numbers = agents.map((_, index) => ({ width: index < 9 ? 15 : 21, height: 19 }));
  const lines = placed(agents, numbers, { width: 330, height: 395 }, RADIUS).map(({ x, y }, index) => {
    const from = agents[index];
    return /** @type {const} */ ([from, { x: from.x + x, y: from.y + y }]);
  });
  lines.forEach((line, i) => {
    lines.forEach((other, j) => {
      if (i === j) return;
      assert.ok(!cross(line, other), `lines ${i} and ${j}`);
      const [, { x, y }] = other;
      const { width, height } = numbers[j];
      const name = { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
      assert.ok(!under(line, name), `line ${i} under name ${j}`);
    });
  });
});
