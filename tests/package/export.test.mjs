/** mongosh runs a script exported by the page: every document has the same bytes as before. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { startServer } from "../../dist/pkg/server.js";

const mongosh = createRequire(import.meta.url).resolve("mongosh/bin/mongosh.js");
const web = fileURLToPath(new URL("../../web/", import.meta.url));

/** Modules of the page that the package does not contain. */
const PARTS = `
  export { Engine, init } from "./shell/engine.js";
  export { Random } from "./shell/random.js";
  export { toBase64 } from "./data/bytes.js";
  export { randomBson } from "./data/random_bson.js";
  export { readRaw } from "./data/raw.js";
  export { scriptOf } from "./data/script.js";
  export { exported } from "./sandbox/export.js";
  export { importParts } from "./sandbox/import.js";
`;

let folder;
let page;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "schema-dojo-export-"));
  const outfile = join(folder, "parts.mjs");
  const { build } = createRequire(join(web, "package.json"))("esbuild");
  await build({
    stdin: { contents: PARTS, resolveDir: web, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "node",
    outfile,
    logLevel: "error",
  });
  page = await import(pathToFileURL(outfile).href);
  await page.init(readFileSync(new URL("../../dist/pkg/schema_dojo_bg.wasm", import.meta.url)));
});
after(() => rmSync(folder, { recursive: true, force: true }));

test("an exported script creates the same bytes in mongosh", async () => {
  const engine = new page.Engine();
  const random = new page.Random(31);
  const documents = Array.from({ length: 800 }, (_, id) => page.randomBson(random, id, { all: false }));
  const part = { collection: "mine", documents: page.toBase64(Buffer.concat(documents)), options: "", indexes: "" };
  assert.equal(page.importParts(engine, [part]), null);
  const file = join(folder, "script.js");
  writeFileSync(file, page.scriptOf(page.exported(engine, null, "db.mine.find()")));

  const server = await startServer({ replicaSet: true });
  try {
    const environment = { ...process.env, HOME: folder, NO_COLOR: "1" };
    const uri = server.uri.replace("/?", "/test?");
    await promisify(execFile)(process.execPath, [mongosh, "--quiet", "--norc", uri, file], {
      env: environment,
      timeout: 60_000,
      maxBuffer: 1 << 26,
    });
    const stored = [...page.readRaw(server.engine, "test", { find: "mine", sort: { _id: 1 } })];
    const hex = (bytes) => Buffer.from(bytes).toString("hex");
    assert.equal(stored.length, documents.length);
    stored.forEach((bytes, at) => assert.equal(hex(bytes), hex(documents[at]), `document ${at}`));
  } finally {
    await server.close();
  }
});
