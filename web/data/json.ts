/**
 * A JSON parser that keeps numbers as text, the order of fields, and the position of each value, for errors.
 * `JSON.parse` preserves none of these.
 */

/** A value and its position. */
export type Json = { readonly at: number } & (
  | { readonly is: "word"; readonly value: boolean | null }
  | { readonly is: "number"; readonly text: string }
  | { readonly is: "string"; readonly text: string }
  | { readonly is: "array"; readonly items: readonly Json[] }
  | { readonly is: "object"; readonly fields: readonly (readonly [name: string, value: Json])[] }
);

/** An error in a text. */
export class JsonFault extends Error {
  override readonly name = "JsonFault";
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

/** The most levels of a value; a server allows at most 100 in a document. */
const MAX_DEPTH = 250;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\r\n]*/y;
/** Characters of a string up to its end or an escape. */
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** Parses a sequence of values. */
export class JsonReader {
  #at: number;

  constructor(
    readonly text: string,
    from = 0,
  ) {
    // Skips a byte order mark.
    this.#at = from === 0 && text.startsWith("\ufeff") ? 1 : from;
  }

  /** The position of the next token. */
  get at(): number {
    this.#match(SPACE);
    return this.#at;
  }

  /** Consumes a character if it is next. */
  take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.#at++;
    return true;
  }

  /** Consumes a character, which must be next. */
  expect(character: string): void {
    if (!this.take(character)) throw this.#unexpected(`“${character}”`);
  }

  get isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  /** Parses a value. */
  value(depth = 0): Json {
    const at = this.at;
    if (depth > MAX_DEPTH) throw new JsonFault(at, `nested more than ${MAX_DEPTH} levels deep`);
    if (this.take("{")) return { at, is: "object", fields: this.#fields(depth) };
    if (this.take("[")) {
      const items: Json[] = [];
      this.items(() => items.push(this.value(depth + 1)));
      return { at, is: "array", items };
    }
    if (this.text[at] === '"') return { at, is: "string", text: this.#string() };
    for (const [word, value] of [
      ["true", true],
      ["false", false],
      ["null", null],
    ] as const) {
      if (!this.text.startsWith(word, at)) continue;
      this.#at += word.length;
      return { at, is: "word", value };
    }
    const text = this.#match(NUMBER);
    if (text === "") throw this.#unexpected("a value");
    return { at, is: "number", text };
  }

  /** Parses the items of an array, after its bracket. */
  items(read: () => void): void {
    if (this.take("]")) return;
    do read();
    while (this.take(","));
    if (!this.take("]")) throw this.#unexpected("“,” or “]”");
  }

  /** Throws if text follows the end. */
  end(): void {
    if (!this.isAtEnd) throw this.#unexpected("the end");
  }

  #fields(depth: number): [string, Json][] {
    const fields: [string, Json][] = [];
    if (this.take("}")) return fields;
    do {
      if (this.text[this.at] !== '"') throw this.#unexpected("a name in double quotes");
      const name = this.#string();
      this.expect(":");
      fields.push([name, this.value(depth + 1)]);
    } while (this.take(","));
    if (!this.take("}")) throw this.#unexpected("“,” or “}”");
    return fields;
  }

  #string(): string {
    const begin = this.#at++;
    let text = "";
    for (;;) {
      text += this.#match(PLAIN);
      const character = this.text[this.#at];
      if (character === '"') break;
      if (character === undefined) throw new JsonFault(begin, "the string is never closed");
      if (character !== "\\") throw this.#unexpected("no control character in a string");
      text += this.#escape();
    }
    this.#at++;
    if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)) {
      throw new JsonFault(begin, "an unpaired surrogate, which UTF-8 cannot encode");
    }
    return text;
  }

  #escape(): string {
    const letter = this.text[this.#at + 1] ?? "";
    if (letter === "u") {
      const digits = this.text.slice(this.#at + 2, this.#at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw this.#unexpected("four hexadecimal digits after \\u");
      this.#at += 6;
      return String.fromCharCode(parseInt(digits, 16));
    }
    const found = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (found === undefined) throw this.#unexpected("an escape of JSON’s");
    this.#at += 2;
    return found;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #unexpected(wanted: string): JsonFault {
    const found = this.text[this.#at];
    return new JsonFault(
      this.#at,
      `expected ${wanted}, found ${found === undefined ? "the end" : JSON.stringify(found)}`,
    );
  }
}
