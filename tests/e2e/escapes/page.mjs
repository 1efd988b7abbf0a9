/** The attempts in the page: scripts that a reader runs. */
import assert from "node:assert/strict";

import { Raw } from "../raw_sandbox.mjs";
import { ASKED, BOMBS, FAMILIES, INTACT, KEEP, LEFT, scriptsOf, WON } from "./attempts.mjs";
import { CHEATS, CHECKS, HONEST, ROWS } from "./cheats.mjs";
import { driven, killer } from "./driver.mjs";

/** Milliseconds for the run after a bomb: a new worker or frame, and the data. */
const RECOVERY = 5_000;
/** The most milliseconds for which a page may be unresponsive while it receives output. */
const STALL = 100;

/** The page's own data, which must not change. */
const treasures = (page) =>
  page.evaluate(() =>
    [
      document.title,
      document.cookie,
      localStorage.getItem("treasure"),
      [...document.querySelectorAll("iframe")].map(({ src }) => src),
    ].map(String),
  );

export const scriptsInPage = {
  name: "escapes-page-scripts",
  async run(person, { server }) {
    const { page } = person;
    let alerted = 0;
    page.on("dialog", (dialog) => void (alerted++, dialog.dismiss()));
    await person.open("#/sandbox");
    await page.evaluate(() => localStorage.setItem("treasure", "untouched"));
    await person.try(KEEP);
    const asked = server.paths.length;
    const before = await treasures(page);
    const wrong = [];
    for (const [family, attempts] of Object.entries(FAMILIES)) {
      for (const [what, script] of scriptsOf(attempts, person.url)) {
        const said = await person.try(script);
        if (said.includes(WON)) wrong.push(`${family}: ${said.slice(0, 300)}`);
        const left = await person.try(LEFT);
        if (!INTACT.test(left)) wrong.push(`${family}, after ${what}: ${left.slice(0, 200)}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(
      server.paths.slice(asked).filter((path) => ASKED.test(path)),
      [],
      "a script reached the network",
    );
    assert.deepEqual(await treasures(page), before);
    assert.equal(alerted, 0);
    person.forgive(/Content Security Policy|ERR_|Failed to load|blocked|dynamically imported/);
  },
};

export const bombsInPage = {
  name: "escapes-page-bombs",
  limit: 240_000,
  async run(person) {
    const { page } = person;
    await person.open("#/sandbox");
    await person.try(KEEP);
    const kill = await killer(page);
    const bombs = BOMBS.map(([what, code]) => ({ what, code }));
    // The last three are stopped: one endless, one that exhausts memory, and one whose frame disappears in the
    // meantime.
    const stopped = ["for (;;) {}", BOMBS[0][1], BOMBS[1][1]].map((code) => ({
      what: "what is stopped",
      code,
      stop: 400,
    }));
    const lost = { what: "a frame whose process ends", code: "db.keep.deleteMany({}); for (;;) {}" };
    const all = [lost, ...bombs, ...stopped].flatMap((bomb) => [bomb, { what: "left", code: LEFT }]);
    const results = await driven(page, all, { during: (at) => at === 0 && setTimeout(kill, 1_500) });
    const wrong = [];
    results.forEach(({ said, took, stalled }, at) => {
      const { what } = all[at];
      const bomb = all[at - 1]?.what;
      if (/lines/.test(what) && stalled > STALL) wrong.push(`${what} stalled the page for ${Math.round(stalled)} ms`);
      if (what === "left" && !INTACT.test(said)) wrong.push(`after ${bomb}: ${said.slice(0, 300)}`);
      if (what === "left" && took > RECOVERY) wrong.push(`after ${bomb} a run took ${took} ms`);
      if (what === "what is stopped" && took > RECOVERY) wrong.push(`Stop took ${took} ms`);
    });
    assert.deepEqual(wrong, []);
    assert.match(
      results[0].said,
      /The sandbox ran out of memory and was restarted; your data is as it was before the run/,
    );
    assert.ok(results[0].took < 1_500 + 5_000, `a frame was lost for ${results[0].took} ms`);
    person.forgive(/crash/i);
  },
};

/** Grades in the sandbox without the page, which accepts only exercises that it has fetched. */
export const cheatsInPage = {
  name: "escapes-page-cheats",
  limit: 240_000,
  async run(person) {
    const raw = await Raw.start(person.page, person.url);
    const bundle = exercise();
    const graded = async (source) => {
      const reply = await raw.ask({ type: "check", bundle, source });
      return reply.type === "report" ? reply.report : { passed: false, checks: [], message: reply.message };
    };
    const honest = await graded(HONEST);
    assert.ok(honest.passed, JSON.stringify(honest.checks ?? honest.message));
    const won = [];
    for (const [what, source] of CHEATS) if ((await graded(source)).passed) won.push(what);
    assert.deepEqual(won, []);
    assert.ok((await graded(HONEST)).passed, "the last cheat has left something");
  },
};

/** The cheats' exercise, in the site's format. */
export function exercise() {
  const names = ["setup(db, rows)", "hit(db, page)", "hits(db, page)"];
  const functions = names.map((signature) => ({ name: signature.split("(")[0], signature, doc: "" }));
  return {
    id: "cheated",
    version: 1,
    functions,
    designs: [],
    data: `function rows() { return ${JSON.stringify(ROWS)}; }`,
    checks: CHECKS,
  };
}
