/**
 * An exercise's own scripts: the rows that it generates and the checks that it lists. They are trusted; learners do not
 * write them.
 */
import {
  Binary,
  BSONRegExp,
  Code,
  DBRef,
  Decimal128,
  Double,
  EJSON,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
  type Document,
} from "bson";

import { amountOf } from "./amount.js";
import type { Kind } from "./bundle.js";
import type { ClusterShape } from "./cluster.js";
import type { Expect } from "./expect.js";
import type { Rng } from "./random.js";
import { numberOf } from "./values.js";
import type { World } from "./world.js";

/** The parameter `t` of a check. */
export interface Test {
  /** A new world: rows generated from the seed at the scale, stored by the learner's `setup`. */
  fresh(plan?: FreshPlan): World;
  /** A new world with a sharded cluster as the database; the learner's functions connect to its `mongos`. */
  cluster(plan?: ClusterPlan): World;
  /** Randomness for choosing the check's calls. */
  random(seed: number): Rng;
  /** Assertions; each failure states the observation. */
  readonly expect: Expect;
  /** Fails the check with this observation. */
  fail(observed: string): never;
}

export interface FreshPlan {
  /** 1 by default; the report's seed offset is added. */
  readonly seed?: number;
  /** Size of the data; 1 by default. */
  readonly scale?: number;
  /** Changes the rows before `setup` gets them. */
  readonly rows?: (rows: Document) => Document;
}

/** The initial state of a cluster's world; other fields as for a single server. */
export interface ClusterPlan extends FreshPlan, ClusterShape {}

export interface CheckOptions {
  /** Ids of checks that must pass before this one means anything. */
  readonly after?: readonly string[];
  /** Advice shown when it fails. */
  readonly hint?: string;
  /** The id of the glossary entry about its failure; by default the observation decides. */
  readonly about?: string;
}

/** One check, listed by `must` or `star`. */
export interface Check {
  readonly id: string;
  readonly sentence: string;
  readonly kind: Kind;
  readonly run: (t: Test) => unknown;
  readonly options: CheckOptions;
}

/** The representative calls that compare designs. */
export interface Measure {
  readonly run: (world: World) => unknown;
  /** With `shards`, calls are measured on a cluster. */
  readonly plan: ClusterPlan;
}

export interface Checks {
  readonly checks: readonly Check[];
  readonly measure: Measure | null;
  /** Calls with predicted costs, by name. */
  readonly probes: ReadonlyMap<string, Measure>;
  /** Functions whose results are the learner's choice, such as a shard key; checks judge only their effects. */
  readonly choices: ReadonlySet<string>;
}

/** Ids of the checks that a model generates. */
export const MODEL_CHECKS: ReadonlySet<string> = new Set(["history", "rivals", "crashes"]);

/** The exercise itself is broken, whatever the learner wrote. */
export class ExerciseError extends Error {
  override get name(): string {
    return "ExerciseError";
  }
}

/** Globals of these scripts besides JavaScript's own. */
const SCOPE: Record<string, unknown> = {
  // Named one by one, so that the bundler drops the rest.
  ...{
    ObjectId,
    Long,
    Int32,
    Double,
    Decimal128,
    Binary,
    UUID,
    Timestamp,
    MinKey,
    MaxKey,
    DBRef,
    Code,
    BSONRegExp,
    EJSON,
  },
  ISODate: (text: string) => new Date(text),
  numberOf,
  amountOf,
  NumberInt: (value: number | string) => new Int32(value),
  NumberLong: (value: number | string) => (typeof value === "string" ? Long.fromString(value) : Long.fromNumber(value)),
  NumberDecimal: (value: number | string) => Decimal128.fromString(String(value)),
};

/** Runs one of an exercise's scripts with additional globals; returns the value of `result`. */
export function runScript(source: string, file: string, scope: Record<string, unknown>, result = "undefined"): unknown {
  return run(source, file, { ...SCOPE, ...scope }, result);
}

function run(source: string, file: string, scope: Record<string, unknown>, result: string): unknown {
  try {
    const names = Object.keys(scope);
    const body = `"use strict";\n${source}\n;return ${result};\n//# sourceURL=${file}`;
    return (Function(...names, body) as (...values: unknown[]) => unknown)(...names.map((name) => scope[name]));
  } catch (error) {
    throw new ExerciseError(`${file} does not run: ${String(error)}`);
  }
}

/** Evaluates `data.js`; returns the function that generates the rows. */
export function readData(source: string): (rng: Rng, scale: number) => Document {
  const rows = run(source, "data.js", SCOPE, "typeof rows === 'function' ? rows : undefined");
  if (typeof rows !== "function") throw new ExerciseError("data.js defines no function rows(rng, scale)");
  return rows as (rng: Rng, scale: number) => Document;
}

/** Evaluates `checks.js`; returns its checks. */
export function readChecks(source: string): Checks {
  const checks: Check[] = [];
  let measure: Measure | null = null;
  const add =
    (kind: Kind) =>
    (id: unknown, sentence: unknown, body: unknown, options: CheckOptions = {}): void => {
      if (typeof id !== "string" || id === "" || typeof sentence !== "string" || sentence === "") {
        throw new TypeError(`${kind}() takes an id, a sentence and a function`);
      }
      if (typeof body !== "function") throw new TypeError(`the check ${id} has no function`);
      if (checks.some((check) => check.id === id)) throw new TypeError(`two checks have the id ${id}`);
      for (const earlier of options.after ?? []) {
        if (!checks.some((check) => check.id === earlier) && !MODEL_CHECKS.has(earlier))
          throw new TypeError(`${id} comes after ${earlier}, which is not an earlier check`);
      }
      checks.push({ id, sentence, kind, run: body as Check["run"], options });
    };
  const setMeasure = (body: unknown, plan: ClusterPlan = {}): void => {
    if (typeof body !== "function") throw new TypeError("measure() takes a function");
    if (measure) throw new TypeError("measure() is called twice");
    measure = { run: body as Measure["run"], plan };
  };
  const probes = new Map<string, Measure>();
  const probe = (name: unknown, body: unknown, plan: ClusterPlan = {}): void => {
    if (typeof name !== "string" || name === "") throw new TypeError("probe() takes a name and a function");
    if (typeof body !== "function") throw new TypeError(`the probe ${name} has no function`);
    if (probes.has(name)) throw new TypeError(`two probes have the name ${name}`);
    probes.set(name, { run: body as Measure["run"], plan });
  };
  const choices = new Set<string>();
  const choice = (...names: unknown[]): void => {
    for (const name of names) {
      if (typeof name !== "string" || name === "") throw new TypeError("choice() takes names of functions");
      choices.add(name);
    }
  };
  const scope = { ...SCOPE, must: add("must"), star: add("star"), measure: setMeasure, probe, choice };
  run(source, "checks.js", scope, "undefined");
  return { checks, measure, probes, choices };
}
