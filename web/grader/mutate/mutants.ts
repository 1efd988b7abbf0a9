/** Mutated copies of a design, each with one typical mistake. */
import { parse, type AnyNode } from "acorn";
import { fullAncestor } from "acorn-walk";

import { rng } from "../random.js";
import { edited, methodOf, type Change } from "./edits.js";
import { KINDS } from "./mutation_kinds.js";

/** A mutated design. */
export interface Mutant {
  readonly kind: string;
  /** The line in the design, from 1. */
  readonly line: number;
  readonly says: string;
  readonly source: string;
  /** Whether only an index changes, which may affect a result only in the order of unsorted documents. */
  readonly index: boolean;
}

const OPTIONS = {
  ecmaVersion: "latest",
  sourceType: "script",
  allowAwaitOutsideFunction: true,
  locations: true,
} as const;

/** All distinct mutants of a design that differ in one place and still parse, in source order. */
export function mutants(source: string): Mutant[] {
  const found: { at: number; line: number; kind: string; change: Change; index: boolean }[] = [];
  fullAncestor(parse(source, OPTIONS), (given, _state, ancestors) => {
    const node = given as AnyNode;
    const place = { node, around: ancestors as AnyNode[], source };
    const within = place.around.some((outer) => methodOf(outer) === "createIndex");
    for (const kind of KINDS) {
      for (const change of kind.at(place)) {
        const at = Math.min(...change.edits.map((edit) => edit.start));
        const index =
          within || change.edits.every(({ start, end }) => /^\s*[\w.]+\.createIndex\(/.test(source.slice(start, end)));
        found.push({ at, line: source.slice(0, at).split("\n").length, kind: kind.name, change, index });
      }
    }
  });
  found.sort((a, b) => a.at - b.at);
  const seen = new Set([source]);
  return found.flatMap(({ line, kind, change, index }) => {
    const text = edited(source, change.edits);
    if (seen.has(text) || !parses(text)) return [];
    seen.add(text);
    return [{ kind, line, says: change.says, source: text, index }];
  });
}

/** A sample of a design's mutants that depends only on the seed; each kind has its share. */
export function sampled(all: readonly Mutant[], count: number, seed: number, salt: string): Mutant[] {
  const random = rng(seed, salt);
  const byKind = new Map<string, Mutant[]>();
  for (const mutant of all) byKind.set(mutant.kind, [...(byKind.get(mutant.kind) ?? []), mutant]);
  const kinds = random.shuffle([...byKind.values()].map((list) => random.shuffle([...list])));
  const chosen: Mutant[] = [];
  for (let round = 0; chosen.length < Math.min(count, all.length); round++) {
    for (const list of kinds) {
      const mutant = list[round];
      if (mutant && chosen.length < count) chosen.push(mutant);
    }
  }
  return chosen.sort((a, b) => all.indexOf(a) - all.indexOf(b));
}

function parses(text: string): boolean {
  try {
    parse(text, OPTIONS);
    return true;
  } catch {
    return false;
  }
}
