/**
 * The parser of scripts. It words errors as mongosh's parser, Babel, does, so that learners can look them up: what was
 * expected, where a semicolon is missing.
 */
import { Parser, type Expression, type Options, type Program } from "acorn";

/** The parts of acorn's parser that plugins use but its types don't declare. */
interface AcornInternals {
  readonly start: number;
  readonly lastTokEnd: number;
  readonly type: { readonly label: string };
  eat(type: unknown): boolean;
  isContextual(word: string): boolean;
  parseVarId(declaration: { readonly id: { readonly type: string } }, kind: string): void;
  insertSemicolon(): boolean;
  raise(at: number, message: string): never;
}

/** acorn's type of a pattern that it is about to check. */
interface Pattern {
  readonly start: number;
  readonly source: string;
  readonly flags: string;
}

const Base = Parser as unknown as new (...given: unknown[]) => AcornInternals;
const SEMICOLON = ";";

class ScriptParser extends Base {
  expect(type: { readonly label: string }): void {
    if (!this.eat(type)) this.raise(this.start, `Unexpected token, expected "${type.label}"`);
  }
  semicolon(): void {
    if (this.type.label === SEMICOLON ? !this.eat(this.type) : !this.insertSemicolon())
      this.raise(this.lastTokEnd, "Missing semicolon.");
  }
  override parseVarId(declaration: { readonly id: { readonly type: string } }, kind: string): void {
    super.parseVarId(declaration, kind);
    if (kind !== "const" || this.type.label === "=" || this.type.label === "in" || this.isContextual("of")) return;
    this.raise(this.lastTokEnd, missingValue(declaration.id.type === "Identifier" ? kind : "destructuring"));
  }
  /** The JavaScript engine that runs them checks regular expressions itself. */
  validateRegExpFlags(): void {}
  validateRegExpPattern({ start, source, flags }: Pattern): void {
    try {
      new RegExp(source, flags);
    } catch (error) {
      this.raise(start, (error as Error).message);
    }
  }
}

const missingValue = (declaration: string): string => `Missing initializer in ${declaration} declaration.`;

const { parse, parseExpressionAt } = ScriptParser as unknown as {
  parse(text: string, options: Options): Program;
  parseExpressionAt(text: string, at: number, options: Options): Expression;
};

const OPTIONS: Options = { ecmaVersion: "latest", sourceType: "script", locations: true };

/** Parses a script; `await` is allowed anywhere. */
export function parseProgram(text: string, options: Partial<Options> = {}): Program {
  return parse.call(ScriptParser, text, { ...OPTIONS, allowAwaitOutsideFunction: true, ...options });
}

/** Parses the expression that a text begins with. */
export function parseExpression(text: string): Expression {
  return parseExpressionAt.call(ScriptParser, text, 0, OPTIONS);
}

/** Babel's texts for acorn's. */
const BABEL_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^Assigning to rvalue$/, "Invalid left-hand side in assignment expression."],
  [/^Complex binding patterns require an initialization value$/, missingValue("destructuring")],
  [/^'super' keyword (outside a method|unexpected here)$/, "'super' is only allowed in object methods and classes."],
  [
    /^Logical expressions and coalesce expressions cannot be mixed.*$/,
    "Nullish coalescing operator(??) requires parens when mixing with logical operators.",
  ],
  [/^The keyword '(\w+)' is reserved$/, "Unexpected reserved word '$1'."],
  [/^let is disallowed as a lexically bound name$/, "'let' is disallowed as a lexically bound name."],
  [/^(?!Unexpected token|Invalid regular|Invalid flags)(.*[^.])$/, "$1."],
];

/** The text of a syntax error with its position: lines from 1, columns from 0. */
export function syntaxErrorText({
  message,
  loc,
}: {
  readonly message: string;
  readonly loc: { readonly line: number; readonly column: number };
}): string {
  const said = message.replace(/ \(\d+:\d+\)$/, "");
  const [words, put] = BABEL_TEXTS.find(([pattern]) => pattern.test(said)) ?? [];
  return `${words ? said.replace(words, put as string) : said} (${loc.line}:${loc.column})`;
}

/** Lines shown above and below an error. */
const LINES_ABOVE = 2;
const LINES_BELOW = 3;

/** The lines around an error, with a mark below its position. */
export function codeFrame(source: string, line: number, column: number): string {
  // As typed at the prompt, where Enter ends the last line.
  const lines = (source.endsWith("\n") ? source : `${source}\n`).split(/\r\n|[\n\u2028\u2029]/);
  const from = Math.max(0, line - 1 - LINES_ABOVE);
  const to = Math.min(lines.length, line + LINES_BELOW);
  const width = String(to).length;
  return lines
    .slice(from, to)
    .map((text, i) => {
      const number = from + i + 1;
      const shown = `${String(number).padStart(width)} |${text === "" ? "" : ` ${text}`}`;
      if (number !== line) return `  ${shown}`;
      return `> ${shown}\n  ${" ".repeat(width)} | ${text.slice(0, column).replace(/[^\t]/g, " ")}^`;
    })
    .join("\n");
}
