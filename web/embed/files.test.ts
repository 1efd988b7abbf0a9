/** Files that players share: a file without its hash is not used, wherever it comes from. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";

import { Files } from "./files.js";

const BASE = new URL("https://site/v1.2.3/");
const hash = (text: string): string => `sha384-${createHash("sha384").update(text).digest("base64")}`;
const EXERCISES = JSON.stringify({ "exercises/loans.json": hash("{}") });
const HASHES = { "player.js": hash("right"), "hashes.json": hash(EXERCISES) };

/** What the site answers, and what was asked of it. */
let site: Record<string, string>;
let requests: string[];
/** What another player answers. */
let sibling: Record<string, string>;

class Channel {
  onmessage: (event: { data: unknown }) => void = () => undefined;
  postMessage({ type, name, by }: { type: string; name: string; by: string }): void {
    const text = sibling[name];
    if (type === "wanted" && text !== undefined)
      queueMicrotask(() => this.onmessage({ data: { type: "here", name, by, file: new Blob([text]) } }));
  }
}

const fetchBlob = globalThis.fetch;
Object.assign(globalThis, {
  BroadcastChannel: Channel,
  fetch: (url: URL | string, options?: RequestInit) => {
    if (String(url).startsWith("blob:")) return fetchBlob(url, options);
    const name = String(url).slice(BASE.href.length);
    requests.push(name);
    return Promise.resolve(new Response(site[name]));
  },
});

beforeEach(() => {
  site = { "player.js": "right", "hashes.json": EXERCISES, "exercises/loans.json": "{}" };
  sibling = {};
  requests = [];
});

/** A player's files, and the sentences about those that have been changed. */
function player(hasSiblings: boolean): { files: Files; said: string[] } {
  const said: string[] = [];
  return { files: new Files(BASE, hasSiblings, HASHES, (message) => said.push(message)), said };
}
const text = async (file: Promise<Blob | null>): Promise<string | undefined> => (await file)?.text();

test("a file that has its hash is loaded once", async () => {
  const { files, said } = player(false);
  assert.equal(await text(files.get("player.js")), "right");
  assert.equal(await text(files.get("player.js")), "right");
  assert.deepEqual([requests, said], [["player.js"], []]);
});

for (const [where, subtle] of [
  ["", crypto.subtle],
  [" over plain HTTP", undefined],
] as const)
  test(`a file that has been changed is refused${where}`, async (t) => {
    t.mock.getter(crypto, "subtle", () => subtle);
    assert.equal(await text(player(false).files.get("player.js")), "right");

    site["player.js"] = "right ";
    const { files, said } = player(false);
    const sentence = "This example cannot run here: player.js is not the published file.";
    await assert.rejects(files.get("player.js"), { message: sentence });
    assert.deepEqual(said, [sentence]);
  });

test("a file without a hash is refused", async () => {
  site["other.js"] = "other";
  await assert.rejects(player(false).files.get("other.js"), /not the published file/);
});

test("another player's file is taken, unless it has been changed", async () => {
  sibling["player.js"] = "right";
  assert.equal(await text(player(true).files.get("player.js")), "right");
  assert.deepEqual(requests, []);

  sibling["player.js"] = "changed";
  const { files, said } = player(true);
  assert.equal(await text(files.get("player.js")), "right");
  assert.deepEqual([requests, said], [["player.js"], []]);
});

test("exercises have their hashes in a list that has one itself", async () => {
  const { files } = player(false);
  assert.equal(await text(files.exercise("loans")), "{}");
  assert.equal(await files.exercise("index"), null);

  site["exercises/loans.json"] = "{ }";
  await assert.rejects(player(false).files.exercise("loans"), /loans\.json is not the published file/);
  site["hashes.json"] = JSON.stringify({ "exercises/loans.json": hash("{ }") });
  await assert.rejects(player(false).files.exercise("loans"), /hashes\.json is not the published file/);
});
