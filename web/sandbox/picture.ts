/**
 * Data for the page's pictures. The module that draws them (`web/pictures`) requests the data and validates the
 * answers.
 */
import type { Bundle } from "../grader/index.js";
import { Session as Grading } from "../grader/session.js";
import { Engine } from "../shell/engine.js";
import { advise, figures, type Advice, type Figures, type Planned } from "./advice.js";
import { ROWS_DB, databases, list } from "./documents.js";
import { keyText, schemaOf, type Shape } from "./schema.js";
import { shardShares, type ShardedCollection } from "./shards.js";

/** A request of a picture. */
export type Question =
  /** The current collections. */
  | { of: "schema" }
  /** The collections of an accepted design. */
  | { of: "design"; file: string }
  /** Advice on a planned statement of the last run. */
  | { of: "advice"; plan: number }
  /** Creates an index and explains the statement before and after. */
  | { of: "try"; plan: number; key: Record<string, 1 | -1> }
  | { of: "shards" };

/** The effect of a hypothetical index. `kept` says whether the next run starts with it. */
export interface Trial {
  name: string;
  before: Figures | null;
  after: Figures | null;
  kept: boolean;
}

/** The session's state that pictures show. */
export interface Subject {
  engine: Engine;
  /** A second engine for reading states, of the same kind. */
  viewer: Engine;
  bundle: Bundle | null;
  planned: readonly Planned[];
  /** The number of the last run's first profile entry. */
  since: number;
}

export type Answer = Shape[] | Advice | Trial | ShardedCollection[];

/** Answers a request about the session's data. */
export function picture(subject: Subject, question: Question): Answer {
  const { engine, viewer, bundle } = subject;
  switch (question.of) {
    case "schema":
      restoreViewer(engine, viewer);
      return databases(viewer)
        .filter((db) => db !== ROWS_DB)
        .flatMap((db) => schemaOf(viewer, db));
    case "design":
      return designSchema(bundle, question.file);
    case "advice":
      restoreViewer(engine, viewer);
      return advise(engine, viewer, plannedAt(subject, question.plan));
    case "try": {
      const planned = plannedAt(subject, question.plan);
      const { db, command } = planned;
      restoreViewer(engine, viewer);
      const before = figures(viewer, db, command);
      const reply = engine.tryCommand(db, {
        createIndexes: String(Object.values(command)[0]),
        indexes: [{ key: question.key, name: indexName(question.key) }],
      });
      if (reply["ok"] !== 1) throw new Error(String(reply["errmsg"]));
      restoreViewer(engine, viewer);
      return { name: keyText(question.key), before, after: figures(viewer, db, command), kept: bundle === null };
    }
    case "shards":
      return shardShares(
        engine,
        "test",
        list(engine, "test").map((info) => String(info["name"])),
        subject.since,
      );
  }
}

/** Restores the viewer to the engine's state. */
function restoreViewer(engine: Engine, viewer: Engine): void {
  const now = engine.snapshot();
  try {
    viewer.restore(now);
  } finally {
    now.free();
  }
}

function plannedAt({ planned }: Subject, plan: number): Planned {
  const found = planned[plan];
  if (!found) throw new Error("The plan of that run is no longer available. Run the code again.");
  return found;
}

function indexName(key: Record<string, 1 | -1>): string {
  return Object.entries(key).flat().join("_");
}

/** The collections of a design after its `setup` with the exercise's rows. */
function designSchema(bundle: Bundle | null, file: string): Shape[] {
  const design = (bundle as Partial<Bundle> | null)?.designs?.find((one) => one.file === file);
  if (!bundle || !design) throw new Error("This design is not part of the open exercise.");
  let engine: Engine | null = null;
  const session = new Grading(bundle, design.source, { newEngine: (options) => (engine ??= new Engine(options)) });
  try {
    if (bundle.cluster) session.cluster({ seed: 1, scale: 1 });
    else session.fresh({ seed: 1, scale: 1 });
    return engine ? schemaOf(engine, "test") : [];
  } finally {
    session.end();
  }
}
