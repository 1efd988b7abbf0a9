/** The documentation tools: how each is installed, in its pinned version, and how it builds its pages. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const venv = join(here, "venv");
/** mdBook's version, and where it is built: cargo keeps it with the project's own builds. */
const MDBOOK = "0.5.4";
const mdbook = join(here, "../../target/mdbook");

/**
 * @typedef {object} Tool
 * @property {string} name also the folder with its pages
 * @property {() => string | null} [unfit] why it cannot be installed here
 * @property {() => void} install
 * @property {(out: string, environment: Record<string, string>) => void} build
 * @property {boolean} [hasNext] whether its pages are drawn in the browser: the link Next leads to another one
 * @property {readonly string[]} [toggle] selectors of what is clicked, one after the other, for the dark theme
 * @property {boolean} [isSlow] whether its installation takes a minute or more, so that it is tried on request only
 */

/** @type {Tool[]} */
export const TOOLS = [
  {
    name: "mkdocs",
    unfit: withoutPython,
    install: python,
    build: (out, environment) =>
      run(join(venv, "bin/mkdocs"), ["build", "--quiet", "--site-dir", out], join(here, "mkdocs"), environment),
    hasNext: true,
    toggle: ["label.md-header__button[title=Dark]"],
  },
  {
    name: "sphinx",
    unfit: withoutPython,
    install: python,
    build: (out, environment) =>
      run(join(venv, "bin/sphinx-build"), ["--quiet", "-W", "-b", "html", ".", out], join(here, "sphinx"), environment),
  },
  {
    name: "vitepress",
    install: () => npm(join(here, "vitepress")),
    build: (out, environment) =>
      run(
        process.execPath,
        ["node_modules/vitepress/bin/vitepress.js", "build", "--outDir", out],
        join(here, "vitepress"),
        environment,
      ),
    hasNext: true,
    toggle: ["button.VPSwitchAppearance"],
  },
  {
    name: "mdbook",
    isSlow: true,
    install: () => {
      const options = ["--quiet", "--locked", "--debug", "--no-default-features", "--root", mdbook];
      run("cargo", ["install", "mdbook", "--version", MDBOOK, ...options], here, {
        CARGO_TARGET_DIR: join(mdbook, "build"),
      });
    },
    build: (out, { PLAYER }) => {
      const book = mkdtempSync(join(tmpdir(), "mdbook-"));
      try {
        cpSync(join(here, "mdbook"), book, { recursive: true });
        // The book cannot take it from the environment.
        const head = join(book, "theme/head.hbs");
        writeFileSync(head, readFileSync(head, "utf8").replace("PLAYER", PLAYER));
        run(join(mdbook, "bin/mdbook"), ["build", "--dest-dir", out], book, { MDBOOK_LOG: "error" });
      } finally {
        rmSync(book, { recursive: true });
      }
    },
    toggle: ["#mdbook-theme-toggle", "#mdbook-theme-navy"],
  },
  {
    name: "docusaurus",
    isSlow: true,
    install: () => npm(join(here, "docusaurus")),
    build: (out, environment) =>
      run(
        process.execPath,
        ["node_modules/@docusaurus/core/bin/docusaurus.mjs", "build", "--out-dir", out],
        join(here, "docusaurus"),
        environment,
      ),
    hasNext: true,
    toggle: ["button[aria-label^='Switch between dark and light mode']"],
  },
];

/** Why there can be no virtual environment. */
function withoutPython() {
  try {
    execFileSync("python3", ["-c", "import venv, ensurepip"], { stdio: "ignore" });
    return null;
  } catch {
    return "it needs Python 3 with venv";
  }
}

/** A virtual environment with what requirements.txt lists. */
function python() {
  const list = readFileSync(join(here, "requirements.txt"), "utf8");
  const done = join(venv, "installed.txt");
  if (existsSync(done) && readFileSync(done, "utf8") === list) return;
  run("python3", ["-m", "venv", venv], here);
  run(join(venv, "bin/pip"), ["install", "--quiet", "--disable-pip-version-check", "-r", "requirements.txt"], here);
  writeFileSync(done, list);
}

function npm(folder) {
  if (!existsSync(join(folder, "node_modules"))) run("npm", ["ci", "--silent", "--no-audit", "--no-fund"], folder);
}

function run(program, options, cwd, environment = {}) {
  execFileSync(program, options, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
}
