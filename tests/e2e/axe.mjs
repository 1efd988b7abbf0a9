/** axe's findings about WCAG 2.2 AA. */
import { readFileSync } from "node:fs";

import { axePath } from "./browser.mjs";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** The serious faults of the current page, one text each. */
export async function violations(page) {
  // Through the developer tools, because the page's policy allows no other scripts.
  await page.evaluate(readFileSync(axePath(), "utf8"));
  const { violations: found } = await page.evaluate((runOnly) => globalThis.axe.run(document, { runOnly }), RULES);
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id} at ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}
