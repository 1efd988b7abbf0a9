/** The documentation tools: how each is installed, in its pinned version, and how it builds its pages. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const venv = join(here, "venv");

/**
 * @typedef {object} Tool
 * @property {string} name also the folder with its pages
 * @property {() => string | null} [unfit] why it cannot be installed here
 * @property {() => void} install
 * @property {(out: string, environment: Record<string, string>) => void} build
 * @property {boolean} [hasNext] whether its pages are drawn in the browser: the link Next leads to another one
 * @property {string} [toggle] selector of its button for the dark theme
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
    toggle: "label.md-header__button[title=Dark]",
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
    toggle: "button.VPSwitchAppearance",
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
