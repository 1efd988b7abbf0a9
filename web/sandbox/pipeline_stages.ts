/** A pipeline of the last run stage by stage, on the data that it read. */
import { EJSON, type Document } from "bson";

import { toNumber } from "../shell/context.js";
import type { Engine } from "../shell/engine.js";
import { stagesCommand } from "../shell/read_commands.js";
import type { StageView } from "../types/protocol.js";
import type { Pipeline } from "./watch.js";

/** Documents shown per stage. */
const SAMPLE = 20;
/** The most characters of a stage's specification. */
const MAX_SPEC = 2_000;

/** The output of each prefix of the pipeline. Leaves the pipeline's data in `viewer`. */
export function showStages(viewer: Engine, { db, command, data }: Pipeline): StageView[] {
  viewer.restore(data);
  const reply = viewer.tryCommand(db, stagesCommand(command, SAMPLE));
  if (reply["ok"] !== 1) throw new Error(String(reply["errmsg"]));
  const source = reply["source"] as Document | undefined;
  const stages = (reply["stages"] as Document[]).map(view);
  return source
    ? [
        {
          ...view({ out: source["count"] as unknown, sample: source["sample"] as unknown }),
          name: String(source["ns"]),
          of: "collection",
        },
        ...stages,
      ]
    : stages;
}

function view(entry: Document): StageView {
  const [[name, spec] = ["", undefined]] = Object.entries((entry["stage"] ?? {}) as Document) as [string, unknown][];
  const error = entry["error"] as Document | undefined;
  const text = spec === undefined ? "" : (EJSON.stringify(spec as Document, { relaxed: true }) ?? "");
  const out = count(entry["out"]);
  let note = "";
  if (error) note = `${String(error["codeName"])}: ${String(error["errmsg"])}`;
  else if (entry["writes"] === true) note = "Stores the documents; not done again here.";
  else if (out === null) note = "Not reached.";
  return {
    name,
    spec: text.length > MAX_SPEC ? `${text.slice(0, MAX_SPEC)}…` : text,
    of: entry["ofView"] === true ? "view" : "pipeline",
    in: count(entry["in"]),
    out,
    sample: ((entry["sample"] ?? []) as Document[]).map((document) => EJSON.stringify(document, { relaxed: false })),
    note,
    failed: error !== undefined,
  };
}

function count(value: unknown): number | null {
  return value === undefined ? null : toNumber(value);
}
