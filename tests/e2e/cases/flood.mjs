/** A compromised sandbox: floods of messages, forged and malformed, do not affect the page. */
import assert from "node:assert/strict";

/** A frame that reports that it is ready, then sends messages endlessly. */
const FRAME = `<!doctype html><script>
addEventListener("message", ({ ports: [port] }) => {
  port.postMessage('{"type":"ready","id":0}');
  const bad = ["", "null", "[]", "{", "7", '{"type":"result","id":99999}', '{"type":"report","report":7,"id":1}',
    '{"type":"opened","collections":[{"name":"<img src=x onerror=alert(1)>"}],"id":1}', "[".repeat(100000), 7, null, { a: 1 }];
  let n = 0;
  (function talk() {
    for (let i = 0; i < 50; i++) port.postMessage(bad[n++ % bad.length]);
    setTimeout(talk, 0);
  })();
});
</script>`;

export const flood = {
  name: "message-flood",
  async run(person) {
    let alerted = false;
    person.page.on("dialog", (dialog) => {
      alerted = true;
      void dialog.dismiss();
    });
    await person.page.route("**/sandbox.html", (route) => route.fulfill({ contentType: "text/html", body: FRAME }));
    await person.page.goto(`${person.url}sandbox/`);
    await person.page.locator(".cm-content").waitFor();
    await person.page.waitForTimeout(3_000);
    await person.write("print(1)");
    assert.match(await person.code(), /print\(1\)/);
    await person.page.getByRole("button", { name: "Run", exact: true }).click();
    await person.page
      .getByText(/too many messages|closed/i)
      .first()
      .waitFor();
    // The page still navigates.
    await person.page.getByRole("link", { name: "Exercises", exact: true }).click();
    await person.page.locator('a[href="exercise/reviews/"]').first().waitFor();
    assert.equal(alerted, false);
  },
};
