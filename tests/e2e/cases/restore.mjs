/** After a reload everything is unchanged: the place, the code, hints, theme, panes, and solved exercises. */
import assert from "node:assert/strict";

export const restore = {
  name: "restore",
  async run(person) {
    const { page } = person;
    const again = async () => {
      await page.reload();
      await person.ready();
    };
    await person.open("exercise/reviews/");
    const { designs, hints } = await person.bundle("reviews");
    await page.getByRole("button", { name: /^Hint/ }).click();
    await page.locator("#hint-1").waitFor();
    await page.getByRole("button", { name: /^Theme/ }).click();
    const theme = await page.evaluate(() => document.documentElement.dataset.theme);
    const line = page.getByRole("separator", { name: "Width of the task" });
    await line.focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("ArrowLeft");
    const share = await line.getAttribute("aria-valuenow");
    const width = () =>
      page.locator(".text-pane").evaluate((element) => Math.round(element.getBoundingClientRect().width));
    const wide = await width();
    await person.write(designs[0].source);
    await person.check();
    await page.locator(".verdict.good").waitFor();

    await again();
    assert.equal((await person.code()).trim(), designs[0].source.trim());
    await page.getByText(`Hint 1 of ${hints.length}`).waitFor();
    await page.locator("#why").waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
    assert.equal(await line.getAttribute("aria-valuenow"), share);
    assert.equal(await width(), wide);
    await page.locator('#sidebar a[href="exercise/reviews/"] .solved').waitFor({ state: "attached" });

    // The comparison uses the passing code, whatever is in the editor now.
    await person.write("// begun anew\n");
    await page.goto(`${person.url}compare/reviews/`);
    const heads = page.locator(".compare thead th.yours");
    await heads.waitFor();
    await again();
    await heads.waitFor();
    const trips = await page.locator(".compare tbody tr", { hasText: "Round trips" }).locator("td").allInnerTexts();
    assert.ok(Number(trips[0]) > 0, `the code that passed takes ${trips[0]} trips`);

    // Places without work.
    for (const [place, heading] of [
      ["track/trees/", null],
      ["principles/", "Principles, measured"],
      ["glossary/", "Glossary"],
      ["glossary/atomic/", null],
    ]) {
      await page.goto(person.url + place);
      const title = page.getByRole("heading", heading ? { level: 1, name: heading } : { level: 1 });
      await title.waitFor();
      const said = await title.innerText();
      await again();
      await title.waitFor();
      assert.equal(await title.innerText(), said);
      assert.equal(new URL(page.url()).pathname, `/${place}`);
    }

    await person.open("sandbox/");
    await person.write('print("mine")');
    await page.waitForTimeout(300);
    await again();
    assert.equal((await person.code()).trim(), 'print("mine")');
  },
};
