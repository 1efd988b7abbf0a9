/** A whole exercise with only the keyboard: from the start page to a pass and on to the next exercise. */
import assert from "node:assert/strict";

const WRONG = `function setup(db, rows) {}
print("by key");
`;

export const whole = {
  name: "whole-by-keyboard",
  async run(person) {
    const { page } = person;
    const { tracks } = JSON.parse(await person.file("exercises/index.json"));
    const [first, next] = tracks.flatMap((track) => track.exercises);
    const { designs, hints } = await person.bundle(first.id);
    const { keyboard } = page;
    await person.open();
    await tabTo(page, () => at(page).then(({ text }) => text === "Skip to the content"), 1);
    await keyboard.press("Enter");
    await tabTo(page, () => at(page).then(({ href, inMain }) => inMain && href === `exercise/${first.id}/`), 5);
    assert.ok(
      (await at(page)).ring || (await page.locator(".card:has(a:focus-visible)").count()) === 1,
      "the card has no ring",
    );
    await keyboard.press("Enter");
    await person.ready();
    await page.waitForFunction(() => document.activeElement?.matches("main h1"));

    // F6 moves to the code, and from there to the results.
    await keyboard.press("F6");
    await page.waitForFunction(() => document.activeElement?.matches(".editor-host"));
    await keyboard.press("Control+a");
    await keyboard.insertText(WRONG);
    await keyboard.press("Control+Enter");
    await page.locator("#results-panel").getByText("by key").waitFor();
    await said(page, /^Run finished/);
    await person.idle();
    await keyboard.press("F6");
    assert.equal((await at(page)).text, "Output");
    await keyboard.press("ArrowRight");
    assert.equal((await at(page)).text, "Checks");
    await keyboard.press("ArrowRight");
    assert.match((await at(page)).text, /^Documents/);
    await keyboard.press("Shift+F6");
    await page.waitForFunction(() => document.activeElement?.matches(".editor-host"));

    // A failing check: the failure is announced, and the focus stays.
    await keyboard.press("Control+Shift+Enter");
    await said(page, /checks passed\. Failed: /);
    await person.idle();
    assert.equal(await page.evaluate(() => document.activeElement?.className), "editor-host");
    await keyboard.press("F6");
    await page.waitForFunction(() => document.activeElement?.textContent === "Checks");

    // Hints are before the code; each takes the focus.
    await keyboard.press("F6");
    assert.equal((await at(page)).tag, "H1");
    await keyboard.press("F6");
    await keyboard.press("Escape");
    await tabTo(page, () => at(page).then(({ text }) => /^Hint/.test(text)), 5, "Shift+Tab");
    assert.ok((await at(page)).ring, "the button has no ring");
    await keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.id === "hint-1");
    assert.ok(hints.length > 0);

    // Run by its button, which keeps the focus.
    await keyboard.press("F6");
    await keyboard.press("Escape");
    await tabTo(page, () => at(page).then(({ text }) => text === "Run"), 8, "Shift+Tab");
    await keyboard.press("Enter");
    await person.idle();
    assert.equal((await at(page)).text, "Run");

    // Escape, then Tab, leaves the editor, where Tab alone indents.
    await keyboard.press("Shift+F6");
    assert.equal((await at(page)).tag, "H1");
    await keyboard.press("F6");
    await keyboard.press("Control+a");
    await keyboard.insertText(designs[0].source);
    // The first Escape closes completion if it is open.
    await keyboard.press("Escape");
    await keyboard.press("Escape");
    await keyboard.press("Tab");
    assert.notEqual((await at(page)).className, "editor-host");

    // It passes; the next exercise is one F6 and a few Tabs away.
    await keyboard.press("Control+Shift+Enter");
    await page.locator(".verdict.good").waitFor();
    await said(page, /(\d+) of \1 checks passed/);
    await person.idle();
    await focusOn(page, "Checks");
    await tabTo(page, () => at(page).then(({ text }) => text === "Why it works"), 3);
    await keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.id === "why");
    await focusOn(page, "Checks");
    await tabTo(page, () => at(page).then(({ text }) => text.startsWith("Next: ")), 4);
    await keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: next.title }).waitFor();
    await page.waitForFunction((title) => document.activeElement?.textContent === title, next.title);
  },
};

/** Presses F6 until a pane's heading or tab has the focus. */
async function focusOn(page, text) {
  for (let press = 0; press < 4 && (await at(page)).text !== text; press += 1) await page.keyboard.press("F6");
  assert.equal((await at(page)).text, text);
}

/** Presses Tab until the condition holds, at most `most` times. */
async function tabTo(page, there, most, key = "Tab") {
  for (let press = 0; press < most; press += 1) {
    await page.keyboard.press(key);
    if (await there()) return;
  }
  assert.fail(`not within ${most} times ${key}; the focus is on ${JSON.stringify(await at(page))}`);
}

/** The text announced to screen readers. */
async function said(page, pattern) {
  await page.waitForFunction(
    (source) => new RegExp(source).test(document.querySelector("p.sr-only[role=status]")?.textContent ?? ""),
    pattern.source,
  );
}

/** The focused element. */
function at(page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return {
      tag: element.tagName,
      className: element.className,
      text: element.textContent.trim().slice(0, 60),
      href: element.getAttribute("href"),
      inMain: element.closest("main") !== null,
      ring: outlineStyle === "solid" && parseFloat(outlineWidth) >= 2,
    };
  });
}
