/** The decoder where text has to be made by a `TextDecoder`, as in browsers. */
import assert from "node:assert/strict";
import { test } from "node:test";

const ways = Object.getOwnPropertyDescriptors(Buffer.prototype) as Record<string, PropertyDescriptor>;
const removed = ["latin1Slice", "utf8Slice"].filter((name) => Reflect.deleteProperty(Buffer.prototype, name));
const { latin1, utf8 } = await import("./text_decoding.js");
await import("./decode.test.js");
for (const name of removed) Object.defineProperty(Buffer.prototype, name, ways[name] as PropertyDescriptor);

test("text is made by a TextDecoder, a byte order mark included", () => {
  assert.equal(latin1, undefined);
  assert.equal(utf8(Uint8Array.of(0x61, 0xef, 0xbb, 0xbf, 0xff, 0x62), 1, 5), "\ufeff\ufffd");
});
