/**
 * Compares the compressed size of a visitor's downloads with their limits.
 *
 *   node sizes.mjs <folder>    a published site
 *   node sizes.mjs <file>      one file, without a limit
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/**
 * Downloads and their limits in kB (thousands of bytes). If there is also a goal, the limit preserves what has been
 * achieved.
 */
const DOWNLOADS = [
  { what: "engine", files: ["engine/schema_dojo_bg.wasm"], limit: 920, goal: 800 },
  { what: "page", files: ["page/schema_dojo_web_bg.wasm"], limit: 260 },
  { what: "editor and shell", files: ["editor.js", "editor-chunk.js", "worker.js"], limit: 260 },
  // Loaded when the editor is ready.
  { what: "completion, search", files: ["editor-deferred_features.js"], limit: 26 },
  // Loaded with the first picture.
  { what: "pictures", files: ["pictures.js"], limit: 8 },
  // Loaded with the first import, export or edit of a document.
  { what: "data in and out", files: ["data.js"], limit: 30 },
  // Loaded with the first completion.
  { what: "completion", files: ["completion.js"], limit: 5 },
  { what: "page's scripts", files: ["boot.js", "page/schema_dojo_web.js", "sandbox.html"] },
  { what: "page and styles", files: ["index.html", "styles/app.css"] },
  { what: "exercise list", files: ["exercises/index.json"] },
  { what: "embed loader", files: ["v1/schema-dojo.js"], limit: 5 },
];

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node sizes.mjs <folder or file>");
  process.exit(2);
}
if (statSync(folder).isFile()) {
  const { plain, packed } = size(folder);
  console.log(`${basename(folder)} ${kilobytes(plain)} plain ${kilobytes(packed)} brotli`);
  process.exit(0);
}
const counts = { passed: 0, failed: 0 };
for (const { what, files, limit, goal } of DOWNLOADS) {
  const missing = files.filter((file) => !existsSync(join(folder, file)));
  if (missing.length > 0) {
    console.log(`${what}: ${missing.join(" and ")} not there`);
    counts.failed += 1;
    continue;
  }
  const sizes = files.map((file) => size(join(folder, file)));
  const plain = sum(sizes.map((one) => one.plain));
  const packed = sum(sizes.map((one) => one.packed));
  const over = limit !== undefined && packed > limit * 1000;
  if (limit !== undefined) counts[over ? "failed" : "passed"] += 1;
  const wish = goal === undefined ? "" : `, the goal is ${goal} kB`;
  const bar = limit === undefined ? "" : `of ${limit} kB${wish}${over ? "  TOO LARGE" : ""}`;
  console.log(
    `${what.padEnd(18)} ${kilobytes(plain).padStart(8)} plain ${kilobytes(packed).padStart(8)} brotli ${bar}`,
  );
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 ? 0 : 1);

function size(path) {
  const bytes = readFileSync(path);
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  };
  return { plain: bytes.length, packed: brotliCompressSync(bytes, options).length };
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
