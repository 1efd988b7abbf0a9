/** Bytes decode as with `TextDecoder`, whatever decoder the host has. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { latin1, utf8 } from "./text_decoding.js";
import { Random } from "./random.js";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** Bytes that form characters, and cut-off parts of characters. */
const LIKELY = [0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xef, 0xbb, 0xbf, 0xc3, 0xa9, 0xed, 0xa0, 0xc0, 0x00];

test("random bytes decode as with TextDecoder", () => {
  const random = new Random(13);
  for (let i = 0; i < 20_000; i++) {
    const bytes = Uint8Array.from({ length: 14 }, () => {
      const number = random.uint32();
      return number % 2 === 0 ? (LIKELY[(number >>> 8) % LIKELY.length] as number) : number >>> 24;
    });
    const [start, end] = [random.uint32() % 4, 10 + (random.uint32() % 4)];
    const part = bytes.subarray(start, end);
    assert.equal(utf8(bytes, start, end), decoder.decode(part));
    if (latin1) assert.equal(latin1(bytes, start, end), String.fromCharCode(...part));
  }
});
