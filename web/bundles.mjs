import { readFileSync } from "node:fs";

/** The workspace's version. */
export const VERSION =
  /^\[workspace\.package\]\nversion = "([^"]+)"/m.exec(
    readFileSync(new URL("../Cargo.toml", import.meta.url), "utf8"),
  )?.[1] ?? "";
if (!VERSION) throw new Error("Cargo.toml gives no workspace.package.version");

/** The folder of the element and all files that it loads, which never change once they are published. */
export const PLAYER = `v${VERSION}`;

/**
 * The bundles and their sources. `file` is relative to the output folder, `source` to this one.
 *
 * @typedef {object} Bundle
 * @property {"site" | "document" | "loader" | "scorm" | "package" | "validate"} kind
 * @property {string} file
 * @property {string} source
 * @property {"iife" | "esm"} [format] for a site's script: classic or module
 * @property {Record<string, string>} [define] names that the build sets
 * @property {Record<string, string>} [hashes] names that the build sets to the hash of an earlier file, in the
 *   format of `integrity`
 * @property {string} [parts] the prefix of the files that an esm script's dynamic imports become
 * @property {boolean} [executable] for a package's module: a program for Node
 * @property {{ file: string, template: string, assemble: string }} [wrap] a page that contains the script inline
 */

/** @type {Bundle[]} */
export const BUNDLES = [
  // Classic: it must run before the first paint.
  { kind: "site", file: "boot.js", source: "boot.ts", format: "iife" },
  { kind: "site", file: "editor.js", source: "editor/index.ts", format: "esm", parts: "editor-" },
  // Loaded with the first picture.
  { kind: "site", file: "pictures.js", source: "pictures/index.ts", format: "esm" },
  // Loaded with the first completion.
  { kind: "site", file: "completion.js", source: "editor/completion.ts", format: "esm" },
  // Loaded when data are imported or exported, or a document is edited.
  { kind: "site", file: "data.js", source: "data/index.ts", format: "esm" },
  { kind: "site", file: "styles/app.css", source: "styles/app.css" },
  // Classic: the frame starts it from a Blob.
  { kind: "site", file: "worker.js", source: "sandbox/worker.ts", format: "iife" },
  {
    kind: "site",
    file: "frame.js",
    source: "sandbox/frame.ts",
    format: "iife",
    // Inline: a frame of opaque origin must not load it from the site.
    wrap: { file: "sandbox.html", template: "sandbox/sandbox.html", assemble: "sandbox/assemble.mjs" },
  },
  { kind: "site", file: `${PLAYER}/player.js`, source: "embed/player.ts", format: "esm" },
  // A single file, because players share it.
  { kind: "site", file: `${PLAYER}/editor.js`, source: "editor/index.ts", format: "esm" },
  { kind: "site", file: `${PLAYER}/styles/embed.css`, source: "styles/embed.css" },
  { kind: "site", file: `${PLAYER}/fences.js`, source: "embed/fences.ts", format: "esm" },
  // The script of the page in the element's frame.
  { kind: "document", file: `${PLAYER}/embed.js`, source: "embed/start.ts", format: "esm" },
  // Scripts for other sites' pages. `v1/` has the newest version's scripts, which load everything else from that
  // version's folder.
  ...[
    ["v1", `../${PLAYER}/`],
    [PLAYER, "./"],
  ].flatMap(([folder, player]) =>
    [
      ["schema-dojo.js", "embed/loader.ts"],
      ["iframe.js", "embed/iframe.ts"],
    ].map(([file, source]) => ({
      kind: "loader",
      file: `${folder}/${file}`,
      source,
      format: "esm",
      define: { PLAYER: JSON.stringify(player) },
      hashes: { EMBED: `${PLAYER}/embed.html`, FENCES: `${PLAYER}/fences.js` },
    })),
  ),
  // Scripts of packages for learning management systems.
  { kind: "scorm", file: "scorm.js", source: "scorm/launch.ts", format: "esm" },
  { kind: "scorm", file: "styles/scorm.css", source: "styles/scorm.css" },
  { kind: "package", file: "index.js", source: "shell/index.ts" },
  { kind: "package", file: "bson.js", source: "shell/bson.ts" },
  { kind: "package", file: "element.js", source: "embed/package.ts" },
  { kind: "package", file: "grader.js", source: "grader/index.ts" },
  { kind: "package", file: "server.js", source: "server/index.ts" },
  { kind: "package", file: "cli.js", source: "cli/main.ts", executable: true },
  { kind: "package", file: "grade_worker.js", source: "cli/grade_worker.ts" },
  { kind: "validate", file: "validate.js", source: "grader/validate.ts" },
  { kind: "validate", file: "price.js", source: "grader/price.ts" },
  { kind: "validate", file: "fill_samples.js", source: "grader/fill_samples.ts" },
  { kind: "validate", file: "mutate.js", source: "grader/mutate/run.ts" },
];
