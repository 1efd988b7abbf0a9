/** The encoder writes what the driver's serializer writes, byte by byte. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { BSONRegExp, serialize, type Document } from "bson";
import { decode } from "./decode.js";
import { encode, MAX_MESSAGE_BYTES, sendCommand, TooLargeError, type Sink } from "./encode.js";
import { Random } from "./random.js";
import { randomDocument } from "./random_values.js";

const DRIVER = { serializeFunctions: true, ignoreUndefined: false };

function same(document: Document): void {
  assert.equal(hex(encode(document)), hex(serialize(document, DRIVER)));
}
function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

test("encodes generated documents as the driver does", () => {
  const random = new Random(7);
  for (let i = 0; i < 3000; i++) same(randomDocument(random));
});

test("encodes maps, toBSON, holes and inherited fields as the driver does", () => {
  same({
    map: new Map<string, unknown>([
      ["x", 1],
      ["y", new Map([["z", 2]])],
    ]),
  });
  same({ converted: { toBSON: () => ({ other: 1 }) }, list: [{ toBSON: () => 5 }] });
  same({ holes: [1, , 3] });
  same(Object.assign(Object.create({ inherited: 1 }) as Document, { own: 2 }));
  same({ symbol: Symbol("left out"), after: 1 });
});

test("keeps __proto__ a field like any other", () => {
  const document = JSON.parse('{"__proto__": {"polluted": 1}, "a": 1}') as Document;
  const back = decode(encode(document));
  assert.deepEqual(Object.keys(back), ["__proto__", "a"]);
  assert.equal(({} as Document)["polluted"], undefined);
});

test("refuses values that BSON cannot hold, with the driver's texts", () => {
  const cyclic: Document = { a: [] };
  (cyclic["a"] as unknown[]).push({ back: cyclic });
  assert.throws(() => encode(cyclic), /Cannot convert circular structure to BSON/);
  const list: unknown[] = [];
  list.push(list);
  assert.throws(() => encode({ list }), /circular/);
  assert.throws(() => encode({ "a\0b": 1 }), /must not contain null bytes/);
  assert.throws(
    () => encode({ r: new BSONRegExp("a") && Object.assign(new BSONRegExp("a"), { pattern: "a\0" }) }),
    /null bytes/,
  );
  assert.throws(() => encode({ x: { _bsontype: "Nonsense" } }), /Unrecognized or invalid _bsontype/);
  assert.throws(() => encode({ big: 2n ** 63n }), /does not fit in 64 bits/);
  assert.throws(() => encode([1]), /array as the root/);
});

test("refuses documents that are too deep or too large", () => {
  let deep: Document = {};
  for (let i = 0; i < 5000; i++) deep = { deep };
  assert.throws(() => encode(deep), /deeper than 200 levels/);
  const list: unknown[] = [];
  list.length = 1e9;
  assert.throws(() => encode({ list }), TooLargeError);
  assert.throws(() => encode({ text: "x".repeat(MAX_MESSAGE_BYTES + 20_000) }), TooLargeError);
  same({ still: "works" });
});

test("the same object twice is not a cycle", () => {
  const shared = { x: 1 };
  same({ a: shared, b: [shared, shared] });
});

/** A sink that assembles the blocks that it receives. */
class Collected implements Sink {
  readonly bytes = new Uint8Array(4_000_000);
  blocks = 0;
  expected = 0;
  expect(total: number): void {
    this.expected = total;
  }
  put(bytes: Uint8Array, length: number, place: number): void {
    this.blocks++;
    this.bytes.set(bytes.subarray(0, length), place);
  }
  putLength(place: number, length: number): void {
    new DataView(this.bytes.buffer).setInt32(place, length, true);
  }
}

test("a long command is sent in blocks, a short one at once", () => {
  const documents = Array.from({ length: 20_000 }, (_, i) => ({ _id: i, text: `number ${i}`, list: [i, { i }] }));
  const send = (command: Document): Collected => {
    const sink = new Collected();
    const length = sendCommand(command, "test", sink);
    assert.equal(hex(sink.bytes.subarray(0, length)), hex(serialize({ ...command, $db: "test" }, DRIVER)));
    return sink;
  };
  const long = send({ insert: "c", documents, ordered: true });
  assert.ok(long.blocks > 4, `${long.blocks} blocks`);
  assert.ok(long.expected > 1_000_000, `${long.expected} bytes expected`);
  // The sink receives the lengths once the list is written.
  assert.equal(send({ a: { documents } }).blocks, 1);
  assert.equal(send({ insert: "c", documents: documents.slice(0, 500) }).blocks, 1);
  assert.throws(
    () =>
      sendCommand(
        { insert: "c", documents: Object.assign([], { length: 1e9 }) },
        "test",
        Object.assign(new Collected(), { put: () => undefined }),
      ),
    TooLargeError,
  );
  assert.equal(send({ insert: "c", documents }).blocks, long.blocks);
});
