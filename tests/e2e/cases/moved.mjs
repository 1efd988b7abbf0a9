/** Old addresses of a removed exercise lead to its successor, which also gets the pass and the code. */
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";

/** A link with code, in the format of `crates/protocol`. */
function link(exercise, code) {
  const state = Buffer.from(`${exercise}\0${code}`);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(state.length);
  length[0] = 1;
  return `#/open/${Buffer.concat([length, deflateRawSync(state)]).toString("base64url")}`;
}

export const moved = {
  name: "moved",
  async run(person) {
    const { page } = person;
    const index = JSON.parse(await person.file("exercises/index.json"));
    const [[old, successors]] = Object.entries(index.moved);
    const [first, second] = await Promise.all(successors.map((id) => person.bundle(id)));
    const arrived = async (place, title) => {
      await page.waitForURL(`${person.url}${place}`);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
    };

    for (const [kind, title] of [
      ["exercise", first.title],
      ["compare", "The designs side by side"],
    ]) {
      for (const address of [`${kind}/${old}/`, `#/${kind}/${old}`]) {
        await page.goto("about:blank");
        await page.goto(person.url + address);
        await arrived(`${kind}/${first.id}/`, title);
      }
    }
    await person.open(`exercise/${second.id}/`);
    await page.evaluate((hash) => (location.hash = hash), `#/exercise/${old}`);
    await arrived(`exercise/${first.id}/`, first.title);

    await page.goto("about:blank");
    await page.goto(person.url + link(old, "print('from an old link');"));
    await arrived(`exercise/${first.id}/`, first.title);
    await person.ready();
    assert.match(await person.code(), /from an old link/);

    // Its stored data are moved, but do not replace newer data.
    await page.evaluate(
      ([gone, known]) => {
        localStorage.clear();
        localStorage.setItem("schema-dojo/progress", JSON.stringify({ [gone]: { passed: true, stars: 3 } }));
        localStorage.setItem(`schema-dojo/code/${gone}`, "// my drill");
        localStorage.setItem(`schema-dojo/code/${known}`, "// begun anew");
      },
      [old, first.id],
    );
    await person.open(`exercise/${second.id}/`);
    await page.reload();
    await person.ready();
    assert.equal(await person.code(), "// my drill");
    await person.open(`exercise/${first.id}/`);
    assert.equal(await person.code(), "// begun anew");
    await page.goto(`${person.url}track/${second.track}/`);
    await page
      .getByText(
        `${successors.length} of ${index.tracks.find(({ id }) => id === second.track).exercises.length} exercises solved`,
      )
      .waitFor();
    // A hash is read before the list is loaded: the browser reports that the exercise's file is missing.
    person.forgive(/404.*(favicon|exercises\/)/);
  },
};
