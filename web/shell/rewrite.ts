/**
 * Rewrites a script before it runs. Shell commands (`show dbs`) become calls, `await` and `async` become synchronous,
 * the last expression's value is saved, and top-level declarations are exported. Line numbers do not change.
 */
import type { Node, Program, Pattern, Function as FunctionNode } from "acorn";
import { full, recursive } from "acorn-walk";
import { codeFrame, syntaxErrorText, parseProgram } from "./parser.js";

/** A syntax error and its position; lines and columns count from 1. */
export class ScriptSyntaxError extends SyntaxError {
  constructor(
    message: string,
    readonly line: number,
    readonly column: number,
    /** The surrounding lines, with a mark below the position. */
    readonly frame: string,
  ) {
    super(message);
  }
  override get name(): string {
    return "SyntaxError";
  }
}

/** Names that only rewritten code uses. */
export const HOOKS = {
  exports: "__dojo_exports",
  value: "__dojo_value",
  await: "__dojo_await",
  async: "__dojo_async",
  more: "__dojo_more",
  command: "__dojo_command",
} as const;

/** A script ready to be wrapped in a function. */
export interface Rewritten {
  /** The function's body, whose first line is the script's. */
  body: string;
  /** Names declared at the top level, in order; `null` values never occur. */
  declared: string[];
  /** Declared names that would conflict with a parameter of the same name. */
  lexical: Set<string>;
  /** Every identifier in the script. */
  identifiers: Set<string>;
  /** Identifiers that no scope of the script declares. */
  free: Set<string>;
  /** Whether it may read the global object: by `this`, by one of its names, or in code that it evaluates. */
  usesGlobalObject: boolean;
  /**
   * Maps a position in `body` (line and column from 1) to the source; undefined in code that was inserted before it.
   */
  position(line: number, column: number): { line: number; column: number } | undefined;
}

const COMMANDS = /^[ \t]*(show|use)[ \t]+([^\s;'"`()=]+)(?:[ \t]+([^\s;'"`()=]+))?[ \t]*;?[ \t]*$/;

/**
 * Parses and rewrites a script. `known` is whether a name exists outside the script; `isVariable` is whether it is an
 * initialized variable of an earlier script. Redeclaring such a variable assigns to it, because earlier functions use
 * it.
 */
export function rewrite(
  source: string,
  known: (name: string) => boolean,
  isVariable: (name: string) => boolean,
): Rewritten {
  const edits = new Edits(source);
  const program = parseScript(source, edits);
  const names = collectNames(program);
  editAsync(program, source, edits);
  const reassigned = editDeclarations(program, edits, isVariable);
  editCommandWords(program, edits, names.declared);
  editValue(program, edits);
  const strict = program.body.find(
    (statement) => statement.type === "ExpressionStatement" && statement.directive === "use strict",
  );
  const declared = topLevelNames(program).filter(
    ([name, kind]) => kind === "function" || kind === "class" || !reassigned.has(name),
  );
  const lexical = new Set(declared.filter(([, kind]) => kind !== "var" && kind !== "function").map(([name]) => name));
  const all = [...new Set(declared.map(([name]) => name))];
  // The wrapper function's arguments are internal to the shell.
  const seesArguments =
    !lexical.has("arguments") && (names.identifiers.has("arguments") || names.identifiers.has("eval"));
  let prelude = seesArguments ? "for(const i in arguments)delete arguments[i];" : "";
  if (!strict) {
    // `x = 1` without a declaration makes a global in sloppy scripts; here it makes a variable of this shell.
    const implicit = [...names.assigned].filter((name) => !names.declared.has(name) && !known(name));
    if (implicit.length > 0) {
      prelude += `var ${implicit.join(", ")};`;
      all.push(...implicit);
    }
  }
  const exported = all.map((name) => `${JSON.stringify(name)}:[()=>${name},(v)=>{${name}=v}]`);
  if (names.identifiers.has("db") && !all.includes("db")) exported.push('"db":[()=>db,(v)=>{db=v}]');
  prelude += `${HOOKS.exports}({__proto__:null,${exported.join(",")}});`;
  edits.prelude(strict ? strict.end : 0, strict ? `;${prelude}` : prelude);
  const applied = edits.apply();
  const free = new Set([...names.identifiers].filter((name) => !names.declared.has(name) && !all.includes(name)));
  return {
    body: applied.text,
    declared: all,
    lexical,
    identifiers: names.identifiers,
    free,
    usesGlobalObject: names.usesThis || ["globalThis", "self", "eval"].some((name) => names.identifiers.has(name)),
    position: applied.position,
  };
}

function parseScript(source: string, edits: Edits): Program {
  let text = source;
  for (;;) {
    try {
      return parseProgram(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      const { pos, loc } = error as SyntaxError & { pos: number; loc: { line: number; column: number } };
      const start = text.lastIndexOf("\n", pos - 1) + 1;
      const found = text.indexOf("\n", pos);
      const end = found < 0 ? text.length : found;
      const command = COMMANDS.exec(text.slice(start, end).replace(/\r$/, ""));
      if (!command) {
        throw new ScriptSyntaxError(
          syntaxErrorText({ message: error.message, loc }),
          loc.line,
          loc.column + 1,
          codeFrame(source, loc.line, loc.column),
        );
      }
      const given = [command[2], command[3]].filter((argument) => argument !== undefined);
      edits.replace(
        start,
        end,
        `;${HOOKS.command}(${[command[1], ...given].map((word) => JSON.stringify(word)).join(",")});`,
      );
      // The parser sees an empty statement of the same length; the edit replaces it by the call.
      text = `${text.slice(0, start)};${" ".repeat(end - start - 1)}${text.slice(end)}`;
      edits.commands.add(start);
    }
  }
}

/** The names in a script. */
interface ScriptNames {
  identifiers: Set<string>;
  /** The names declared in any scope. */
  declared: Set<string>;
  assigned: Set<string>;
  usesThis: boolean;
}

function collectNames(program: Program): ScriptNames {
  const identifiers = new Set<string>();
  const declared = new Set<string>();
  const assigned = new Set<string>();
  let usesThis = false;
  const declare = (pattern: Pattern | null | undefined): void => patternNames(pattern, declared);
  full(program, (node) => {
    const it = node as AnyNode;
    switch (it.type) {
      case "Identifier":
        identifiers.add(it.name);
        break;
      case "ThisExpression":
        usesThis = true;
        break;
      case "VariableDeclarator":
        declare(it.id);
        break;
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        if (it.id) declared.add(it.id.name);
        it.params.forEach(declare);
        break;
      case "ClassDeclaration":
      case "ClassExpression":
        if (it.id) declared.add(it.id.name);
        break;
      case "CatchClause":
        declare(it.param);
        break;
      case "AssignmentExpression":
        patternNames(it.left, assigned);
        break;
      case "ForInStatement":
      case "ForOfStatement":
        if (it.left.type !== "VariableDeclaration") patternNames(it.left, assigned);
        break;
    }
  });
  for (const name of [...declared, ...assigned]) identifiers.add(name);
  return { identifiers, declared, assigned, usesThis };
}

function patternNames(pattern: Pattern | null | undefined, into: Set<string>): void {
  switch (pattern?.type) {
    case "Identifier":
      into.add(pattern.name);
      break;
    case "ObjectPattern":
      for (const property of pattern.properties) {
        patternNames(property.type === "Property" ? property.value : property.argument, into);
      }
      break;
    case "ArrayPattern":
      for (const element of pattern.elements) patternNames(element, into);
      break;
    case "AssignmentPattern":
      patternNames(pattern.left, into);
      break;
    case "RestElement":
      patternNames(pattern.argument, into);
      break;
  }
}

type AnyNode = Extract<import("acorn").AnyNode, Node>;

/** The names that a script declares: those of the top level, and `var` in nested blocks. */
function topLevelNames(program: Program): [name: string, kind: string][] {
  const found: [string, string][] = [];
  const add = (pattern: Pattern, kind: string): void => {
    const names = new Set<string>();
    patternNames(pattern, names);
    for (const name of names) found.push([name, kind]);
  };
  const top = new Set<Node>(program.body);
  recursive(program, null, {
    Function(node: FunctionNode) {
      if (top.has(node) && node.id) found.push([node.id.name, "function"]);
    },
    Class(node: import("acorn").Class) {
      if (top.has(node) && node.id) found.push([node.id.name, "class"]);
    },
    VariableDeclaration(node: import("acorn").VariableDeclaration) {
      if (node.kind === "var" || top.has(node)) for (const one of node.declarations) add(one.id, node.kind);
    },
  });
  return found;
}

function editAsync(program: Program, source: string, edits: Edits): void {
  full(program, (node) => {
    const it = node as AnyNode;
    switch (it.type) {
      case "AwaitExpression":
        edits.replace(it.start, it.start + 5, "");
        // Twice, because the node of `await (a, b)` does not include its parentheses.
        edits.before(it.argument.start, `${HOOKS.await}((`);
        edits.after(it.argument.end, "))");
        break;
      case "ForOfStatement":
        if (it.await) dropWord(source, it.start, it.left.start, "await", edits);
        break;
      case "Property":
      case "MethodDefinition":
        if (it.value?.type === "FunctionExpression" && it.value.async && it.value.start >= it.key.end) {
          if (it.type === "MethodDefinition" || it.method) dropWord(source, it.start, it.key.start, "async", edits);
        }
        break;
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        if (it.async) editAsyncFunction(it, source, edits);
        break;
    }
  });
}

function editAsyncFunction(node: FunctionNode, source: string, edits: Edits): void {
  // A method's `async` precedes its name, outside the function's node.
  if (source.startsWith("async", node.start)) edits.replace(node.start, node.start + 5, "");
  if (node.generator) return;
  if (node.body.type === "BlockStatement") {
    const [from, to] = [node.body.start + 1, node.body.end - 1];
    // Two edits at one position would be applied in the wrong order, so an empty body is inserted whole.
    if (from === to) return edits.before(from, `return ${HOOKS.async}(() => {});`);
    edits.before(from, `return ${HOOKS.async}(() => {`);
    edits.after(to, "});");
  } else {
    edits.before(node.body.start, `${HOOKS.async}(() => (`);
    edits.after(node.body.end, "))");
  }
}

function dropWord(source: string, from: number, to: number, word: string, edits: Edits): void {
  const at = source.slice(from, to).search(new RegExp(`\\b${word}\\b`));
  if (at >= 0) edits.replace(from + at, from + at + word.length, "");
}

/** Words that are commands when they stand alone, with the calls that they become. */
const COMMAND_WORDS: Readonly<Record<string, string>> = {
  it: HOOKS.more,
  cls: "cls",
  exit: "exit",
  quit: "quit",
  show: "show",
  use: "use",
};

function editCommandWords(program: Program, edits: Edits, declared: ReadonlySet<string>): void {
  for (const statement of program.body) {
    if (statement.type !== "ExpressionStatement" || statement.expression.type !== "Identifier") continue;
    const { name, start, end } = statement.expression;
    if (Object.hasOwn(COMMAND_WORDS, name) && !declared.has(name))
      edits.replace(start, end, `${COMMAND_WORDS[name]}()`);
  }
}

/** Saves the value of the last statement that has one: an expression, or a declared function or class. */
function editValue(program: Program, edits: Edits): void {
  for (const statement of program.body.toReversed()) {
    // The last statement is a command. Its semicolon may have ended the statement before it, which then extends to the
    // command.
    if ([...edits.commands].some((at) => at >= statement.start && at < statement.end)) return;
    if ((statement.type === "FunctionDeclaration" || statement.type === "ClassDeclaration") && statement.id) {
      edits.after(statement.end, `;${HOOKS.value}(${statement.id.name},${statement.loc?.start.line});`);
      return;
    }
    keepValues(statement, edits);
    // Other statements may have no value, such as a loop that never runs.
    if (statement.type === "ExpressionStatement" && statement.directive === undefined) return;
  }
}

function keepValues(statement: Node, edits: Edits): void {
  recursive(statement, null, {
    Function() {},
    Class() {},
    // The value of a `try` statement does not come from its `finally`.
    TryStatement(
      { block, handler }: import("acorn").TryStatement,
      state: null,
      walk: import("acorn-walk").WalkerCallback<null>,
    ) {
      walk(block, state);
      if (handler) walk(handler.body, state);
    },
    ExpressionStatement(node: import("acorn").ExpressionStatement) {
      if (node.directive === "use strict") return;
      // The line is needed for a printed cursor, whose command runs only then.
      edits.before(node.expression.start, `${HOOKS.value}((`);
      edits.after(node.expression.end, `),${node.expression.loc?.start.line})`);
    },
  });
}

/**
 * Makes top-level constants variables, because at mongosh's prompt they may be redeclared or changed. A declaration of
 * an earlier script's variable becomes an assignment. Returns the names assigned this way.
 */
function editDeclarations(program: Program, edits: Edits, isVariable: (name: string) => boolean): Set<string> {
  const reassigned = new Set<string>();
  for (const statement of program.body) {
    if (statement.type !== "VariableDeclaration") continue;
    const { start, kind, declarations } = statement;
    const names = new Set<string>();
    for (const { id } of declarations) patternNames(id, names);
    const earlier = [...names].filter(isVariable);
    if (earlier.length === 0) {
      if (kind === "const") edits.replace(start, start + 5, "let");
      continue;
    }
    for (const name of earlier) reassigned.add(name);
    const fresh = [...names].filter((name) => !earlier.includes(name));
    const declared = fresh.length > 0 ? `${kind === "var" ? "var" : "let"} ${fresh.join(",")};` : "";
    edits.replace(start, start + kind.length, `;${declared}`);
    for (const { id, init, start: from, end } of declarations) {
      if (!init && kind !== "var") edits.after(end, "=void 0");
      if (id.type !== "ObjectPattern") continue;
      edits.before(from, "(");
      edits.after(end, ")");
    }
  }
  return reassigned;
}

/** Edits of a text, at positions of the original. */
class Edits {
  /** Positions of shell commands. */
  readonly commands = new Set<number>();
  readonly #source: string;
  #prelude: { at: number; text: string } | undefined;
  readonly #openers = new Map<number, string[]>();
  readonly #closers = new Map<number, string[]>();
  readonly #replacements = new Map<number, { end: number; text: string }>();

  constructor(source: string) {
    this.#source = source;
  }
  /** Sets the text inserted before everything else. */
  prelude(at: number, text: string): void {
    this.#prelude = { at, text };
    this.before(at, text);
  }
  /** Nodes are visited innermost first, so an outer node's text is inserted before an inner one's. */
  before(at: number, text: string): void {
    this.#openers.set(at, [text, ...(this.#openers.get(at) ?? [])]);
  }
  after(at: number, text: string): void {
    this.#closers.set(at, [...(this.#closers.get(at) ?? []), text]);
  }
  replace(start: number, end: number, text: string): void {
    this.#replacements.set(start, { end, text });
  }

  apply(): { text: string; position: Rewritten["position"] } {
    const source = this.#source;
    const places = [...new Set([...this.#openers.keys(), ...this.#closers.keys(), ...this.#replacements.keys()])].sort(
      (a, b) => a - b,
    );
    /** Where pieces of the original start in the new text. */
    const pieces: { made: number; source: number }[] = [];
    let text = "";
    let at = 0;
    let hidden: [number, number] = [0, 0];
    const copy = (to: number): void => {
      if (to <= at) return;
      pieces.push({ made: text.length, source: at });
      text += source.slice(at, to);
      at = to;
    };
    for (const place of places) {
      copy(place);
      const replacement = this.#replacements.get(place);
      const inserted = [
        ...(this.#closers.get(place) ?? []),
        ...(this.#openers.get(place) ?? []),
        replacement?.text ?? "",
      ].join("");
      if (inserted) {
        pieces.push({ made: text.length, source: place });
        if (place === this.#prelude?.at) hidden = [text.length, text.length + this.#prelude.text.length];
        text += inserted;
      }
      if (replacement) at = Math.max(at, replacement.end);
    }
    copy(source.length);
    return { text, position: (line, column) => position(text, source, pieces, hidden, line, column) };
  }
}

function position(
  text: string,
  source: string,
  pieces: { made: number; source: number }[],
  hidden: [number, number],
  line: number,
  column: number,
): { line: number; column: number } | undefined {
  let start = 0;
  for (let i = 1; i < line; i++) {
    const next = text.indexOf("\n", start);
    if (next < 0) break;
    start = next + 1;
  }
  const offset = start + column - 1;
  if (offset >= hidden[0] && offset < hidden[1]) return undefined;
  const i = pieces.findLastIndex((piece) => piece.made <= offset);
  const piece = pieces[i] ?? { made: 0, source: 0 };
  const limit = pieces[i + 1]?.source ?? source.length;
  const original = Math.min(piece.source + offset - piece.made, limit);
  const before = source.slice(0, original);
  const lines = before.split("\n");
  return { line: lines.length, column: (lines.at(-1) as string).length + 1 };
}
