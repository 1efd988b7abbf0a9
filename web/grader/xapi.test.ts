/** Statements conform to the specification. */
import assert from "node:assert/strict";
import { test } from "node:test";

import type { CheckReport, Report } from "./bundle.js";
import { xapiStatement } from "./xapi.js";

const check = (id: string, kind: CheckReport["kind"], status: CheckReport["status"]): CheckReport => ({
  id,
  kind,
  status,
  sentence: "",
  observed: "",
  hint: "",
});
const REPORT: Report = {
  exercise: "reviews",
  version: 2,
  passed: true,
  stars: 2,
  checks: [check("a", "must", "passed"), check("b", "star", "passed"), check("c", "star", "failed")],
  meters: {},
  design: "one.js",
};
const OCCASION = {
  actor: { account: { homePage: "https://school.example", name: "anna" } },
  site: "https://dojo.example/sub",
  timestamp: "2024-01-02T03:04:05.000Z",
  title: "Reviews",
};

test("a pass is a statement with the stars as its score", () => {
  const statement = xapiStatement(REPORT, OCCASION);
  assert.deepEqual(statement.actor, {
    objectType: "Agent",
    account: { homePage: "https://school.example", name: "anna" },
  });
  assert.equal(statement.verb.id, "http://adlnet.gov/expapi/verbs/passed");
  assert.equal(statement.object.id, "https://dojo.example/sub/exercise/reviews/");
  assert.deepEqual(statement.result.score, { scaled: 2 / 3, raw: 2, min: 0, max: 3 });
  assert.deepEqual([statement.result.success, statement.result.completion], [true, true]);
  assert.equal(statement.timestamp, OCCASION.timestamp);
  for (const key of Object.keys(statement.result.extensions)) assert.equal(new URL(key).protocol, "https:");
});

test("a failure has no score and is not complete", () => {
  const statement = xapiStatement({ ...REPORT, passed: false, stars: 0, design: null }, OCCASION);
  assert.equal(statement.verb.id, "http://adlnet.gov/expapi/verbs/failed");
  assert.equal(statement.result.score.scaled, 0);
  assert.equal(statement.result.success, false);
  assert.equal(Object.keys(statement.result.extensions).length, 2);
});
