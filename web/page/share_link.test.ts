import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { packLink, unpackLink } from "./share_link.js";

/** A payload with this header and stream. */
function payload(version: number, length: number, stream: Uint8Array): string {
  const header = Buffer.alloc(4);
  header.writeUInt32BE(length);
  header[0] = version;
  return Buffer.concat([header, stream]).toString("base64url");
}

const DAMAGED = /damaged/;

test("a link reads back", async () => {
  const code = 'db.books.insertOne({ title: "Ulysses" });\n'.repeat(100);
  for (const text of ["", "\0", "loans\0x", `reviews\0${code}`, "\u{feff}ä€𝒳\0\r\n", "x".repeat(256 << 10)]) {
    const link = await packLink(text);
    assert.match(link, /^[\w-]+$/);
    assert.equal(await unpackLink(link), text);
  }
  assert.ok((await packLink(code)).length < 200);
});

test("links of earlier versions of the site read back", async () => {
  assert.equal(await unpackLink(payload(1, 7, deflateRawSync("loans\0x"))), "loans\0x");
});

test("a link whose length field is wrong is refused", async () => {
  const bomb = deflateRawSync(new Uint8Array(1 << 20));
  for (const length of [10, (1 << 20) - 1, 0xff_ff_ff])
    await assert.rejects(unpackLink(payload(1, length, bomb)), DAMAGED);
  await assert.rejects(unpackLink(payload(1, 11, deflateRawSync("ten  bytes"))), DAMAGED);
});

test("damaged links are refused, whichever part is missing", async () => {
  const link = await packLink(`reviews\0${'db.books.find({ title: "Ulysses" })'.repeat(3)}`);
  for (let cut = 0; cut < link.length; cut++) await assert.rejects(unpackLink(link.slice(0, cut)), DAMAGED);
  for (const odd of ["", "A", "AAAA", "ä", "A=A=", "AQ AA", `${link}*`, payload(1, 2, new Uint8Array([0xff, 0xff]))])
    await assert.rejects(unpackLink(odd), (reason) => typeof reason === "string");
  await assert.rejects(unpackLink(payload(1, 1, deflateRawSync(new Uint8Array([0xff])))), DAMAGED);
});

test("other versions and too much code are refused", async () => {
  await assert.rejects(unpackLink(payload(2, 1, deflateRawSync("x"))), /another version/);
  await assert.rejects(unpackLink("x".repeat(500_000)), /too long/);
  await assert.rejects(packLink("x".repeat((256 << 10) + 1)), /too long for a link/);
});
