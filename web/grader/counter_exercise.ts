/** A small exercise for the grader's own tests: a counter per page. */
import { Engine, init } from "../shell/engine.js";
import type { Bundle, Report } from "./bundle.js";
import { grade, type GradeOptions, type NewEngine } from "./index.js";

await init();

export const newEngine: NewEngine = (options) => new Engine(options);

const fn = (name: string, signature: string): Bundle["functions"][number] => ({ name, signature, doc: "" });

/** The counter exercise with other checks, data or designs. */
export function counter(checks: string, more: Partial<Bundle> = {}): Bundle {
  return {
    id: "counter",
    version: 3,
    functions: [fn("setup", "setup(db, rows)"), fn("hit", "hit(db, page)"), fn("hits", "hits(db, page)")],
    data: `function rows(rng, scale) {
      return { pages: Array.from({ length: Math.max(1, 5 * scale) }, (_, i) => ({ name: "p" + i, hits: rng.int(1, 1000) })) };
    }`,
    checks,
    designs: [],
    ...more,
  };
}

/** An answer that is correct under every schedule. */
export const GOOD = `
function setup(db, rows) {
  db.pages.insertMany(rows.pages.map((page) => ({ _id: page.name, hits: page.hits })));
}
function hit(db, page) {
  db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });
}
function hits(db, page) {
  return db.pages.findOne({ _id: page })?.hits ?? 0;
}
`;

/** An answer that reads, adds and writes back. */
export const RACY = GOOD.replace(
  "db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });",
  "const found = hits(db, page);\n  db.pages.updateOne({ _id: page }, { $set: { hits: found + 1 } }, { upsert: true });",
);

export const CHECK_COUNT = `must("count", "A hit counts.", (t) => {
  const w = t.fresh();
  for (const page of w.rows.pages) {
    w.call("hit", page.name);
    t.expect.equal(w.call("hits", page.name), page.hits + 1, "hits(" + page.name + ")");
  }
});`;

export const CHECK_RACE = `must("race", "Two hits at once both count.", (t) => {
  const w = t.fresh();
  w.rival((x) => x.call("hit", "new"), (x) => x.call("hit", "new"), (x) => t.expect.equal(x.call("hits", "new"), 2, "hits(new)"));
});`;

export function graded(bundle: Bundle, source: string, options: Partial<GradeOptions> = {}): Report {
  return grade(bundle, source, { newEngine, ...options });
}

/** The outcome of a check: `status: observed`. */
export function outcome(report: Report, id: string): string {
  const check = report.checks.find((candidate) => candidate.id === id);
  return check ? `${check.status}: ${check.observed}` : "not there";
}
