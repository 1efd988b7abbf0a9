/** The documentation tools: how each is installed, in its pinned version, and how it builds its pages. */
import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const here = fileURLToPath(new URL(".", import.meta.url));
const venv = join(here, "venv");
/** mdBook's version, and its build folder: cargo caches it with the project's own builds. */
const MDBOOK = "0.5.4";
const mdbook = join(here, "../../target/mdbook");

/**
 * @typedef {object} Tool
 * @property {string} name also the folder with its pages
 * @property {() => string | null} [unfit] why it cannot be installed here
 * @property {() => Promise<void>} install
 * @property {(out: string, environment: Record<string, string>) => void} build
 * @property {string} [ready] matches once the tool's own script has replaced the page's elements
 * @property {boolean} [hasNext] whether its pages are drawn in the browser: the link Next leads to another one
 * @property {readonly string[]} [toggle] selectors of what is clicked, one after the other, for the dark theme
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
    name: "hugo",
    unfit: withoutPython,
    install: python,
    build: (out, { PLAYER }) =>
      run(join(venv, "bin/hugo"), ["--quiet", "--noBuildLock", "--destination", out], join(here, "hugo"), {
        // Other variables cannot be read in a page.
        HUGO_PLAYER: PLAYER,
      }),
  },
  {
    name: "pandoc",
    unfit: withoutPython,
    install: python,
    build: (out, { PLAYER }) => {
      const pandoc = run(join(venv, "bin/python"), ["-c", "import pypandoc; print(pypandoc.get_pandoc_path())"], here);
      const head = ["-V", `header-includes=<script type="module" src="${PLAYER}"></script>`];
      const options = ["--standalone", ...head, "index.md", "-o", join(out, "index.html")];
      run(String(pandoc).trim(), options, join(here, "pandoc"));
    },
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
    name: "docusaurus",
    install: () => npm(join(here, "docusaurus")),
    build: (out, environment) =>
      run(
        process.execPath,
        ["node_modules/@docusaurus/core/bin/docusaurus.mjs", "build", "--out-dir", out],
        join(here, "docusaurus"),
        environment,
      ),
    ready: "html[data-has-hydrated=true]",
    hasNext: true,
    toggle: ["button[aria-label^='Switch between dark and light mode']"],
  },
  {
    name: "mdbook",
    install: () => {
      const options = ["--quiet", "--locked", "--debug", "--no-default-features", "--root", mdbook];
      return install("cargo", ["install", "mdbook", "--version", MDBOOK, ...options], here, {
        CARGO_TARGET_DIR: join(mdbook, "build"),
        CARGO_INCREMENTAL: "0",
        CARGO_PROFILE_DEV_DEBUG: "0",
        CARGO_PROFILE_DEV_OPT_LEVEL: "0",
      });
    },
    build: (out, { PLAYER }) => {
      const book = mkdtempSync(join(tmpdir(), "mdbook-"));
      try {
        cpSync(join(here, "mdbook"), book, { recursive: true });
        // mdBook cannot read it from the environment.
        const head = join(book, "theme/head.hbs");
        writeFileSync(head, readFileSync(head, "utf8").replace("PLAYER", PLAYER));
        run(join(mdbook, "bin/mdbook"), ["build", "--dest-dir", out], book, { MDBOOK_LOG: "error" });
      } finally {
        rmSync(book, { recursive: true });
      }
    },
    toggle: ["#mdbook-theme-toggle", "#mdbook-theme-navy"],
  },
];

/** Why no virtual environment can be created. */
function withoutPython() {
  try {
    execFileSync("python3", ["-c", "import venv, ensurepip"], { stdio: "ignore" });
    return null;
  } catch {
    return "it needs Python 3 with venv";
  }
}

let environment;

/** A virtual environment with the packages of requirements.txt, for all tools that need it. */
function python() {
  return (environment ??= makeEnvironment());
}

async function makeEnvironment() {
  const list = readFileSync(join(here, "requirements.txt"), "utf8");
  const done = join(venv, "installed.txt");
  if (existsSync(done) && readFileSync(done, "utf8") === list) return;
  const options = ["--quiet", "--disable-pip-version-check", "--no-compile", "-r", "requirements.txt"];
  await install("python3", ["-m", "venv", venv], here);
  await install(join(venv, "bin/pip"), ["install", ...options], here);
  writeFileSync(done, list);
}

/** Installs a folder's packages unless they match its lock file. */
async function npm(folder) {
  const list = readFileSync(join(folder, "package-lock.json"), "utf8");
  const done = join(folder, "node_modules/.installed-lock.json");
  if (existsSync(done) && readFileSync(done, "utf8") === list) return;
  await install("npm", ["ci", "--loglevel=error", "--no-audit", "--no-fund", "--prefer-offline"], folder);
  writeFileSync(done, list);
}

/** Runs a program that installs something, concurrently with others. */
async function install(program, options, cwd, environment = {}) {
  await promisify(execFile)(program, options, { cwd, env: { ...process.env, ...environment } });
}

function run(program, options, cwd, environment = {}) {
  return execFileSync(program, options, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
}
