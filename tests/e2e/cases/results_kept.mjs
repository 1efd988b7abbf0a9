/** The results of the last run and check return after another exercise and after a reload, until Reset. */
import assert from "node:assert/strict";

export const resultsKept = {
  name: "results-kept",
  async run(person) {
    const { page } = person;
    const { designs } = await person.bundle("referrers");
    await person.open("exercise/referrers/");
    await person.write(`${designs[0].source}\nprint("said before");\n`);
    await person.run();
    await person.check();
    const verdict = await page.locator(".verdict").innerText();
    const there = async () => {
      assert.match(await person.output(), /said before[\s\S]*From your last run: \d+ database commands/);
      await person.tab("Checks");
      assert.equal(await page.locator(".verdict").innerText(), verdict);
      assert.equal(await page.getByText("The code has changed since this check.").count(), 0);
    };
    await page.goto(`${person.url}exercise/reviews/`);
    await person.ready();
    assert.doesNotMatch(await person.output(), /said before/);
    await page.goto(`${person.url}exercise/referrers/`);
    await person.ready();
    await there();
    await page.reload();
    await person.ready();
    await there();

    // The same code three times is one try; three different ones open the designs.
    await page.goto(`${person.url}exercise/reviews/`);
    await person.ready();
    const open = page.getByRole("button", { name: "Designs", exact: true });
    for (let time = 0; time < 3; time += 1) await person.check();
    assert.ok(await open.isDisabled(), "one try opens the designs");
    for (const n of [1, 2]) {
      await person.write(`function setup(db, rows) { db.n.insertOne({ n: ${n} }); }`);
      await person.check();
    }
    assert.ok(await open.isEnabled());

    await page.goto(`${person.url}exercise/referrers/`);
    await person.ready();
    await page.getByRole("button", { name: "Reset" }).click();
    await person.idle();
    for (const again of [false, true]) {
      if (again) {
        await page.reload();
        await person.ready();
      }
      assert.doesNotMatch(await person.output(), /said before|last run/);
      await person.tab("Checks");
      assert.equal(await page.locator(".verdict").count(), 0);
    }
  },
};
