/** After one visit the site works without its server. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { offlineFilesStored } from "../offline_files.mjs";
import { serve } from "../../../web/site_server.mjs";

export const offline = {
  name: "offline",
  /** A development build stores nothing, so that a reload always shows the newest version. */
  async unfit(site) {
    const worker = await readFile(join(site, "sw.js"), "utf8");
    return worker.includes("sha256")
      ? null
      : "only published builds (cargo xtask dist) keep themselves for offline use";
  },
  async run(person, { site }) {
    const server = await serve(site, "/dojo/");
    let open = true;
    try {
      person.url = server.url;
      await person.open();
      await offlineFilesStored(person.page);
      // The service worker serves the second visit.
      await person.page.reload();
      await person.ready();
      await server.close();
      open = false;
      await person.page.goto("about:blank");
      await person.open("exercise/reviews/");
      await person.run();
      await person.open("sandbox/");
      await person.page.reload();
      await person.ready();
      await person.try("db.a.insertOne({ _id: 1 }); print('offline', db.a.countDocuments())");
      await person.says(/offline 1/);
      // The help of completions is fetched on first use.
      await person.write("//");
      await person.page.keyboard.press("Enter");
      await person.page.keyboard.type("db.a.fin");
      await person.page.locator(".cm-completionInfo").getByText("a cursor over").waitFor();
      await person.page.keyboard.type("d({ a: { $elemMa");
      await person.page.locator(".cm-completionInfo").getByText("Example: ").waitFor();
      const controlled = await person.page.evaluate(() => navigator.serviceWorker.controller !== null);
      assert.ok(controlled, "no service worker controls the page");
    } finally {
      if (open) await server.close();
    }
  },
};
