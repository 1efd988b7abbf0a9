/** Completion depending on the cursor's place, suggestions for mistyped names, and the positions of syntax errors. */
import assert from "node:assert/strict";

/** Types code, with the cursor at the bar, requests completion, and returns the options in order. */
async function offered(person, code) {
  const { page } = person;
  const [before, after = ""] = code.split("|");
  // As a single paste, so that the editor closes no brackets.
  await person.write(`${before}${after}`);
  for (let left = after.length; left > 0; left--) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Control+Space");
  const list = page.locator(".cm-tooltip-autocomplete li");
  await list.first().waitFor();
  const labels = await list.locator(".cm-completionLabel").allInnerTexts();
  await page.keyboard.press("Escape");
  return labels;
}

export const complete = {
  name: "complete",
  async run(person) {
    const { page } = person;
    await person.open("sandbox/");
    assert.deepEqual((await offered(person, "db.books.find({ pages: { $g| } })")).slice(0, 2), ["$gt", "$gte"]);
    assert.equal((await offered(person, "db.books.updateOne({}, { $s| })"))[0], "$set");
    const stages = await offered(person, "db.books.aggregate([{ $| }])");
    assert.equal(stages[0], "$match");
    assert.ok(!stages.includes("$gt") && !stages.includes("$inc"), stages.join());
    // Names that no run has created yet.
    assert.ok(
      (await offered(person, 'db.paintings.insertOne({ painter: "Vermeer" });\ndb.pai|')).includes("paintings"),
    );
    assert.ok(
      (await offered(person, 'db.paintings.insertOne({ painter: "Vermeer" });\ndb.paintings.find({ pai| })')).includes(
        "painter",
      ),
    );

    const error = page.locator("#results-panel .callout.bad");
    for (const [code, meant] of [
      ["db.books.insertMny([{}])", "insertMany"],
      ["db.books.find({ a: { $gtt: 1 } }).toArray()", "$gt"],
      ["db.books.aggregate([{ $mach: {} }])", "$match"],
      ["db.books.updateOne({}, { $sett: { a: 1 } })", "$set"],
    ]) {
      await person.try(code);
      await error.getByText(`Did you mean ${meant}?`).waitFor();
    }
    await person.try("db.books.insertOne({ _id: 1 }); db.books.insertOne({ _id: 1 })");
    await error.getByText("E11000").waitFor();
    assert.equal(await error.getByText("Did you mean").count(), 0);

    // An exercise's rows and functions.
    await person.open("exercise/reviews/");
    const rows = await offered(person, "function setup(db, rows) { rows.| }");
    assert.ok(rows.includes("reviews"), rows.join());
    assert.ok((await offered(person, "function addReview(db, review) {}\naddR|")).includes("addReview"));

    // A syntax error that Check finds is underlined and linked, like one that Run finds.
    const wrong = "function setup(db, rows) {\n  db.reviews.insertMany(rows.reviews\n}\n";
    const underlined = page.locator(".cm-lintRange-error, .cm-lintPoint-error");
    for (const act of ["run", "check"]) {
      await person.write("function setup(db, rows) {}\n");
      await person.run();
      await underlined.waitFor({ state: "detached" });
      await person.write(wrong);
      await person[act]();
      await underlined.first().waitFor();
      const place = page
        .locator("#results-panel")
        .getByRole("button", { name: /line 3/ })
        .first();
      await place.click();
      await page.waitForFunction(() => document.activeElement?.matches(".editor-host"));
    }
  },
};
