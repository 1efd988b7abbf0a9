/**
 * Writes what the npm package has beside its modules: package.json, type declarations, licences.
 *
 *   node package/write.mjs <folder>
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { VERSION } from "../bundles.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const web = dirname(here);
const [out] = process.argv.slice(2);
if (!out) {
  console.error("usage: node package/write.mjs <folder>");
  process.exit(2);
}
const types = join(out, "types");

manifest();
declarations();
react();
texts();

/** package.json, with the workspace's version. */
function manifest() {
  const template = JSON.parse(readFileSync(join(here, "manifest.json"), "utf8"));
  writeFileSync(join(out, "package.json"), `${JSON.stringify({ ...template, version: VERSION }, null, 2)}\n`);
}

/** Self-contained types: reading them does not require `bson`. */
function declarations() {
  rmSync(types, { recursive: true, force: true });
  const compiler = join(web, "node_modules/typescript/bin/tsc");
  const options = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--outDir", types];
  execFileSync(process.execPath, [compiler, "-p", join(here, "tsconfig.json"), ...options], { stdio: "inherit" });
  const engine = "generated/engine/schema_dojo.d.ts";
  mkdirSync(join(types, "generated/engine"), { recursive: true });
  // Not every compiler's library knows `Symbol.dispose` yet; `free()` is equivalent. The module's start function is the
  // package's own, whose types do not need a browser's library.
  const [classes] = readFileSync(join(web, engine), "utf8").split("export type InitInput");
  const generated = classes.replaceAll(/^ *\[Symbol\.dispose\]\(\): void;\n/gm, "");
  writeFileSync(join(types, engine), generated);
  cpSync(join(web, "node_modules/bson/bson.d.ts"), join(types, "bson.d.ts"));
  for (const name of readdirSync(types, { recursive: true })) {
    const path = join(types, name);
    if (!path.endsWith(".d.ts")) continue;
    const to = relative(dirname(path), join(types, "bson.js"));
    const bson = to.startsWith(".") ? to : `./${to}`;
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      text.replaceAll('from "bson"', `from "${bson}"`).replaceAll('import("bson")', `import("${bson}")`),
    );
  }
  for (const [name, source] of [
    ["index", "shell/index"],
    ["grader", "grader/index"],
    ["server", "server/index"],
    ["element", "embed/package"],
  ]) {
    writeFileSync(join(out, `${name}.d.ts`), `export * from "./types/${source}.js";\n`);
  }
}

/** Types for JSX, which need React's types. */
function react() {
  cpSync(join(here, "react.d.ts"), join(out, "react.d.ts"));
  writeFileSync(join(out, "react.js"), "export {};\n");
}

/** README, changes, our licence, and those of the bundled libraries. */
function texts() {
  for (const name of ["LICENSE", "CHANGELOG.md"]) cpSync(join(web, "..", name), join(out, name));
  cpSync(join(here, "README.md"), join(out, "README.md"));
  const texts = ["acorn", "acorn-walk", "bson", "entities", "marked", "parse5"].map((name) => {
    const folder = join(web, "node_modules", name);
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} has no licence file`);
    return `${name} ${JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version}\n\n${readFileSync(join(folder, file), "utf8")}`;
  });
  writeFileSync(join(out, "THIRD-PARTY-LICENSES"), texts.join(`\n${"-".repeat(78)}\n\n`));
}
