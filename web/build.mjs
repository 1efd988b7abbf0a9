/**
 * Bundles the TypeScript. `cargo xtask` calls it:
 *
 *   node build.mjs site <folder> [--release]     what the page loads
 *   node build.mjs offline <folder> [--release]  its service worker, when all other files are there
 *   node build.mjs package <folder>              the npm package's modules
 *   node build.mjs tests <folder>                every *.test.ts, for node --test
 *   node build.mjs validate <folder>             the exercise validator, for Node
 *
 * Prints one line per file it wrote, relative to the folder. A warning is a failure.
 */
import { build } from "esbuild";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

import { BUNDLES } from "./bundles.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const engine = join(here, "generated/engine/schema_dojo_bg.wasm");

/** Parts of the site that the page itself does not load. */
const SERVED_APART = ["v1/", "pkg/"];

const [kind, folder, ...flags] = process.argv.slice(2);
const work = { site, offline, package: pack, tests, validate }[kind ?? ""];
if (!work || !folder || flags.some((flag) => flag !== "--release")) {
  console.error("usage: node build.mjs site|offline|package|tests|validate <folder> [--release]");
  process.exit(2);
}
const release = flags.includes("--release");
try {
  for (const file of await work(folder)) console.log(file);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Options that all bundles share. */
function common() {
  return {
    absWorkingDir: here,
    bundle: true,
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
    target: "es2022",
    write: false,
  };
}

/** Runs esbuild, and takes no warning for an answer. */
async function bundle(options) {
  const result = await build({ ...common(), ...options });
  if (result.warnings.length > 0) throw new Error(`${result.warnings.length} warnings while bundling`);
  return result.outputFiles;
}

async function site(out) {
  const written = [];
  for (const entry of BUNDLES) {
    if (entry.kind !== "site") continue;
    const classic = entry.format === "iife";
    const files = await bundle({
      entryPoints: [entry.source],
      outfile: join(out, entry.file),
      format: entry.format,
      platform: "browser",
      minify: release,
      // A classic script knows where it is by another name.
      define: classic ? { "import.meta.url": "self.location.href" } : {},
    });
    for (const file of files) {
      const { path, text } = entry.wrap ? await wrap(entry, file, out) : file;
      await put(path, text);
      written.push(relative(out, path));
    }
  }
  return written;
}

/** Puts a bundled script into the page that carries it. */
async function wrap(entry, file, out) {
  const { assemble } = await import(`./${entry.wrap.assemble}`);
  const template = await readFile(join(here, entry.wrap.template), "utf8");
  return { path: join(out, entry.wrap.file), text: assemble(template, file.text) };
}

/** The service worker; one that keeps nothing while the site is being worked on. */
async function offline(out) {
  const entry = release ? "offline/service-worker.ts" : "offline/remove.ts";
  const define = {};
  if (release) {
    const files = {};
    for await (const path of walk(out)) {
      const name = relative(out, path).split(sep).join("/");
      if (SERVED_APART.some((folder) => name.startsWith(folder)) || name === "sw.js") continue;
      files[name] = createHash("sha256").update(await readFile(path)).digest("base64");
    }
    const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
    const version = createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 16);
    define["PRECACHE"] = JSON.stringify({ version, files: sorted });
  }
  const [file] = await bundle({ entryPoints: [entry], outfile: join(out, "sw.js"), format: "iife", minify: release, define });
  await put(file.path, file.text);
  return ["sw.js"];
}

async function pack(out) {
  const entries = BUNDLES.filter((entry) => entry.kind === "package");
  const files = await bundle({
    entryPoints: Object.fromEntries(entries.map((entry) => [entry.file.replace(/\.js$/, ""), entry.source])),
    outdir: out,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    // Both entries have to share one Engine class.
    splitting: true,
    chunkNames: "shared-[hash]",
  });
  for (const file of files) await put(file.path, file.text);
  return files.map((file) => relative(out, file.path));
}

async function tests(out) {
  const sources = [];
  for await (const path of walk(here, ["node_modules", "generated", "dist", "src"])) if (path.endsWith(".test.ts")) sources.push(path);
  if (sources.length === 0) return [];
  await rm(out, { recursive: true, force: true });
  const files = await bundle({
    entryPoints: sources,
    outdir: out,
    outbase: here,
    format: "esm",
    platform: "node",
    packages: "external",
    sourcemap: "inline",
  });
  for (const file of files) await put(file.path, file.text);
  const folders = new Set(files.map((file) => dirname(file.path)));
  for (const to of folders) await copyFile(engine, join(to, "schema_dojo_bg.wasm"));
  return files.map((file) => relative(out, file.path));
}

async function validate(out) {
  const entries = BUNDLES.filter((entry) => entry.kind === "validate");
  const written = [];
  for (const entry of entries) {
    const options = { entryPoints: [entry.source], outfile: join(out, entry.file) };
    const files = await bundle({ ...options, format: "esm", platform: "node", packages: "external" });
    for (const file of files) await put(file.path, file.text);
    written.push(...files.map((file) => relative(out, file.path)));
  }
  await copyFile(engine, join(out, "schema_dojo_bg.wasm"));
  return written;
}

/** Writes a file only when it changes, so that nothing is rebuilt or reloaded for it. */
async function put(path, text) {
  await mkdir(dirname(path), { recursive: true });
  if (existsSync(path) && (await readFile(path, "utf8")) === text) return;
  await writeFile(path, text);
}

/** The files below a folder, but for those in folders of these names. */
async function* walk(folder, skipped = []) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!skipped.includes(entry.name)) yield* walk(path, skipped);
    } else {
      yield path;
    }
  }
}
