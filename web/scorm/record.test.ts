/** The reports to a learning management system. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { findApi, Recorder, type Api } from "./record.js";

/** A system that records reports, with the data of an earlier attempt. */
function system(
  names: readonly string[],
  values: Record<string, string> = {},
): { api: Api; values: Record<string, string>; calls: string[] } {
  const calls: string[] = [];
  const [initialize = "", get = "", set = "", commit = "", finish = ""] = names;
  const note = (name: string) => () => (calls.push(name), "true");
  const api: Api = {
    [initialize]: note(initialize),
    [get]: (name = "") => values[name] ?? "",
    [set]: (name = "", value = "") => ((values[name] = value), "true"),
    [commit]: note(commit),
    [finish]: note(finish),
  };
  return { api, values, calls };
}
const OLD = ["LMSInitialize", "LMSGetValue", "LMSSetValue", "LMSCommit", "LMSFinish"];
const NEW = ["Initialize", "GetValue", "SetValue", "Commit", "Terminate"];

test("SCORM 1.2: status, score, time", () => {
  const { api, values, calls } = system(OLD, { "cmi.core.lesson_status": "not attempted" });
  let now = 1_000;
  const recorder = new Recorder(api, false, () => now);
  assert.equal(values["cmi.core.lesson_status"], "incomplete");
  recorder.report({ passed: false, stars: 0, most: 3 });
  assert.deepEqual(
    [values["cmi.core.lesson_status"], values["cmi.core.score.raw"], values["cmi.core.score.max"]],
    ["incomplete", "0", "3"],
  );
  recorder.report({ passed: true, stars: 2, most: 3 });
  assert.deepEqual(
    [values["cmi.core.lesson_status"], values["cmi.core.score.raw"], values["cmi.core.score.min"]],
    ["passed", "2", "0"],
  );
  recorder.keep("x".repeat(4_097));
  assert.equal(values["cmi.suspend_data"], undefined);
  recorder.keep("let a;");
  assert.equal(recorder.code, "let a;");
  now += 3_725_000;
  recorder.finish();
  recorder.finish();
  assert.equal(values["cmi.core.session_time"], "0001:02:05");
  assert.equal(values["cmi.core.exit"], "suspend");
  assert.deepEqual(
    [calls[0], calls.at(-1), calls.filter((name) => name === "LMSFinish").length],
    ["LMSInitialize", "LMSFinish", 1],
  );
});

test("SCORM 2004: separate completion and success, a scaled score", () => {
  const { api, values } = system(NEW, { "cmi.completion_status": "unknown" });
  let now = 0;
  const recorder = new Recorder(api, true, () => now);
  assert.equal(values["cmi.completion_status"], "incomplete");
  recorder.report({ passed: false, stars: 0, most: 2 });
  assert.deepEqual(
    [values["cmi.success_status"], values["cmi.completion_status"], values["cmi.score.scaled"]],
    ["failed", "incomplete", "0.0000"],
  );
  recorder.report({ passed: true, stars: 1, most: 2 });
  assert.deepEqual(
    [
      values["cmi.success_status"],
      values["cmi.completion_status"],
      values["cmi.score.scaled"],
      values["cmi.score.raw"],
    ],
    ["passed", "completed", "0.5000", "1"],
  );
  now = 65_400;
  recorder.finish();
  assert.equal(values["cmi.session_time"], "PT65S");
});

test("a worse attempt does not change the result", () => {
  const { api, values } = system(OLD, { "cmi.core.lesson_status": "passed", "cmi.core.score.raw": "2" });
  const recorder = new Recorder(api, false, () => 0);
  recorder.report({ passed: false, stars: 0, most: 3 });
  recorder.report({ passed: true, stars: 1, most: 3 });
  assert.deepEqual([values["cmi.core.lesson_status"], values["cmi.core.score.raw"]], ["passed", "2"]);
  recorder.report({ passed: true, stars: 3, most: 3 });
  assert.equal(values["cmi.core.score.raw"], "3");
});

test("the system's object is searched in the parent windows, then in the opener's", () => {
  const api = {};
  const top: Record<string, unknown> = { API: api };
  top["parent"] = top;
  const inner = { parent: { parent: top } };
  assert.deepEqual(findApi(inner), { api, isNew: false });
  assert.deepEqual(findApi({ opener: { parent: { API_1484_11: api } } }), { api, isNew: true });
  const alone: Record<string, unknown> = {};
  alone["parent"] = alone;
  assert.equal(findApi(alone), null);
  const foreign = {
    get API(): unknown {
      throw new Error("another origin");
    },
  };
  assert.equal(findApi({ parent: foreign }), null);
});
