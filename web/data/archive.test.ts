import assert from "node:assert/strict";
import { test } from "node:test";
import { Int32, Long, serialize, type Document } from "bson";

import { Random } from "../shell/random.js";
import { archived, isArchive } from "./archive.js";
import { randomBson } from "./random_bson.js";

const MAGIC = Buffer.from([0x6d, 0xe2, 0x99, 0x81]);
const END = Buffer.alloc(4, 0xff);
const VERSIONS = serialize({ concurrent_collections: new Int32(4), version: "0.1" });
const METADATA = JSON.stringify({
  indexes: [
    { key: { _id: 1 }, name: "_id_" },
    { key: { a: 1 }, name: "a_1" },
  ],
});

const described = (collection: string, fields: Document = {}): Uint8Array =>
  serialize({ db: "shop", collection, metadata: METADATA, size: new Int32(0), type: "collection", ...fields });
const block = (collection: string, documents: readonly Uint8Array[], fields: Document = {}): Uint8Array => {
  const header = { db: "shop", collection, EOF: documents.length === 0, CRC: Long.fromNumber(0), ...fields };
  return Buffer.concat([serialize(header), ...documents, END]);
};
const archive = (prelude: readonly Uint8Array[], blocks: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat([MAGIC, VERSIONS, ...prelude, END, ...blocks]);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

const random = new Random(5);
const documents = Array.from({ length: 40 }, (_, id) => randomBson(random, id, { all: true }));
const [books, users] = [documents.slice(0, 25), documents.slice(25)];
const GOOD = archive(
  [described("books"), described("users", { metadata: "" }), described("system.version", { db: "admin" })],
  [
    block("books", books.slice(0, 10)),
    block("users", users),
    block("system.version", [serialize({ v: 1 })], { db: "admin" }),
    block("books", books.slice(10)),
    block("books", []),
    block("users", []),
  ],
);

test("documents of several collections are read unchanged, without the server's own", () => {
  assert.ok(isArchive(GOOD));
  const found = archived(GOOD);
  assert.deepEqual(
    found.map(({ collection, metadata }) => [collection, metadata?.indexes.length]),
    [
      ["books", 1],
      ["users", 0],
    ],
  );
  assert.deepEqual(
    found.map((one) => one.found.map(({ bytes }) => hex(bytes))),
    [books.map(hex), users.map(hex)],
  );
});

test("truncated or damaged archives are refused with the position", () => {
  let whole = 0;
  for (let end = 4; end < GOOD.length; end++) {
    try {
      archived(GOOD.subarray(0, end));
      whole += 1;
    } catch (reason) {
      assert.match((reason as Error).message, /cut off/, `${end}`);
    }
  }
  // Before the first block, nothing announces it.
  assert.equal(whole, 1);
  for (let round = 0; round < 2000; round++) {
    const damaged = Uint8Array.from(GOOD);
    for (let times = 0; times < 3; times++)
      damaged[Math.floor(random.next() * damaged.length)] = Math.floor(random.next() * 256);
    try {
      archived(damaged);
    } catch (reason) {
      assert.ok(reason instanceof Error && !(reason instanceof TypeError), String(reason));
    }
  }
  const odd = block("books", [Uint8Array.from([9, 0, 0, 0, 0x55, 0x61, 0, 0, 0])]);
  assert.throws(
    () => archived(archive([described("books")], [odd])),
    /^Error: document 1 of books at byte \d+: damaged/,
  );
});

test("archives too large for the sandbox are refused", () => {
  assert.ok(!isArchive(Buffer.from("[{}]")) && !isArchive(new Uint8Array(2)));
  const two = archive([described("a"), described("a", { db: "other" })], []);
  assert.throws(() => archived(two), /several databases, shop and other: dump one of them, with --db/);
  assert.throws(() => archived(archive([described("t", { type: "timeseries" })], [])), /t is a time series/);
  assert.throws(() => archived(archive([], [])), /no collections/);
});
