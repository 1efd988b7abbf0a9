/** The layout of pictures. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { layout, path, words } from "./layout.js";
import { apart, axis } from "./lines.js";
import { sentence } from "./advice.js";
import { plan } from "./states.js";

const SHAPES = [
  {
    name: "authors",
    count: 2,
    bytes: 80,
    indexes: [],
    fields: [{ name: "_id", types: ["string"], share: 1, length: null, fields: [], refers: null }],
  },
  {
    name: "books",
    count: 4,
    bytes: 400,
    indexes: [{ key: "{ _id: 1 }", unique: true, bytes: 90 }],
    fields: [
      { name: "author", types: ["string"], share: 0.5, length: null, fields: [], refers: "authors" },
      {
        name: "lent",
        types: ["array", "object"],
        share: 1,
        length: [3, 6],
        fields: [{ name: "user", types: ["int"], share: 1, length: null, fields: [], refers: null }],
        refers: null,
      },
    ],
  },
];

test("boxes do not overlap, and lines lead from a field to its collection", () => {
  for (const room of [1_000, 300]) {
    const { boxes, lines, width } = layout(SHAPES, room);
    const [a, b] = boxes;
    assert.ok(a && b);
    assert.ok(b.x > a.x + 284 || b.y >= a.y + a.height, `overlap at ${room}`);
    assert.deepEqual(
      lines.map(({ from, row, to }) => [from.name, from.rows[row]?.name, to.name]),
      [["books", "author", "authors"]],
    );
    assert.ok(room > 900 || width <= 340);
    assert.match(path(lines[0] as NonNullable<(typeof lines)[0]>), /^M\d+ \d+C/);
  }
});

test("types name lengths and shares, and words describe the whole", () => {
  const diagram = layout(SHAPES, 1_000);
  assert.deepEqual(
    diagram.boxes[1]?.rows.map(({ name, type, depth }) => [name, type, depth]),
    [
      ["author", "string · in 50 %", 0],
      ["lent", "[3…6]", 0],
      ["user", "int", 1],
    ],
  );
  assert.equal(
    words(diagram),
    "authors (2 documents · 40 bytes each): _id. books (4 documents · 100 bytes each): author, lent. books.author holds ids of authors",
  );
});

test("hostile data is drawn as far as it is valid", () => {
  for (const shapes of [null, 7, [null], [{ fields: 3, indexes: [{}], count: "many" }]])
    assert.ok(layout(shapes, 800).height > 0);
});

test("values far apart get a logarithmic axis, others begin at 0", () => {
  assert.equal(axis([1, 50]).log, true);
  assert.equal(axis([0, 50]).log, false, "0 has no logarithm");
  const near = axis([10, 40]);
  assert.deepEqual([near.log, near.at(0), near.ticks[0]], [false, 0, 0]);
  assert.ok(near.at(40) <= 1);
  const far = axis([3, 4_000]);
  assert.deepEqual([far.ticks[0], far.ticks.at(-1)], [1, 10_000]);
});

test("labels keep a minimum distance", () => {
  assert.deepEqual(apart([10, 12, 40], 15), [10, 25, 40]);
});

test("advice says what an index would examine", () => {
  assert.equal(
    sentence({ documents: 900, keys: 900, sorts: false }, { documents: 5_907, sorts: true }),
    "900 documents instead of 5,907, and sort nothing",
  );
  assert.equal(
    sentence({ documents: 0, keys: 1, sorts: false }, { documents: 12, sorts: false }),
    "1 key and no document instead of 12 documents",
  );
});

test("states are in the order in which they are reached, and arrows do not overlap", () => {
  const { states, arrows } = plan([
    ["waiting", "taken", "take"],
    ["taken", "done", "approve"],
    ["taken", "done", "refuse"],
    ["taken", "waiting", "expire"],
    ["waiting", "done", "cancel"],
    ["taken", "taken", "renew"],
    ["lost", "waiting", "find"],
  ]);
  assert.deepEqual(states, ["waiting", "taken", "done", "lost"]);
  assert.deepEqual(
    arrows.map(({ from, to, labels, lane }) => [from, to, labels.join(), lane]),
    [
      [0, 1, "take", 0],
      [1, 2, "approve,refuse", 0],
      [1, 0, "expire", 2],
      [0, 2, "cancel", 1],
      [1, 1, "renew", 1],
      [3, 0, "find", 3],
    ],
  );
  const two = plan([
    ["active", "pending", "checkout"],
    ["active", "expiring", "expire"],
    ["pending", "complete", "checkout"],
    ["expiring", "expired", "expire"],
  ]);
  assert.deepEqual(two.states, ["active", "pending", "complete", "expiring", "expired"]);
  assert.equal(two.arrows.filter(({ lane }) => lane === 0).length, 3);
  for (const odd of [[], [["a", "a", "x"]]] as [string, string, string][][]) assert.ok(plan(odd).states.length <= 1);
});
