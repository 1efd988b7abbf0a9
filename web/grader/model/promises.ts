/**
 * An exercise's promises and limits as blocks of its text, generated from its model and bundle, so that the text always
 * matches the checks.
 */
import type { Bundle } from "../bundle.js";
import { CALL_OPERATIONS, SETUP_OPERATIONS } from "../operation_limits.js";
import { mayMeet, type PlayedModel } from "./model.js";

/** A block of text, as `crates/exercise` writes it. */
export interface TextBlock {
  readonly type: string;
  readonly [part: string]: unknown;
}
type Inline = TextBlock;

/** The heading above the promises. */
export const TITLE = "What is promised";

const text = (words: string): Inline => ({ type: "text", text: words });
const code = (words: string): Inline => ({ type: "code", text: words });
const heading: TextBlock = { type: "heading", level: 3, content: [text(TITLE)] };

/** Parses text with code between backticks. */
function inlines(words: string): Inline[] {
  return words
    .split("`")
    .map((part, at) => (at % 2 === 1 ? code(part) : text(part)))
    .filter((part) => part.text !== "");
}

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

/** The inputs from which the promises are generated. */
type Promised = Pick<Bundle, "operations"> & { readonly functions: readonly { readonly name: string }[] };

/**
 * Returns a heading, a table and a list. The table lists the functions in the exercise's order. Without a model there
 * is no table; with a single client, a sentence replaces it.
 */
export function promiseBlocks(model: PlayedModel | null, { functions, operations }: Promised): TextBlock[] {
  const calm = model !== null && isCalm(model, namesOf(model, functions));
  const further = [
    ...(calm ? ["One client makes one call after another, and none is cut off.", ...ranges(model, functions)] : []),
    ...(model && isRepairedBesideOthers(model)
      ? ["Between a client's death and the repair, other clients may make calls."]
      : []),
    ...(model?.names === undefined ? [] : [`Names: ${model.names}.`]),
    ...(model?.promises ?? []),
    operationLimit(operations),
  ];
  const items = further.map((words) => [{ type: "paragraph", content: inlines(words) }]);
  const table = model && !calm ? [promiseTable(model, functions)] : [];
  return [heading, ...table, { type: "list", ordered: false, items }];
}

/** The functions that a model calls. */
const namesOf = (model: PlayedModel, functions: Promised["functions"]): string[] =>
  functions.map(({ name }) => name).filter((name) => model.calls[name]);

const NOTHING = "nothing is promised";

/** Whether no function that changes something runs concurrently with another or crashes. */
function isCalm(model: PlayedModel, names: readonly string[]): boolean {
  return names.every((name) => {
    const call = model.calls[name];
    return call?.reads === true || (afterCrash(model, name) === NOTHING && beside(model, name, names) === "none");
  });
}

/** Whether other clients may change something while a call is half done. */
function isRepairedBesideOthers(model: PlayedModel): boolean {
  const writers = Object.keys(model.calls).filter((name) => !model.calls[name]?.reads);
  const isHalfDone = (name: string): boolean =>
    recoveryName(model) !== name && model.calls[name]?.crash === "repairable";
  return writers
    .filter(isHalfDone)
    .some((name) => writers.some((other) => mayMeet(model, name, other) && mayMeet(model, other, name)));
}

/** The function that repairs a half-done call. */
const recoveryName = ({ recover }: PlayedModel): string | undefined =>
  typeof recover === "function" ? recover()[0] : recover;

/** One sentence for each function with ranges of arguments. */
const ranges = (model: PlayedModel, functions: Promised["functions"]): string[] =>
  namesOf(model, functions).flatMap((name) => {
    const range = model.calls[name]?.arguments;
    return range === undefined ? [] : [`\`${name}\`: ${range}.`];
  });

function operationLimit(operations = CALL_OPERATIONS): string {
  const [call, setup] = [operations, SETUP_OPERATIONS].map((limit) => limit.toLocaleString("en"));
  return `A call may make at most ${call} database operations; \`setup\` may make ${setup}.`;
}

function promiseTable(model: PlayedModel, functions: Promised["functions"]): TextBlock {
  const names = namesOf(model, functions);
  const hasRanges = ranges(model, functions).length > 0;
  const header = ["Function", "May run beside", "If its client dies", ...(hasRanges ? ["Arguments"] : [])];
  const rows = names.map((name) => [
    [code(name)],
    inlines(beside(model, name, names)),
    inlines(afterCrash(model, name)),
    ...(hasRanges ? [inlines(model.calls[name]?.arguments ?? "")] : []),
  ]);
  return { type: "table", header: header.map((words) => [text(words)]), rows };
}

/** The functions that may run concurrently with one. Two functions that only read never conflict. */
function beside(model: PlayedModel, name: string, names: readonly string[]): string {
  const words = model.calls[name]?.beside;
  if (words !== undefined) return words;
  const isRead = (other: string): boolean => model.calls[name]?.reads === true && model.calls[other]?.reads === true;
  const met = names.filter((other) => isRead(other) || (mayMeet(model, name, other) && mayMeet(model, other, name)));
  if (met.length === names.length) return "every function";
  const left = names.filter((other) => !met.includes(other));
  if (met.filter((other) => !isRead(other)).length === 0)
    return model.calls[name]?.reads ? "functions that read" : "none";
  return met.length > left.length && left.length <= 2 ? `every function but ${listed(left)}` : listed(met);
}

function afterCrash(model: PlayedModel, name: string): string {
  const call = model.calls[name];
  if (call?.died !== undefined) return call.died;
  if (call?.reads) return "";
  if (call?.crash === "never") return NOTHING;
  if (call?.crash !== "repairable") return "it is done or not done";
  const [unit, count] = Object.entries(model.recoverAfter ?? {})[0] ?? [];
  const later = unit === undefined ? "" : `, ${count} ${unit} later`;
  return `it is done or not done after \`${recoveryName(model)}\`${later}`;
}

/** An exercise's text with its promises and limits below the task. */
export function withPromises<B extends TextBlock>(
  blocks: readonly B[],
  model: PlayedModel | null,
  promised: Promised,
): readonly (B | TextBlock)[] {
  const isThere = blocks.some((block) => JSON.stringify(block) === JSON.stringify(heading));
  return isThere ? blocks : [...blocks, ...promiseBlocks(model, promised)];
}
