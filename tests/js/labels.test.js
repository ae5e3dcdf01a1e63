import assert from "node:assert/strict";
import test from "node:test";

import { placed } from "hanabi/labels";

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
