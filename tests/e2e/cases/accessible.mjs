/** axe finds nothing serious, in both themes, on a desktop and on a phone. */
import assert from "node:assert/strict";

import { violations } from "../axe.mjs";

const PLACES = [
  "",
  "track/foundations/",
  "glossary/",
  "principles/",
  "patterns/",
  "embed/",
  "exercise/reviews/",
  "compare/reviews/",
  "sandbox/",
];
const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

export const accessible = ["light", "dark"].flatMap((colorScheme) =>
  Object.entries(SIZES).map(([size, viewport]) => ({
    name: `accessible-${colorScheme}-${size}`,
    options: { colorScheme, viewport, hasTouch: size === "phone" },
    async run(person, { results }) {
      const serious = [];
      for (const place of PLACES) {
        await person.open(place);
        await person.page.reload();
        await person.ready();
        if (place === "exercise/reviews/") {
          await person.run();
          await person.check();
        }
        if (place === "compare/reviews/") {
          const progress = JSON.stringify({ reviews: { passed: true, stars: 1 } });
          await person.page.evaluate((text) => localStorage.setItem("schema-dojo/progress", text), progress);
          await person.page.reload();
          await person.page.locator(".compare tbody tr").first().waitFor();
        }
        await person.page.screenshot({
          path: `${results}/${colorScheme}-${size}-${place.replace(/\W+/g, "_")}.png`,
          fullPage: true,
        });
        serious.push(...(await violations(person.page)).map((fault) => `${place}: ${fault}`));
        const wide = await person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        const tall = await person.page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
        // On a desktop the panes scroll, not the page around them.
        if (tall > 0 && size === "desk" && place === "exercise/reviews/")
          serious.push(`${place}: the page is ${tall} px taller than the window`);
        if (wide > 0) serious.push(`${place}: the page is ${wide} px wider than the window`);
      }
      assert.deepEqual(serious, []);
    },
  })),
);
