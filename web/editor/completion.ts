/**
 * Completion of collections, methods, fields and operators, in a module that the editor loads with the first
 * completion. Names of the data come from the sandbox and from the script itself, methods and operators from their own
 * files. The syntax tree determines the place of the cursor.
 */
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";

import { allowed, placed, rank, type Kind } from "./allowed_operators.js";
import { methods, operators } from "./completion_lists.js";
import type { Locate } from "./locate.js";
import { placeOf, scriptNames, type TreeOf } from "./cursor_place.js";

/** The names of the data. */
export interface Vocabulary {
  collections: string[];
  /** Field paths found in each collection's documents. */
  fields: Record<string, string[]>;
  /** The collections of an exercise's rows. */
  rows?: string[];
  /** An exercise's functions with their parameters: `addReview(db, review)`. */
  signatures?: string[];
}

/** Functions of CodeMirror that the editor's own module contains. */
export interface Tools {
  readonly syntaxTree: TreeOf;
  readonly snippetCompletion: (template: string, completion: Completion) => Completion;
  readonly locate: Locate;
}

export { suggestion } from "./suggest.js";

type Result = CompletionResult | null;

const CURSOR = new Set([
  "find",
  "aggregate",
  "sort",
  "limit",
  "skip",
  "project",
  "hint",
  "batchSize",
  "map",
  "collation",
]);
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const NAME = /^[\w$]*$/;

/** Completes the text before the cursor. */
export async function complete(context: CompletionContext, words: Vocabulary, tools: Tools): Promise<Result> {
  return new Completing(context, words, tools).result();
}

class Completing {
  private readonly state: EditorState;
  private readonly tree: Tree;
  private readonly named: Map<string, Set<string>>;

  constructor(
    private readonly context: CompletionContext,
    private readonly words: Vocabulary,
    private readonly tools: Tools,
  ) {
    this.state = context.state;
    this.tree = tools.syntaxTree(context.state);
    this.named = scriptNames(context.state, this.tree);
  }

  async result(): Promise<Result> {
    const node = this.tree.resolveInner(this.context.pos, -1);
    if (/Comment|RegExp/.test(node.name)) return null;
    if (/String|TemplateString/.test(node.name)) return this.inString(node);
    return (await this.afterDot()) ?? (await this.inObject(node)) ?? this.word();
  }

  /** After `db.`, `db.books.`, `db.books.find().`, `rows.`, and names of variables with a document. */
  private async afterDot(): Promise<Result> {
    const before = this.context.matchBefore(
      /(?:\b(db)((?:\.[\w$]+|\[["'][^"']*["']\])?)|\.(\w+)\((?:[^()]|\([^()]*\))*\))\s*\.\w*$/,
    );
    if (!before) return this.ofDocument();
    const typed = /\w*$/.exec(before.text)?.[0] ?? "";
    const from = this.context.pos - typed.length;
    const head = before.text.slice(0, before.text.length - typed.length);
    if (/^db\s*\.$/.test(head)) {
      const collections = this.collections().filter((name) => IDENTIFIER.test(name));
      return this.calls(
        from,
        "database",
        collections.map((label) => ({ label, type: "class", detail: "collection", boost: 2 })),
      );
    }
    const method = /^\.(\w+)\(/.exec(head)?.[1] ?? "";
    if (head.startsWith("db") || method === "getCollection") return this.calls(from, "collection");
    return CURSOR.has(method) ? this.calls(from, "cursor") : null;
  }

  /** After `rows.`, and after `review.` if that is a parameter or one of the rows. */
  private ofDocument(): Result {
    const before = this.context.matchBefore(/\b[A-Za-z_$][\w$]*\.\w*$/);
    if (!before) return null;
    const [variable = "", typed = ""] = before.text.split(".");
    const from = this.context.pos - typed.length;
    const found = (labels: readonly string[], detail: string): Result =>
      labels.length > 0
        ? {
            from,
            options: labels
              .filter((name) => IDENTIFIER.test(name))
              .map((label) => ({ label, type: "property", detail })),
            validFor: /^\w*$/,
          }
        : null;
    if (variable === "rows") return found(this.words.rows ?? [], "rows");
    const collection = this.holds(variable);
    return collection === undefined
      ? null
      : found(
          this.fieldsOf(collection).filter((name) => !name.includes(".")),
          collection,
        );
  }

  /** The collection whose documents a variable holds. */
  private holds(variable: string): string | undefined {
    const before = this.state.sliceDoc(0, this.context.pos);
    const name = variable.replaceAll("$", "\\$");
    const loop = new RegExp(`(?:const|let)\\s+${name}\\s+of\\s+(?:rows|db)\\.(\\w+)`, "g");
    const called = new RegExp(
      `\\b(?:rows|db)\\.(\\w+)(?:\\.\\w+\\([^()]*\\))*\\.(?:map|filter|forEach|find|some|every|flatMap)\\(\\s*(?:function\\s*)?\\(?${name}\\b`,
      "g",
    );
    const last = [...before.matchAll(loop), ...before.matchAll(called)].at(-1)?.[1];
    if (last !== undefined) return last;
    const isParameter = (this.words.signatures ?? []).some((signature) => parametersOf(signature).includes(variable));
    if (!isParameter) return undefined;
    const known = new Set([...this.collections(), ...(this.words.rows ?? [])]);
    return [variable, `${variable}s`, `${variable}es`, variable.replace(/y$/, "ies")].find((one) => known.has(one));
  }

  /** A key of an object literal: an operator or a field. */
  private async inObject(node: SyntaxNode): Promise<Result> {
    const typed = this.context.matchBefore(/[\w$]*/);
    if (!typed || (typed.from === typed.to && !this.context.explicit)) return null;
    if (!atKey(this.state, node, typed.from)) return null;
    const place = placeOf(this.state, node);
    return {
      from: typed.from,
      options: [...(await this.operatorsFor(allowed(place))), ...this.fields(place.collection, false)],
      validFor: NAME,
    };
  }

  /** Inside quotes: a key such as "publisher.name", a path such as "$price", or a collection's name. */
  private async inString(node: SyntaxNode): Promise<Result> {
    const typed = this.context.matchBefore(/[\w$.]*/);
    if (!typed) return null;
    const place = placeOf(this.state, node);
    const isCollection =
      place.method === "getCollection" || (place.path.at(-1) === "from" && place.path.includes("$lookup"));
    if (isCollection)
      return {
        from: typed.from,
        options: this.collections().map((label) => ({ label, type: "class" })),
        validFor: /^[\w$.]*$/,
      };
    const path = typed.text.startsWith("$");
    const options = this.fields(place.collection, true).map((option) =>
      path ? { ...option, label: `$${option.label}` } : option,
    );
    if (path && atKey(this.state, node, node.from)) options.push(...(await this.operatorsFor(allowed(place))));
    return options.length ? { from: typed.from, options, validFor: /^[\w$.]*$/ } : null;
  }

  /** A bare word: keywords and global names. */
  private word(): Result {
    const typed = this.context.matchBefore(/\w+/);
    if (!typed && !this.context.explicit) return null;
    const from = typed?.from ?? this.context.pos;
    const previous = this.state.sliceDoc(Math.max(0, from - 1), from);
    if (previous === "." || previous === "$") return null;
    const { snippetCompletion } = this.tools;
    const snippets = [
      snippetCompletion("for (const ${item} of ${items}) {\n  ${}\n}", {
        label: "for",
        detail: "of loop",
        type: "keyword",
      }),
      snippetCompletion("function ${name}(db) {\n  ${}\n}", {
        label: "function",
        detail: "declaration",
        type: "keyword",
      }),
    ];
    const declared = this.declared();
    const functions = (this.words.signatures ?? []).map((signature) => {
      const label = signature.slice(0, signature.indexOf("("));
      // A function that the script declares is called.
      return declared.has(label)
        ? { label, detail: signature.slice(label.length), type: "function", boost: 2 }
        : snippetCompletion(`function ${signature} {\n  \${}\n}`, {
            label,
            detail: "the exercise’s function",
            type: "function",
            boost: 2,
          });
    });
    const signed = new Set(functions.map(({ label }) => label));
    const locals = [...declared]
      .filter((label) => !signed.has(label))
      .map((label) => ({ label, type: "variable", boost: 1 }));
    return { from, options: [...GLOBALS, ...snippets, ...functions, ...locals], validFor: /^\w*$/ };
  }

  /** Names that the script declares. */
  private declared(): Set<string> {
    const names = new Set<string>();
    this.tree.iterate({
      enter: (node) => {
        if (node.name === "VariableDefinition") names.add(this.state.sliceDoc(node.from, node.to));
      },
    });
    return names;
  }

  /** The methods of one kind, and other names that are allowed with them. */
  private async calls(from: number, of: string, others: Completion[] = []): Promise<Result> {
    const found = (await methods(this.tools.locate)).filter(({ kind }) => kind === of);
    return {
      from,
      options: [
        ...others,
        ...found.map(({ name, help }) => ({ label: name, type: "method", info: help, apply: name })),
      ],
      validFor: /^\w*$/,
    };
  }

  /** The operators of these kinds, the most frequent first. */
  private async operatorsFor(kinds: readonly Kind[]): Promise<Completion[]> {
    if (kinds.length === 0) return [];
    const found = (await operators(this.tools.locate)).map((one) => ({ ...one, place: placed(one.kind, one.name) }));
    return found
      .filter(({ place }) => kinds.includes(place))
      .map(({ name, kind, help, place }) => ({
        label: name,
        type: "keyword",
        detail: kind,
        info: help,
        boost: rank(place, name) - kinds.indexOf(place),
      }));
  }

  private collections(): string[] {
    return [...new Set([...this.words.collections, ...this.named.keys()])];
  }

  private fieldsOf(collection: string): string[] {
    return [...new Set([...(this.words.fields[collection] ?? []), ...(this.named.get(collection) ?? [])])];
  }

  private fields(collection: string | undefined, quoted: boolean): Completion[] {
    const own = collection === undefined ? [] : this.fieldsOf(collection);
    const names =
      own.length > 0
        ? own
        : [
            ...new Set(
              [...Object.values(this.words.fields), ...[...this.named.values()].map((one) => [...one])].flat(),
            ),
          ];
    return names
      .filter((name) => quoted || IDENTIFIER.test(name))
      .map((label) => ({ label, type: "property", detail: "field" }));
  }
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
  ...[
    "const",
    "let",
    "function",
    "return",
    "if",
    "else",
    "for",
    "while",
    "try",
    "catch",
    "throw",
    "new",
    "of",
    "true",
    "false",
    "null",
  ].map((label) => ({ label, type: "keyword" })),
];

/** The parameters of a signature. */
function parametersOf(signature: string): string[] {
  return signature.slice(signature.indexOf("(") + 1).match(/[A-Za-z_$][\w$]*/g) ?? [];
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
