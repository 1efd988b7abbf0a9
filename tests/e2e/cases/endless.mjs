/** Endless loops end, by time limit and by the Stop button, and the data stay. */
import assert from "node:assert/strict";

export const endless = {
  name: "endless-loop",
  async run(person) {
    await person.open("sandbox/");
    await person.try('db.keep.insertMany([{ _id: 1, text: "kept" }, { _id: 2 }]); db.keep.countDocuments()');
    await person.says(/\b2\b/);

    await person.write("db.keep.deleteMany({}); db.lost.insertOne({ _id: 1 }); for (;;) {}");
    const begun = Date.now();
    await person.run();
    const took = Date.now() - begun;
    const said = await person.says(/longer than 5 s.*never ends.*data is as it was/is);
    assert.doesNotMatch(said, /database command/, "an earlier run's output is among it");
    assert.ok(took >= 4_500 && took < 12_000, `ended after ${took} ms`);
    await person.try("print(db.keep.countDocuments(), db.lost.countDocuments(), db.keep.findOne({ _id: 1 }).text)");
    await person.says(/2 0 kept/);

    // Documents inserted after a restart get new ids.
    await person.try("for (let i = 0; i < 5; i++) db.ids.insertOne({}); print(db.ids.countDocuments())");
    await person.says(/\b5\b/);

    await person.write("let n = 0; while (true) { n += db.keep.countDocuments(); }");
    await person.page.getByRole("button", { name: "Run", exact: true }).click();
    await person.page.waitForTimeout(500);
    await person.page.getByRole("button", { name: "Stop", exact: true }).click();
    const stopped = Date.now();
    await person.idle();
    await person.says(/Stopped/);
    await person.try("print('again', db.keep.countDocuments(), db.ids.countDocuments())");
    await person.says(/again 2 5/);
    assert.ok(Date.now() - stopped < 8_000, "the next run had to wait long");
    for (const loop of [
      "Promise.resolve().then(() => { for (;;) {} }); 1",
      "(async () => { for (;;) await null; })(); 1",
    ]) {
      await person.try(loop);
      await person.try("print('still', db.keep.countDocuments())");
      await person.says(/still 2/);
    }
  },
};
