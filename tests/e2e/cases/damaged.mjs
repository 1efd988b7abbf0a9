/** Invalid files: the form shows the error and its position, and nothing is stored. */
import assert from "node:assert/strict";

const FILES = [
  ["cut.json", '[{ "_id": 1 }, { "_id": 2', /^cut\.json: line 1: .*found the end/],
  ["wrong.json", '[{ "at": { "$date": "yesterday" } }]', /^wrong\.json: line 1: field "at": \$date/],
  ["lines.jsonl", '{ "a": 1 }\n{ "a": \n', /^lines\.jsonl: line 2/],
  ["list.json", "[1, 2]", /^list\.json: line 1: not a document/],
  ["bytes.json", Buffer.from([0xff, 0xfe, 0x00, 0x7b]), /not a text in UTF-8/],
  ["empty.csv", "", /empty|no |nothing/i],
  ["open.csv", 'a,b\n1,"never closed', /quote|line/i],
];

export const damaged = {
  name: "damaged",
  async run(person) {
    const { page } = person;
    await person.open("sandbox/");
    await page.getByText("Import your own data").click();
    const form = page.getByRole("form", { name: "Import" });
    const said = form.getByRole("status");
    for (const [name, text, says] of FILES) {
      await form.getByLabel("Collection").fill("mine");
      await form.getByLabel("File").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
      await page.waitForTimeout(100);
      await form.getByRole("button", { name: "Import" }).click();
      await said.locator(".bad-text").waitFor();
      assert.match(await said.innerText(), says, name);
      await form.getByLabel("File").setInputFiles([]);
      await form.getByRole("textbox", { name: "Or paste it here" }).fill("");
    }
    await person.tab("Documents");
    assert.equal(await page.getByRole("button", { name: /^mine/ }).count(), 0);

    // A valid file together with all the invalid ones.
    await form.getByLabel("File").setInputFiles({
      name: "right.json",
      mimeType: "application/json",
      buffer: Buffer.from('[{ "_id": 1, "at": { "$date": "2024-01-01T00:00:00Z" } }]'),
    });
    await form.getByRole("button", { name: "Import" }).click();
    await said.getByText("1 document is in mine.").waitFor();
    await page.getByText('ISODate("2024-01-01T00:00:00Z")').waitFor();

    // A damaged link never replaces the reader's own code.
    await person.write('print("my own")');
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const link = await page.locator("dialog input").inputValue();
    await page.keyboard.press("Escape");
    const payload = link.split("/open/")[1];
    for (const bad of [payload.slice(0, -4), payload.slice(4), `AAAA${payload}`, "%00", "é"]) {
      await page.goto("about:blank");
      await page.goto(`${person.url}#/open/${bad}`);
      await page
        .getByText(/damaged|another version|too long|nothing at this address/)
        .first()
        .waitFor();
    }
    await person.open("sandbox/");
    assert.equal(await person.code(), 'print("my own")');
  },
};
