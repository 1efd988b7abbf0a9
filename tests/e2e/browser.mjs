/** Starts Chromium with playwright-core. */
import { createRequire } from "node:module";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const require = createRequire(new URL("../../web/package.json", import.meta.url));

/** The path of Chromium: `$CHROMIUM`, or Debian's. */
export function chromiumPath() {
  const path =
    process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
  if (!path) throw new Error("There is no Chromium: install it, or set CHROMIUM to its path.");
  return path;
}

/** Starts a browser, with further options of Chromium's. Each of its contexts has its own storage. */
export async function launch(further = []) {
  const { chromium } = require("playwright-core");
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...further,
    ],
  });
}

/** The path of axe-core, which is run in a page. */
export function axePath() {
  return require.resolve("axe-core/axe.min.js");
}

/** The repository. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
