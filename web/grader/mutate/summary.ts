/// <reference types="node" />
/** Summary of a mutation run, as figures and text. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";

import type { Mutant } from "./mutants.js";
import type { Verdict } from "./mutant_trial.js";

/** A mutant and its verdict. */
export interface TriedMutant {
  readonly design: string;
  readonly mutant: Mutant;
  readonly verdict: Verdict;
}

/** The figures of an exercise. */
export interface Figures {
  readonly made: number;
  /** Mutants that do not run. */
  readonly broken: number;
  /** Mutants that no call distinguishes from the design. */
  readonly alike: number;
  readonly changed: number;
  readonly caught: number;
  /** Percentage of behaviour-changing mutants that were caught; 100 if there are none. */
  readonly percent: number;
}

export function countVerdicts(tried: readonly TriedMutant[]): Figures {
  const count = (...kinds: Verdict["kind"][]): number =>
    tried.filter(({ verdict }) => kinds.includes(verdict.kind)).length;
  const caught = count("caught");
  const changed = caught + count("survived");
  return {
    made: tried.length,
    broken: count("broken"),
    alike: count("same", "unseen"),
    changed,
    caught,
    percent: changed === 0 ? 100 : (100 * caught) / changed,
  };
}

/** The summary line of an exercise. */
export function summaryRow(id: string, tried: readonly TriedMutant[]): string {
  const { made, broken, alike, changed, caught, percent } = countVerdicts(tried);
  return `${id}: ${made} mutants, ${broken} do not run, ${alike} are alike, ${changed} behave differently, ${caught} are caught: ${percent.toFixed(0)} %`;
}

/** The mutants that no check catches, with their positions. */
export function survivors(tried: readonly TriedMutant[]): string[] {
  return tried.flatMap(({ design, mutant, verdict }) =>
    verdict.kind === "survived"
      ? [`  designs/${design}:${mutant.line}: ${mutant.kind}: ${mutant.says}`, `    ${verdict.witness}`]
      : [],
  );
}

/** All figures as a table, and the exercises below the required percentage. */
export function summaryTable(
  rows: readonly { id: string; tried: readonly TriedMutant[] }[],
  atLeast: number,
): { text: string; weak: string[] } {
  const width = Math.max(8, ...rows.map(({ id }) => id.length));
  const line = (name: string, cells: readonly (string | number)[]): string =>
    [name.padEnd(width), ...cells.map((cell) => String(cell).padStart(9))].join("");
  const cells = ({ made, broken, alike, changed, caught, percent }: Figures): (string | number)[] => [
    made,
    broken,
    alike,
    changed,
    caught,
    `${percent.toFixed(1)} %`,
  ];
  const lines = rows.map(({ id, tried }) => line(id, cells(countVerdicts(tried))));
  const all = rows.flatMap(({ tried }) => tried);
  return {
    text: [
      line("exercise", ["made", "broken", "alike", "changed", "caught", "percent"]),
      ...lines,
      line("all", cells(countVerdicts(all))),
    ].join("\n"),
    weak: rows.filter(({ tried }) => countVerdicts(tried).percent < atLeast).map(({ id }) => id),
  };
}

const HEAD = `# What the checks catch

The mutants of each exercise's designs, from the last \`cargo xtask exercises --mutate --keep\`; CONTRIBUTING.md
defines which count. Some mutants do not run, and some behave like the design; checks should catch the others.

| Exercise | Seed | Per design | Mutants | Do not run | Alike | Different | Caught | Caught, % |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
`;

/** A table to store, as Markdown: the rows of an earlier table (its text, or none), updated with this run's. */
export function updatedTable(
  kept: string,
  rows: readonly { id: string; tried: readonly TriedMutant[] }[],
  { seed, perDesign }: { seed: number; perDesign: number },
): string {
  const lines = new Map(Array.from(kept.matchAll(/^\| ([\w-]+) \| \d.*$/gm), ([line, id]) => [id, line]));
  for (const { id, tried } of rows) {
    const { made, broken, alike, changed, caught, percent } = countVerdicts(tried);
    lines.set(id, `| ${[id, seed, perDesign, made, broken, alike, changed, caught, percent.toFixed(1)].join(" | ")} |`);
  }
  return `${HEAD}${[...lines.values()].join("\n")}\n`;
}

/** Writes rows into the table in a file, which is created if missing; other rows stay. */
export function storeRows(
  file: string,
  rows: readonly { id: string; tried: readonly TriedMutant[] }[],
  settings: { seed: number; perDesign: number },
): void {
  const earlier = existsSync(file) ? readFileSync(file, "utf8") : "";
  writeFileSync(file, updatedTable(earlier, rows, settings));
}
