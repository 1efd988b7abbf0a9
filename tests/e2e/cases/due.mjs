/** A solved exercise is due for review after two days, with one function emptied, then after seven. */
import assert from "node:assert/strict";

const DAY = 86_400_000;

export const due = {
  name: "due",
  async run(person) {
    const { page } = person;
    const { designs, title } = await person.bundle("lost-update");
    const { source } = designs.find((design) => design.source.includes("$inc"));
    const reviews = () => page.evaluate(() => JSON.parse(localStorage.getItem("schema-dojo/reviews"))["lost-update"]);
    const later = async (days) => {
      await page.evaluate((ms) => {
        const all = JSON.parse(localStorage.getItem("schema-dojo/reviews"));
        all["lost-update"].since -= ms;
        localStorage.setItem("schema-dojo/reviews", JSON.stringify(all));
      }, days * DAY);
      await person.open();
    };
    const pass = async () => {
      await person.write(source);
      await person.check();
      await page.locator(".verdict.good").waitFor();
    };
    const again = page.locator(".due").getByRole("button", { name: new RegExp(`^Review ?: ${title}`) });
    await person.open("exercise/lost-update/");
    await pass();
    await later(1.5);
    assert.equal(await again.count(), 0);
    await later(0.6);
    await again.click();
    await person.ready();
    await page.getByText("The rest is your code that passed.").waitFor();
    const blanked = await person.code();
    assert.match(blanked, /function takeOut\(db, book\) \{\s*\/\/ Write this again\.\s*\}/);
    assert.match(blanked, /function putBack\(db, book\) \{\s*db/);

    // A failure restarts with two days, a pass leads to seven.
    await person.check();
    assert.equal((await reviews()).stage, 0);
    await pass();
    await page.getByText("Reviewed. The next review is in 7 days.").waitFor();
    assert.equal((await reviews()).stage, 1);
    await later(7.1);
    // Another function; the learner's own code is one click away, which ends the review.
    await again.click();
    await person.ready();
    assert.match(await person.code(), /function putBack\(db, book\) \{\s*\/\/ Write this again\.\s*\}/);
    await page.getByRole("button", { name: "Show my solution" }).click();
    await page.waitForFunction(() => !document.querySelector(".cm-content")?.innerText.includes("Write this again."));
    assert.equal((await reviews()).stage, 0);
  },
};
