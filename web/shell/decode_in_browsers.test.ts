/** The decoder where only `TextDecoder` can make text, as in browsers. */
import assert from "node:assert/strict";
import { test } from "node:test";

const ways = Object.getOwnPropertyDescriptors(Buffer.prototype) as Record<string, PropertyDescriptor>;
const removed = ["latin1Slice", "utf8Slice"].filter((name) => Reflect.deleteProperty(Buffer.prototype, name));
const { latin1, utf8 } = await import("./text_decoding.js");
await import("./decode.test.js");
for (const name of removed) Object.defineProperty(Buffer.prototype, name, ways[name] as PropertyDescriptor);

test("a TextDecoder makes the text, including a byte order mark", () => {
  assert.equal(latin1, undefined);
  assert.equal(utf8(Uint8Array.of(0x61, 0xef, 0xbb, 0xbf, 0xff, 0x62), 1, 5), "\ufeff\ufffd");
});
