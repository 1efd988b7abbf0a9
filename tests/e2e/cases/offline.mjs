/** After one visit the site works without its server. */
import assert from "node:assert/strict";

import { serve } from "../server.mjs";

export const offline = {
  name: "offline",
  async run(person, { site }) {
    const server = await serve(site, "/dojo/");
    let open = true;
    try {
      person.url = server.url;
      await person.open("#/");
      await person.page.evaluate(async () => {
        await navigator.serviceWorker.ready;
      });
      // The second visit is the service worker's.
      await person.page.reload();
      await person.ready();
      await server.close();
      open = false;
      await person.page.goto("about:blank");
      await person.open("#/exercise/reviews");
      await person.run();
      await person.open("#/sandbox");
      await person.page.reload();
      await person.ready();
      await person.try("db.a.insertOne({ _id: 1 }); print('offline', db.a.countDocuments())");
      await person.says(/offline 1/);
      const controlled = await person.page.evaluate(() => navigator.serviceWorker.controller !== null);
      assert.ok(controlled, "no service worker controls the page");
    } finally {
      if (open) await server.close();
    }
  },
};
