/** Results as spreadsheets read them. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { csv } from "./csv.js";

test("each file is one line; ambiguous text is quoted", () => {
  const checks = [
    ["keeps", "must", "failed"],
    ["trips", "must", "passed"],
    ["short", "star", "failed"],
  ].map(([id, kind, status]) => ({ id, kind, status, sentence: "", observed: "", hint: "" })) as never;
  const report = { exercise: "reviews", version: 1, passed: false, stars: 0, checks, meters: {}, design: null };
  const text = csv("reviews", [
    { file: "a,b.js", report, failure: "" },
    { file: "=cmd().js", report: null, failure: 'It said "no"\nand ended.' },
  ]);
  assert.deepEqual(text.split("\r\n"), [
    "file,exercise,passed,stars,most_stars,design,failed_checks,missed_stars,failure",
    '"a,b.js",reviews,false,0,2,,keeps,short,',
    `'=cmd().js,reviews,false,0,,,,,"It said ""no""\nand ended."`,
    "",
  ]);
});
