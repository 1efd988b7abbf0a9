/** Files that players share: a file with a wrong hash is not used, wherever it comes from. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";

import { Files } from "./files.js";

const BASE = new URL("https://site/v1.2.3/");
const hash = (text: string): string => `sha384-${createHash("sha384").update(text).digest("base64")}`;
const EXERCISES = JSON.stringify({ "exercises/loans.json": hash("{}") });
const HASHES = { "player.js": hash("right"), "hashes.json": hash(EXERCISES) };

/** The site's files, and the requests for them. */
let site: Record<string, string>;
let requests: string[];
/** The contents of the caches of the players' origin, by name; null if storage is blocked. */
let caches: Map<string, Map<string, Response>> | null;

const storage = {
  keys: (): string[] => [...(caches?.keys() ?? [])],
  delete: (name: string): boolean => caches?.delete(name) ?? false,
  open(name: string) {
    const cache = caches?.get(name) ?? new Map<string, Response>();
    caches?.set(name, cache);
    return {
      match: (href: string): Response | undefined => cache.get(href)?.clone(),
      put: async (href: string, response: Response): Promise<unknown> => cache.set(href, response),
    };
  },
};

/** Lock requests are granted one after the other, as in a browser. */
const locks = {
  last: new Map<string, Promise<unknown>>(),
  async query(): Promise<void> {
    if (!caches) throw new Error("The storage is blocked.");
  },
  request(name: string, work: () => Promise<Blob>): Promise<Blob> {
    const turn = (this.last.get(name) ?? Promise.resolve()).then(work);
    this.last.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  },
};

const fetchBlob = globalThis.fetch;
Object.defineProperty(globalThis, "navigator", { value: { locks } });
Object.assign(globalThis, {
  caches: storage,
  fetch: (url: URL | string, options?: RequestInit) => {
    if (String(url).startsWith("blob:")) return fetchBlob(url, options);
    const name = String(url).slice(BASE.href.length);
    requests.push(name);
    return Promise.resolve(new Response(site[name]));
  },
});

beforeEach(() => {
  site = { "player.js": "right", "hashes.json": EXERCISES, "exercises/loans.json": "{}" };
  caches = new Map();
  requests = [];
});

/** A player's files, and its messages about changed files. */
function player(): { files: Files; said: string[] } {
  const said: string[] = [];
  return { files: new Files(BASE, HASHES, (message) => said.push(message)), said };
}
const text = async (file: Promise<Blob | null>): Promise<string | undefined> => (await file)?.text();

test("a file with the right hash is loaded once", async () => {
  const { files, said } = player();
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
    assert.equal(await text(player().files.get("player.js")), "right");

    caches = new Map();
    site["player.js"] = "right ";
    const { files, said } = player();
    const sentence = "This example cannot run here: player.js is not the published file.";
    await assert.rejects(files.get("player.js"), { message: sentence });
    assert.deepEqual(said, [sentence]);
  });

test("a file without a hash is refused", async () => {
  site["other.js"] = "other";
  await assert.rejects(player().files.get("other.js"), /not the published file/);
});

test("players that start together load a file once", async () => {
  const all = await Promise.all([player(), player(), player()].map(({ files }) => text(files.get("player.js"))));
  assert.deepEqual(all, ["right", "right", "right"]);
  assert.deepEqual(requests, ["player.js"]);
});

test("a failed load does not keep the next player from trying", async () => {
  delete site["player.js"];
  await assert.rejects(player().files.get("player.js"), /not the published file/);
  site["player.js"] = "right";
  assert.equal(await text(player().files.get("player.js")), "right");
});

test("a changed cached file is loaded again", async () => {
  assert.equal(await text(player().files.get("player.js")), "right");
  for (const cache of caches?.values() ?? []) cache.set(`${BASE.href}player.js`, new Response("changed"));
  const { files, said } = player();
  assert.equal(await text(files.get("player.js")), "right");
  assert.deepEqual([requests, said], [["player.js", "player.js"], []]);
});

test("caches of other versions of the site are deleted, and no others", async () => {
  const others = ["schema-dojo player https://site/dojo/ v1.0.0/", "schema-dojo https://site/ v1"];
  for (const name of ["schema-dojo player https://site/ v1.0.0/", ...others]) storage.open(name);
  await player().files.get("player.js");
  assert.deepEqual(storage.keys().sort(), [...others, "schema-dojo player https://site/ v1.2.3/"].sort());
});

test("files are loaded without a cache where storage is blocked", async () => {
  caches = null;
  assert.equal(await text(player().files.get("player.js")), "right");
  assert.equal(await text(player().files.get("player.js")), "right");
  assert.deepEqual(requests, ["player.js", "player.js"]);
});

test("exercises have their hashes in a list with a hash of its own", async () => {
  const { files } = player();
  assert.equal(await text(files.exercise("loans")), "{}");
  assert.equal(await files.exercise("index"), null);

  site["exercises/loans.json"] = "{ }";
  caches = new Map();
  await assert.rejects(player().files.exercise("loans"), /loans\.json is not the published file/);
  caches = new Map();
  site["hashes.json"] = JSON.stringify({ "exercises/loans.json": hash("{ }") });
  await assert.rejects(player().files.exercise("loans"), /hashes\.json is not the published file/);
});
