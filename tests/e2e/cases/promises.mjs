/** A person reads the promises below the task, passes, and sees the numbers of tests and the model. */
import assert from "node:assert/strict";

export const promises = {
  name: "promises",
  async run(person) {
    const bundle = await person.bundle("visit-counter");
    await person.open("exercise/visit-counter/");
    const { page } = person;
    await page.getByRole("heading", { name: "What is promised" }).waitFor();
    await page.getByText("One client makes one call after another, and none is cut off.").waitFor();
    await page.getByText("A call may make at most 2,000 database operations").waitFor();
    const model = page.locator("details.model-source");
    assert.equal(await model.count(), 0, "the model shows before a pass");

    await person.write(bundle.designs[0].source);
    await person.check();
    await page.getByText(/^Checked with \d+ sequences of calls(, \d+ races? and \d+ crash(es)?)?\.$/).waitFor();
    await model.locator("summary").click();
    assert.match(await model.innerText(), /calls: \{/);
  },
};
