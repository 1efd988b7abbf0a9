/** The site works from a folder below the root of its host. */
import assert from "node:assert/strict";

import { serve } from "../../../web/site_server.mjs";

export const subPath = {
  name: "sub-path",
  async run(person, { site }) {
    const server = await serve(site, "/docs/v1/dojo/");
    try {
      person.url = server.url;
      await person.open("exercise/reviews/");
      await person.run();
      await person.check();
      assert.ok((await person.checks()).length > 0);
      assert.deepEqual(
        server.paths.filter((path) => !path.startsWith("/docs/v1/dojo/")),
        [],
      );
    } finally {
      await server.close();
    }
  },
};
