import assert from "node:assert/strict";
import { test } from "node:test";

import { combinedLoader } from "./combined_library.js";
import { library, policy } from "./library.js";

const OTHER = "https://course.example/db/";
const OWN = library(`?also=${encodeURIComponent(OTHER)}`, "https://dojo.example/");
const list = (track: string, ...ids: string[]): string =>
  JSON.stringify({ version: 1, tracks: [{ id: track, exercises: ids.map((id) => ({ id })) }] });

/** A loader of existing files, which records its requests. */
function loader(files: Record<string, string>): {
  load: (url: string, longest: number) => Promise<string>;
  asked: string[];
} {
  const asked: string[] = [];
  const fetched = async (url: string): Promise<string> => {
    asked.push(url);
    const text = files[url];
    if (text === undefined) throw "it is not on the server (404)";
    return Promise.resolve(text);
  };
  assert.ok(OWN.also);
  return { load: combinedLoader(OWN, OWN.also, fetched), asked };
}

const FILES = {
  "exercises/index.json": list("own", "a", "b"),
  "exercises/a.json": "a of this site",
  "exercises/reference.json": "words of this site",
  [`${OTHER}index.json`]: list("course", "c"),
  [`${OTHER}c.json`]: "c of the course",
};

test("another list follows the site's own, and each exercise is loaded from its host", async () => {
  assert.equal(policy(OWN), "connect-src 'self' https://course.example");
  const { load } = loader(FILES);
  assert.deepEqual(JSON.parse(await load("exercises/index.json", 1e6)), {
    version: 1,
    tracks: [
      { id: "own", exercises: [{ id: "a" }, { id: "b" }] },
      { id: "course", exercises: [{ id: "c" }] },
    ],
  });
  assert.equal(await load("exercises/a.json", 1e6), "a of this site");
  assert.equal(await load("exercises/c.json", 1e6), "c of the course");
  assert.equal(await load("exercises/reference.json", 1e6), "words of this site");
});

test("an exercise is found before the list is requested, which is loaded once", async () => {
  const { load, asked } = loader(FILES);
  assert.equal(await load("exercises/c.json", 1e6), "c of the course");
  await load("exercises/index.json", 1e6);
  assert.deepEqual(asked.filter((url) => url.endsWith("index.json")).length, 2);
});

test("an invalid list is omitted with a reason, and the site's exercises stay", async () => {
  for (const [other, says] of [
    [undefined, /^The list from course.example could not be loaded: it is not on the server/],
    ["{", /is not valid JSON/],
    ['{"version":1,"tracks":[{"id":"x"}]}', /is not a list of tracks/],
    ['{"version":2,"tracks":[]}', /has version 2, but this page reads version 1/],
    [list("course", "a"), /has the exercise a, and so has this site/],
    [list("own", "c"), /has the track own, and so has this site/],
    [list("course", "../c"), /is not a list of tracks/],
  ] as const) {
    const { [`${OTHER}index.json`]: _, ...files } = FILES;
    const { load } = loader(other === undefined ? files : { ...files, [`${OTHER}index.json`]: other });
    const { fault, ...mine } = JSON.parse(await load("exercises/index.json", 1e6)) as { fault: string };
    assert.match(fault, says);
    assert.deepEqual(mine, JSON.parse(FILES["exercises/index.json"]));
    assert.equal(await load("exercises/a.json", 1e6), "a of this site");
  }
});

test("an address that cannot be added is refused", () => {
  const { fault, also } = library("?also=http%3A%2F%2Fcourse.example%2F", "https://dojo.example/");
  assert.match(fault, /https/);
  assert.equal(also, undefined);
});
