/** The package installed by npm into an empty folder: types for every kind of program, bundlers, the element. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const { build } = await import(pathToFileURL(join(root, "web/node_modules/esbuild/lib/main.js")).href);
const compiler = join(root, "web/node_modules/typescript/bin/tsc");
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "schema-dojo-installed-"));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const [{ filename }] = JSON.parse(npm("pack", "--json", "--pack-destination", folder, join(root, "dist/pkg")));
  npm("install", "--offline", "--no-audit", "--no-fund", join(folder, filename));
});
after(() => rmSync(folder, { recursive: true, force: true }));

function npm(...options) {
  return execFileSync("npm", options, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

/** Compiles a program, including the libraries' type checks. */
function compile(file, source, ...options) {
  writeFileSync(join(folder, file), source);
  const strict = [
    "--noEmit",
    "--strict",
    "--exactOptionalPropertyTypes",
    "--skipLibCheck",
    "false",
    "--target",
    "es2022",
    "--module",
    "nodenext",
  ];
  execFileSync(process.execPath, [compiler, ...strict, ...options, file], { cwd: folder, stdio: "inherit" });
}

/** Bundles a program; returns the file. */
async function bundle(name, source, options = {}) {
  const entry = join(folder, `${name}.js`);
  writeFileSync(entry, source);
  const outfile = join(folder, `out/${name}.js`);
  const { warnings } = await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    format: "esm",
    logLevel: "error",
    ...options,
  });
  assert.deepEqual(warnings, []);
  return outfile;
}

const run = (file) => execFileSync(process.execPath, [file], { cwd: folder, encoding: "utf8" }).trim();

test("types compile without the library of browsers", () => {
  compile(
    "plain.ts",
    `import { init, initSync, Engine, Shell, ObjectId, type WasmSource } from "schema-dojo";
     import { grade } from "schema-dojo/grader";
     import { define, type SchemaDojoElement } from "schema-dojo/element";
     const source: WasmSource = "https://host/schema_dojo_bg.wasm";
     await init(source);
     initSync(new Uint8Array(3));
     new Shell(new Engine(), { db: "test" }).evaluate("1").printed satisfies string | null | undefined;
     export const all: [typeof grade, ObjectId, SchemaDojoElement | null] = [grade, new ObjectId(), null];
     define("https://host/path/");`,
    "--lib",
    "es2022",
    "--types",
    "",
  );
});

test("types of the server compile with Node's", () => {
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  for (const name of ["@types/node", "undici-types"])
    cpSync(join(root, "web/node_modules", name), join(folder, "node_modules", name), { recursive: true });
  compile(
    "server.ts",
    `import { startServer } from "schema-dojo/server"; const { uri } = await startServer(); uri satisfies string;`,
    "--lib",
    "es2022",
    "--types",
    "node",
  );
});

test("types accept browsers' objects", () => {
  compile(
    "browser.ts",
    `import { init } from "schema-dojo";
     await init(new URL("https://host/x.wasm"));
     await init(await fetch("x.wasm"));
     await init(await WebAssembly.compile(new Uint8Array(8)));`,
    "--lib",
    "es2022,dom",
    "--types",
    "",
  );
});

test("JSX and the DOM know the element", () => {
  const require = createRequire(join(here, "package.json"));
  for (const name of ["@types/react", "csstype"]) {
    const from = dirname(require.resolve(`${name}/package.json`));
    cpSync(from, join(folder, "node_modules", name), { recursive: true });
  }
  compile(
    "page.tsx",
    `import "schema-dojo/react";
     export const good = <schema-dojo exercise="loans" view="cost" className="wide"><pre>db.books.find()</pre></schema-dojo>;
     // @ts-expect-error there is no such view
     export const bad = <schema-dojo view="everything" />;
     document.querySelector("schema-dojo")?.run() satisfies Promise<unknown> | undefined;`,
    "--lib",
    "es2022,dom",
    "--jsx",
    "preserve",
    "--types",
    "react",
  );
});

test("importing the element on a server does nothing", () => {
  writeFileSync(
    join(folder, "element.js"),
    `import { define } from "schema-dojo/element"; import "schema-dojo/react"; define("https://host/"); console.log("quiet", typeof customElements);`,
  );
  assert.equal(run("element.js"), "quiet undefined");
});

test("the element has the hash of the site's player", () => {
  const { version } = JSON.parse(readFileSync(join(root, "dist/pkg/package.json"), "utf8"));
  const player = createHash("sha384").update(readFileSync(join(root, `dist/v${version}/embed.html`)));
  const element = readFileSync(join(root, "dist/pkg/element.js"), "utf8");
  assert.ok(element.includes(`sha384-${player.digest("base64")}`));
});

test("importing only ObjectId includes neither shell nor engine", async () => {
  const file = await bundle(
    "id",
    `import { ObjectId } from "schema-dojo"; console.log(new ObjectId("65a000000000000000000001").toHexString());`,
  );
  assert.equal(run(file), "65a000000000000000000001");
  const { size } = statSync(file);
  assert.ok(size < 80_000, `${size} bytes`);
});

test("esbuild finds the wasm by an import", async () => {
  const source = `import { init, Engine } from "schema-dojo";
    import wasm from "schema-dojo/schema_dojo_bg.wasm";
    await init(new URL(wasm, import.meta.url));
    console.log(new Engine().runCommand("test", { ping: 1 }).ok);`;
  const file = await bundle("wasm", source, { loader: { ".wasm": "file" }, external: ["node:*"] });
  assert.equal(run(file), "1");
});

test("a program bundled for Node runs with the wasm beside it", async () => {
  const file = await bundle(
    "beside",
    `import { init, Engine } from "schema-dojo"; await init(); console.log(new Engine().runCommand("test", { ping: 1 }).ok);`,
    { platform: "node" },
  );
  cpSync(join(root, "dist/pkg/schema_dojo_bg.wasm"), join(folder, "out/schema_dojo_bg.wasm"));
  assert.equal(run(file), "1");
});

test("the examples of its README run, and print the documented output", () => {
  const readme = readFileSync(join(folder, "node_modules/schema-dojo/README.md"), "utf8");
  const examples = [...readme.matchAll(/^```js\n(.*?)^```/gms)].map(([, source]) => source);
  assert.equal(examples.length, 3);
  for (const [at, source] of examples.entries()) {
    writeFileSync(join(folder, `example${at}.js`), source);
    const said = [...source.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
    assert.equal(run(`example${at}.js`).replace(/\s+/g, " "), said.join(" "));
  }
});

test("its README and licences are in the package", () => {
  for (const name of ["README.md", "LICENSE", "THIRD-PARTY-LICENSES", "CHANGELOG.md"]) {
    assert.ok(readFileSync(join(folder, "node_modules/schema-dojo", name), "utf8").length > 100, name);
  }
});
