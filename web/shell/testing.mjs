/** Bundles the tests of this folder and runs them: `node shell/testing.mjs [name …]`. */
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const tests = readdirSync(here).filter((name) => name.endsWith(".test.ts") && (wanted.length === 0 || wanted.some((w) => name.includes(w))));
const outdir = join(here, "../dist/shell-tests");
rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: tests.map((name) => join(here, name)),
  outdir,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  conditions: ["browser"],
  outExtension: { ".js": ".mjs" },
  logLevel: "warning",
});
const files = tests.map((name) => join(outdir, name.replace(/\.ts$/, ".mjs")));
process.exitCode = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" }).status ?? 1;
