/**
 * Completion of collections, methods, fields and operators.
 *
 * Names of the data (collections, fields) come from the sandbox, methods and operators from files of their own.
 * Where the cursor stands is read from the syntax tree.
 */
import { snippetCompletion, type Completion, type CompletionContext, type CompletionResult, type CompletionSource } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";

import { methods, operators } from "./lists.js";

/** The names of the data. */
export interface Vocabulary {
  collections: string[];
  /** Field paths per collection, seen in its documents. */
  fields: Record<string, string[]>;
}

/** Before the sandbox has answered. */
export const emptyVocabulary: Vocabulary = { collections: [], fields: {} };

const CURSOR = new Set(["find", "aggregate", "sort", "limit", "skip", "project", "hint", "batchSize", "map", "collation"]);
const PIPELINES = new Set(["aggregate"]);
const UPDATES = new Set(["updateOne", "updateMany", "findOneAndUpdate", "update", "findAndModify", "bulkWrite"]);
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** A source of completions that reads the vocabulary anew each time. */
export function completionSource(vocabulary: () => Vocabulary): CompletionSource {
  return (context) => complete(context, vocabulary());
}

type Result = CompletionResult | null;

function complete(context: CompletionContext, words: Vocabulary): Result | Promise<Result> {
  const node = syntaxTree(context.state).resolveInner(context.pos, -1);
  if (/Comment|RegExp/.test(node.name)) return null;
  if (/String|TemplateString/.test(node.name)) return inString(context, node, words);
  return afterDot(context, words) ?? inObject(context, node, words) ?? word(context, words);
}

/** `db.`, `db.books.` and `db.books.find().` */
function afterDot(context: CompletionContext, words: Vocabulary): Promise<Result> | null {
  const before = context.matchBefore(/(?:\b(db)((?:\.[\w$]+|\[["'][^"']*["']\])?)|\.(\w+)\((?:[^()]|\([^()]*\))*\))\s*\.\w*$/);
  if (!before) return null;
  const typed = /\w*$/.exec(before.text)?.[0] ?? "";
  const from = context.pos - typed.length;
  const head = before.text.slice(0, before.text.length - typed.length);
  if (/^db\s*\.$/.test(head)) {
    const collections = words.collections.filter((name) => IDENTIFIER.test(name));
    return calls(from, "database", collections.map((label) => ({ label, type: "class", detail: "collection", boost: 2 })));
  }
  const method = /^\.(\w+)\(/.exec(head)?.[1] ?? "";
  if (head.startsWith("db") || method === "getCollection") return calls(from, "collection");
  return CURSOR.has(method) ? calls(from, "cursor") : null;
}

/** A key of an object literal: an operator or a field. */
function inObject(context: CompletionContext, node: SyntaxNode, words: Vocabulary): Promise<Result> | null {
  const typed = context.matchBefore(/[\w$]*/);
  if (!typed || (typed.from === typed.to && !context.explicit)) return null;
  if (!atKey(context.state, node, typed.from)) return null;
  const call = enclosingCall(context.state, node);
  return operatorsIn(call?.method).then((found) => ({
    from: typed.from,
    options: [...found, ...fields(words, call?.collection, false)],
    validFor: /^[\w$]*$/,
  }));
}

/** Inside quotes: a key such as "publisher.name", a path such as "$price", or a collection's name. */
async function inString(context: CompletionContext, node: SyntaxNode, words: Vocabulary): Promise<Result> {
  const typed = context.matchBefore(/[\w$.]*/);
  if (!typed) return null;
  const call = enclosingCall(context.state, node);
  if (call?.method === "getCollection") {
    return { from: typed.from, options: words.collections.map((label) => ({ label, type: "class" })), validFor: /^[\w$.]*$/ };
  }
  const path = typed.text.startsWith("$");
  const options: Completion[] = fields(words, call?.collection, true).map((option) =>
    path ? { ...option, label: `$${option.label}` } : option,
  );
  if (path && atKey(context.state, node, node.from)) options.push(...(await operatorsIn(call?.method)));
  return options.length ? { from: typed.from, options, validFor: /^[\w$.]*$/ } : null;
}

/** Bare words: what a script is made of. */
function word(context: CompletionContext, words: Vocabulary): CompletionResult | null {
  const typed = context.matchBefore(/\w+/);
  if (!typed && !context.explicit) return null;
  const from = typed?.from ?? context.pos;
  const previous = context.state.sliceDoc(Math.max(0, from - 1), from);
  if (previous === "." || previous === "$") return null;
  return { from, options: [...GLOBALS, ...locals(context.state, words)], validFor: /^\w*$/ };
}

const GLOBALS: Completion[] = [
  { label: "db", type: "variable", info: "the current database", boost: 3 },
  ...[
    ["ObjectId", "a new or given 12-byte identifier"],
    ["ISODate", "a date from an ISO 8601 text, or now"],
    ["NumberInt", "a 32-bit integer"],
    ["NumberLong", "a 64-bit integer"],
    ["NumberDecimal", "a decimal number of 34 digits"],
    ["UUID", "a new or given UUID"],
    ["print", "writes values to the output"],
    ["printjson", "writes a document as JSON"],
    ["EJSON", "extended JSON: parse and stringify"],
  ].map(([label, info]) => ({ label: label!, info: info!, type: "function" })),
  ...["const", "let", "function", "return", "if", "else", "for", "while", "try", "catch", "throw", "new", "of", "true", "false", "null"].map(
    (label) => ({ label, type: "keyword" }),
  ),
  snippetCompletion("for (const ${item} of ${items}) {\n  ${}\n}", { label: "for", detail: "of loop", type: "keyword" }),
  snippetCompletion("function ${name}(db) {\n  ${}\n}", { label: "function", detail: "declaration", type: "keyword" }),
];

/** Names that the script itself declares. */
function locals(state: EditorState, words: Vocabulary): Completion[] {
  const names = new Set<string>();
  syntaxTree(state).iterate({
    enter(node) {
      if (node.name === "VariableDefinition") names.add(state.sliceDoc(node.from, node.to));
    },
  });
  words.collections.forEach((name) => names.delete(name));
  return [...names].map((label) => ({ label, type: "variable", boost: 1 }));
}

/** The methods of one kind, and other names that may stand with them. */
async function calls(from: number, of: string, others: Completion[] = []): Promise<Result> {
  const found = (await methods()).filter(({ kind }) => kind === of);
  const options = found.map(({ name, help }) => ({ label: name, type: "method", info: help, apply: name }));
  return { from, options: [...others, ...options], validFor: /^\w*$/ };
}

/** Completions of the language; those for a method's arguments come first. */
async function operatorsIn(method: string | undefined): Promise<Completion[]> {
  const wanted = preferred(method);
  return (await operators()).map(({ name, kind, help }) => ({
    label: name,
    type: "keyword",
    detail: kind,
    info: help,
    boost: wanted.includes(kind) ? 1 : -1,
  }));
}

function preferred(method: string | undefined): string[] {
  if (!method) return ["query"];
  if (PIPELINES.has(method)) return ["stage", "accumulator", "window", "expression"];
  return UPDATES.has(method) ? ["update", "modifier", "query"] : ["query"];
}

function fields(words: Vocabulary, collection: string | undefined, quoted: boolean): Completion[] {
  const known = collection !== undefined ? words.fields[collection] : undefined;
  const names = known ?? [...new Set(Object.values(words.fields).flat())];
  return names
    .filter((name) => quoted || IDENTIFIER.test(name))
    .map((label) => ({ label, type: "property", detail: "field" }));
}

/** Whether `from` is where an object literal expects a key. */
function atKey(state: EditorState, node: SyntaxNode, from: number): boolean {
  let object: SyntaxNode | null = node;
  while (object && object.name !== "ObjectExpression") {
    if (object.name === "ArgList" || object.name === "ArrayExpression" || object.name === "Block") return false;
    object = object.parent;
  }
  if (!object) return false;
  return /[{,]\s*$/.test(state.sliceDoc(object.from, from));
}

/** The method whose arguments hold this place, and the collection that it is called on. */
function enclosingCall(state: EditorState, node: SyntaxNode): { method: string; collection?: string } | undefined {
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    if (at.name !== "CallExpression") continue;
    const callee = at.firstChild;
    if (!callee || callee.name !== "MemberExpression" || callee.to > node.from) continue;
    const text = state.sliceDoc(callee.from, Math.min(callee.to, callee.from + 400));
    const method = /(\w+)\s*$/.exec(text)?.[1];
    if (!method) continue;
    const named = /^db\s*(?:\.\s*getCollection\(\s*["']([^"']+)["']\s*\)|\[\s*["']([^"']+)["']\s*\]|\.\s*([\w$]+))\s*\./.exec(text);
    const collection = named?.[1] ?? named?.[2] ?? named?.[3];
    return collection === undefined ? { method } : { method, collection };
  }
  return undefined;
}
