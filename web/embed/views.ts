/** The results of a run as elements. Texts from the sandbox never become HTML. */
import { MAX_OUTPUT_ENTRIES, type Profile, type RunResult, type ScriptError } from "../types/protocol.js";
import { element } from "./elements.js";
import type { View } from "./messages.js";

const DOCUMENTS = 20;
/** Numbers that extended JSON wraps only to preserve their type. Inside a string the quotes would be escaped. */
const NUMBER = /\{"\$number(?:Int|Double)":"(-?\d[\d.eE+-]*)"\}/g;

/** A document of a collection, ready to render. */
export interface Shown {
  ns: string;
  total: number;
  docs: readonly string[];
}

/** The panel for a view. */
export function panel(view: View, result: RunResult, shown: Shown[]): Node[] {
  switch (view) {
    case "output":
      return output(result);
    case "documents":
      return shown.length === 0 ? [muted("There are no collections.")] : shown.flatMap(collection);
    case "explain":
      return explain(result);
    case "cost":
      return [cost(result)];
  }
}

function output(result: RunResult): Node[] {
  const entries = result.output
    .slice(0, MAX_OUTPUT_ENTRIES)
    .map(({ kind, text }) => element("pre", String(kind), String(text)));
  if (entries.length === 0 && !result.error) return [muted("The script ended without output.")];
  return [element("div", "output", ...entries), ...failure(result.error)];
}

function failure(error: ScriptError | null): Node[] {
  if (!error) return [];
  const place = error.line === null ? "" : ` (line ${error.line})`;
  return [element("div", "callout bad", element("pre", "message", `${error.name}: ${error.message}${place}`))];
}

function collection({ ns, total, docs }: Shown): Node[] {
  const more = total > docs.length ? ` (${docs.length} of ${total})` : "";
  const texts = docs.slice(0, DOCUMENTS).map((doc) => element("pre", "", doc.replace(NUMBER, "$1")));
  return [element("h3", "", ns + more), ...(texts.length === 0 ? [muted("This collection is empty.")] : texts)];
}

function explain(result: RunResult): Node[] {
  const plans = result.profile.filter((entry) => entry.explain);
  if (plans.length === 0) return [muted("No statement of this run has a plan.")];
  return plans
    .slice(0, 20)
    .map((entry) =>
      element(
        "details",
        "",
        element("summary", "", `${entry.op} ${entry.ns}: ${entry.planSummary ?? ""}`),
        element("pre", "", JSON.stringify(entry.explain, null, 2)),
      ),
    );
}

const METERS: [keyof Profile, string][] = [
  ["roundTrips", "Round trips"],
  ["docsExamined", "Documents examined"],
  ["keysExamined", "Keys examined"],
  ["nreturned", "Returned"],
  ["bytesRead", "Bytes read"],
  ["bytesWritten", "Bytes written"],
  ["modelMillis", "Modelled milliseconds"],
];

function cost(result: RunResult): Node {
  const rows = METERS.map(([key, label]) => {
    const sum = result.profile.reduce((total, entry) => total + (Number(entry[key]) || 0), 0);
    return element("tr", "", heading(label), element("td", "", String(Math.round(sum * 10) / 10)));
  });
  return element("table", "data", element("tbody", "", ...rows));
}

function heading(label: string): HTMLElement {
  const cell = element("th", "", label);
  cell.scope = "row";
  return cell;
}

interface CheckReport {
  passed?: unknown;
  checks?: { sentence?: unknown; status?: unknown; observed?: unknown }[];
}

/** The checks with their observations. */
export function report(value: unknown): Node {
  const { passed, checks = [] } = (value as CheckReport | null) ?? {};
  const good = checks.filter(({ status }) => status === "passed").length;
  const verdict = element("strong", "", passed === true ? "Passed." : "Not there yet.");
  const count = element("span", "", `${good} of ${checks.length} checks`);
  const said: Record<string, string> = { passed: "✓ Passed", failed: "✗ Failed", skipped: "Skipped", error: "✗ Error" };
  const items = checks.map(({ sentence, status, observed }) => {
    const item = element(
      "div",
      "",
      element("p", "sentence", `${said[String(status)] ?? String(status)}: ${String(sentence)}`),
    );
    if (observed && status !== "passed") item.append(element("pre", "observed", String(observed)));
    return element("li", `check ${String(status)}`, item);
  });
  return element(
    "div",
    "",
    element("p", `verdict${passed === true ? " good" : ""}`, verdict, count),
    element("ol", "checks", ...items),
  );
}

export function muted(text: string): HTMLElement {
  return element("p", "muted", text);
}
