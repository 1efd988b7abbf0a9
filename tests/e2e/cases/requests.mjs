/** The sandbox without the page: malformed requests, stops, restarts. */
import assert from "node:assert/strict";

import { Raw } from "../raw_sandbox.mjs";

const MALFORMED = [
  { type: "shout" },
  { type: "__proto__" },
  { type: "run" },
  { type: "run", source: { toString: 1 } },
  { type: "documents" },
  { type: "documents", db: 7, collection: [], skip: "x", limit: -1 },
  { type: "documents", db: "test", collection: "", skip: 0, limit: 5 },
  { type: "edit", db: "test", collection: "keep", before: "{", after: "{}" },
  { type: "edit", db: "test", collection: "keep", before: '{"_id":1}', after: "[]" },
  { type: "edit", db: "test", collection: "keep", before: "DgAAABBfaWQAAQAAAAA=", after: "BQAAAA==" },
  { type: "import" },
  { type: "import", parts: [{}] },
  { type: "import", parts: [{ collection: "keep", documents: "AAAA", options: "", indexes: "" }] },
  { type: "import", parts: [{ collection: 7, documents: "BQAAAAA=", options: "BQAAAAA=", indexes: "" }] },
  { type: "export" },
  { type: "open", bundle: 7 },
  { type: "open", bundle: { id: "x", data: "for (;;" } },
  { type: "open", bundle: null, seed: '{"a": 7}' },
  { type: "check" },
  {
    type: "check",
    bundle: { id: "x", functions: 7, designs: 7, data: "function rows() { throw 1; }", checks: "must(" },
    source: "",
  },
  { type: "compare", bundle: {}, source: "" },
];

export const requests = {
  name: "requests",
  async run(person) {
    const raw = await Raw.start(person.page, person.url);
    const seeded = { type: "open", bundle: null, seed: '{"keep":[{"_id":1},{"_id":2}]}' };
    await raw.ask(seeded);
    const kept = async () =>
      (await raw.ask({ type: "documents", db: "test", collection: "keep", skip: 0, limit: 1 })).total;

    // An invalid message gets no answer and does no harm.
    await raw.post("", "null", "[]", "7", "{", '{"id":"x","type":"run"}', '{"type":"run"}', "[".repeat(1e6));
    assert.equal(await kept(), 2);
    for (const request of MALFORMED) {
      const { type, message } = await raw.ask(request);
      if (type === "failed") assert.ok(message.length > 5, `${JSON.stringify(request)}: “${message}”`);
      else
        assert.ok(
          ["result", "documents", "report", "opened", "imported", "exported"].includes(type),
          `${JSON.stringify(request)}: ${type}`,
        );
    }
    await raw.ask(seeded);
    assert.equal(await kept(), 2);

    // A stop ends the running request; the state from before it is restored.
    const stopped = await person.page.evaluate(async () => {
      const running = globalThis.ask({ type: "run", source: "db.keep.deleteMany({}); for (;;) {}" });
      await new Promise((resolve) => setTimeout(resolve, 400));
      const stop = globalThis.ask({ type: "stop" });
      return [(await running).message, (await stop).type];
    });
    assert.match(stopped[0], /^Stopped/);
    assert.equal(stopped[1], "stopped");
    assert.equal(await kept(), 2);

    // Progress precedes the report, and a check does not affect the session.
    const bundle = await person.bundle("reviews");
    const report = await raw.ask({ type: "check", bundle, source: bundle.designs[0].source });
    assert.equal(report.report.passed, true);
    assert.ok(await person.page.evaluate(() => globalThis.messages.some(({ type }) => type === "progress")));
    const { designs } = await raw.ask({ type: "compare", bundle, source: bundle.designs[0].source });
    assert.equal(designs.filter(({ yours }) => yours).length, 1);
    assert.ok(designs.length > 1 && designs.every(({ meters }) => meters.roundTrips > 0), JSON.stringify(designs));
    assert.equal(await kept(), 2);

    // Requests beyond the limit are rejected; the others are answered.
    const flood = await person.page.evaluate(() =>
      Promise.all(
        Array.from({ length: 1_500 }, () =>
          globalThis.ask({ type: "documents", db: "test", collection: "keep", skip: 0, limit: 1 }),
        ),
      ),
    );
    const refused = flood.filter(({ type }) => type === "failed");
    assert.ok(refused.length > 0 && refused.length < 1_500, `${refused.length} refused`);
    assert.match(refused[0].message, /Too many/);
    person.forgive(/favicon/);
  },
};
