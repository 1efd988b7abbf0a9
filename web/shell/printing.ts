/**
 * Prints values as mongosh does: the layout of Node's `util.inspect` (`compact: 3`, 80 columns) with mongosh's type
 * names.
 * Reference: <https://nodejs.org/docs/latest-v20.x/api/util.html#utilinspectobject-options>.
 *
 * Output is plain text. Printing calls no getter or method of the value.
 */
import { printBsonType } from "./print_bson.js";
import { quote } from "./quote.js";
import { isFromServer, isUnlimited, isWholeFromServer } from "./server_value_marks.js";

/** Limits and layout of printing. */
export interface PrintOptions {
  /** Levels of nested documents; 6 as in mongosh. */
  depth?: number;
  /** Elements of one array; 100 as in mongosh. */
  maxArrayLength?: number;
  /** UTF-16 units of one string; 10,000 as in mongosh. */
  maxStringLength?: number;
  /** Columns of a line. */
  breakLength?: number;
  /** Levels that may share a line; 3 as in mongosh, none for `printjson`. */
  compact?: number;
}

/** No limits, as mongosh prints cursors, explain output and statistics. */
export const FULL: PrintOptions = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity };

/** The options of `printjson`: one entry per line, at any depth. */
export const EXPANDED: PrintOptions = { ...FULL, compact: 0 };

/**
 * The name of a method that controls how an object of the shell prints. It receives the options and returns either the
 * text or a value to print instead.
 */
export const PRINT = Symbol("print");

/** Deeper nesting risks overflowing the JavaScript stack. */
const MAX_DEPTH = 400;
const IDENTIFIER = /^[a-zA-Z_][a-zA-Z_0-9]*$/;

/** Prints a value as mongosh does inside documents: strings are quoted. */
export function inspect(value: unknown, options: PrintOptions = {}): string {
  return new Printer(options).alone(value);
}

/** Prints a value as mongosh does at the prompt and in `print`: a string is verbatim. */
export function show(value: unknown, options: PrintOptions = {}): string {
  return typeof value === "string" ? value : inspect(value, options);
}

/** The width of a text in columns: East Asian characters take two, combining marks none. */
function columnsOf(text: string): number {
  return text
    .replace(/[\u0300-\u036f\u200b-\u200f]/g, "")
    .replace(
      /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g,
      "..",
    ).length;
}

class Printer {
  private depth: number;
  private maxArrayLength: number;
  private readonly maxStringLength: number;
  private readonly breakLength: number;
  private readonly compact: number;
  private indentation = 0;
  /** The level printed last, which is the depth of the current value. */
  private currentDepth = 0;
  private readonly open: object[];
  private readonly circular: Map<object, number>;
  /** The number of printers that this one is nested in. */
  private readonly around: number;
  /** Whether the current value came from the server as part of its container. */
  private served: boolean;

  constructor(
    private readonly options: PrintOptions,
    outer?: Printer,
  ) {
    this.open = outer?.open ?? [];
    this.circular = outer?.circular ?? new Map();
    this.around = outer ? outer.around + 1 : 0;
    this.served = outer?.served ?? false;
    this.depth = Math.min(options.depth ?? 6, MAX_DEPTH);
    this.maxArrayLength = options.maxArrayLength ?? 100;
    this.maxStringLength = options.maxStringLength ?? 10_000;
    this.breakLength = options.breakLength ?? 80;
    this.compact = options.compact ?? 3;
  }

  /** Prints a value as if it were at the top level. */
  alone(value: unknown): string {
    if (typeof value === "object" && value !== null) {
      this.served ||= isWholeFromServer(value);
      if (this.served || isFromServer(value) || isUnlimited(value)) {
        this.depth = MAX_DEPTH;
        this.maxArrayLength = Infinity;
      }
    }
    return this.value(value, 0);
  }

  value(value: unknown, level: number): string {
    if (typeof value === "object" && value !== null) return this.object(value, level);
    if (typeof value === "function") return this.function(value, level);
    return this.primitive(value);
  }

  private primitive(value: unknown): string {
    switch (typeof value) {
      case "string":
        return this.string(value);
      case "number":
        return Object.is(value, -0) ? "-0" : `${value}`;
      case "bigint":
        return `${value}n`;
      case "symbol":
        return value.toString();
      default:
        return `${value as undefined | null | boolean}`;
    }
  }

  private string(whole: string): string {
    let text = whole;
    let more = "";
    if (text.length > this.maxStringLength) {
      const rest = text.length - this.maxStringLength;
      text = text.slice(0, this.maxStringLength);
      more = `... ${rest} more character${rest > 1 ? "s" : ""}`;
    }
    if (text.length > 16 && text.length > this.breakLength - this.indentation - 4) {
      const lines = text.split(/(?<=\n)/);
      return lines.map(quote).join(` +\n${" ".repeat(this.indentation + 2)}`) + more;
    }
    return quote(text) + more;
  }

  private object(value: object, level: number): string {
    const own = this.own(value, level);
    if (own !== undefined) return own;
    const bson = printBsonType(value, (nested) => new Printer(this.options, this).alone(nested));
    if (bson !== undefined) return this.indented(bson);
    if (this.open.includes(value)) {
      let number = this.circular.get(value);
      if (number === undefined) this.circular.set(value, (number = this.circular.size + 1));
      return `[Circular *${number}]`;
    }
    if (level > 0 && (this.served || isFromServer(value)) && this.around < MAX_DEPTH) {
      return this.indented(new Printer(this.options, this).alone(value));
    }
    const name = constructorName(value);
    if (value instanceof RegExp) return RegExp.prototype.toString.call(value);
    if (value instanceof Error) return this.error(value, level);
    if (level > this.depth && !isEmpty(value))
      return `[${Array.isArray(value) ? "Array" : (name ?? "Object: null prototype")}]`;
    if (value instanceof Promise) return "Promise { <pending> }";
    const box = boxed(value, (primitive) => this.primitive(primitive));
    if (box !== undefined) return box;
    return this.nested(value, level, name);
  }

  /** An error without its stack, most of which is the shell's: message, cause and own fields. */
  private error(value: Error, level: number): string {
    const text = this.indented(level === 0 ? errorText(value) : `[${errorText(value)}]`);
    const keys: PropertyKey[] = Object.keys(value).filter((key) => !["name", "message", "stack"].includes(key));
    for (const key of ["cause", "errors"]) if (Object.hasOwn(value, key) && !keys.includes(key)) keys.push(key);
    if (keys.length === 0 || level > this.depth) return text;
    this.open.push(value);
    this.currentDepth = level;
    const output = keys.map((key) => this.property(value, key as string, level));
    this.open.pop();
    return this.layout(output, [`${text} {`, "}"], undefined, level);
  }

  private nested(value: object, level: number, name: string | undefined): string {
    this.open.push(value);
    if (!isEmpty(value)) this.currentDepth = level;
    let braces: [string, string] = ["{", "}"];
    let list = false;
    let output: string[];
    const tag = tagOf(value);
    const prefix =
      tag !== undefined && tag !== name
        ? `${name ?? "Object"} [${tag}] `
        : name === "Object"
          ? ""
          : `${name ?? "[Object: null prototype]"} `;
    if (Array.isArray(value)) {
      list = true;
      braces = [name === "Array" ? "[" : `${name ?? "[Array: null prototype]"}(${value.length}) [`, "]"];
      output = this.list(value, level);
      for (const key of Object.keys(value)) {
        if (!/^(0|[1-9]\d*)$/.test(key)) output.push(this.property(value, key, level));
      }
    } else if (ArrayBuffer.isView(value) && name === "Buffer") {
      this.open.pop();
      const bytes = value as Uint8Array;
      return `<Buffer ${bytesText(bytes, 50)}>`;
    } else if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
      list = true;
      const items = Array.from(value as Uint8Array);
      braces = [`${name ?? "TypedArray"}(${items.length}) [`, "]"];
      output = this.list(items, level);
    } else if (isMap(value)) {
      braces = [`${sized("Map", name, value.size)} {`, "}"];
      this.indentation += 2;
      output = [...value].map(([k, v]) => `${this.value(k, level + 1)} => ${this.value(v, level + 1)}`);
      this.indentation -= 2;
    } else if (isSet(value)) {
      braces = [`${sized("Set", name, value.size)} {`, "}"];
      this.indentation += 2;
      output = [...value].map((v) => this.value(v, level + 1));
      this.indentation -= 2;
    } else if (isBuffer(value)) {
      output = [
        `[Uint8Contents]: <${bytesText(new Uint8Array(value), this.maxArrayLength)}>`,
        `byteLength: ${value.byteLength}`,
      ];
      braces = ["ArrayBuffer {", "}"];
    } else {
      braces = [`${isArguments(value) ? "[Arguments] " : prefix}{`, "}"];
      output = this.properties(value, level);
    }
    this.open.pop();
    const number = this.circular.get(value);
    const reference = number === undefined ? "" : `<ref *${number}> `;
    if (output.length === 0) return `${reference}${braces[0]}${braces[1]}`;
    return reference + this.layout(output, braces, list ? (value as unknown[]) : undefined, level);
  }

  private properties(value: object, level: number): string[] {
    const output: string[] = [];
    for (const key of Object.keys(value)) output.push(this.property(value, key, level));
    for (const key of Object.getOwnPropertySymbols(value)) {
      if (Object.prototype.propertyIsEnumerable.call(value, key)) output.push(this.property(value, key, level));
    }
    return output;
  }

  private property(holder: object, key: string | symbol, level: number): string {
    const descriptor = Object.getOwnPropertyDescriptor(holder, key);
    let text: string;
    if (descriptor?.get) text = descriptor.set ? "[Getter/Setter]" : "[Getter]";
    else if (descriptor?.set) text = "[Setter]";
    else text = this.indentedValue(descriptor?.value, level);
    const name =
      typeof key === "symbol"
        ? `[${key.toString()}]`
        : key === "__proto__"
          ? "['__proto__']"
          : holder instanceof Error && !descriptor?.enumerable
            ? `[${key}]`
            : IDENTIFIER.test(key)
              ? key
              : quote(key);
    return `${name}: ${text}`;
  }

  private indentedValue(value: unknown, level: number): string {
    this.indentation += 2;
    const text = this.value(value, level + 1);
    this.indentation -= 2;
    return text;
  }

  private list(items: readonly unknown[], level: number): string[] {
    const output: string[] = [];
    let shown = 0;
    let i = 0;
    while (i < items.length && shown < this.maxArrayLength) {
      if (!(i in items)) {
        let holes = 1;
        while (i + holes < items.length && !(i + holes in items)) holes++;
        output.push(`<${holes} empty item${holes > 1 ? "s" : ""}>`);
        i += holes;
      } else {
        output.push(this.indentedValue(items[i], level));
        i++;
      }
      shown++;
    }
    const rest = items.length - i;
    if (rest > 0) output.push(`... ${rest} more item${rest > 1 ? "s" : ""}`);
    return output;
  }

  /** On one line if it fits and has at most three levels; otherwise one entry per line. */
  private layout(entries: string[], braces: [string, string], list: unknown[] | undefined, level: number): string {
    let output = entries;
    if (list && this.compact > 0 && entries.length > 6) output = this.columns(entries, list);
    if (this.currentDepth - level < this.compact && output.length === entries.length) {
      const start = output.length + this.indentation + braces[0].length + 10;
      let length = output.length + start;
      for (const entry of output) length += entry.length;
      if (length <= this.breakLength && !output.some((entry) => entry.includes("\n"))) {
        return `${braces[0]} ${output.join(", ")} ${braces[1]}`;
      }
    }
    const margin = `\n${" ".repeat(this.indentation)}`;
    return `${braces[0]}${margin}  ${output.join(`,${margin}  `)}${margin}${braces[1]}`;
  }

  /** Arranges short elements of a long array in columns, roughly as a square. */
  private columns(output: string[], list: unknown[]): string[] {
    const more = list.length > this.maxArrayLength && output.length > this.maxArrayLength;
    const count = more ? output.length - 1 : output.length;
    const lengths = output.slice(0, count).map(columnsOf);
    const total = lengths.reduce((sum, length) => sum + length + 2, 0);
    const longest = lengths.reduce((max, length) => Math.max(max, length), 0);
    const width = longest + 2;
    if (width * 3 + this.indentation >= this.breakLength || (total / width <= 5 && longest > 6)) return output;
    const bias = Math.max(width - 3 - Math.sqrt(width - total / output.length), 1);
    const columns = Math.min(
      Math.round(Math.sqrt(2.5 * bias * count) / bias),
      Math.floor((this.breakLength - this.indentation) / width),
      this.compact * 4,
      15,
    );
    if (columns <= 1) return output;
    const widths: number[] = [];
    for (let column = 0; column < columns; column++) {
      let widest = 0;
      for (let i = column; i < count; i += columns) widest = Math.max(widest, lengths[i] as number);
      widths.push(widest + 2);
    }
    const right = output.every((_, i) => typeof list[i] === "number" || typeof list[i] === "bigint");
    const lines: string[] = [];
    for (let from = 0; from < count; from += columns) {
      const to = Math.min(from + columns, count);
      let line = "";
      for (let i = from; i < to; i++) {
        const last = i === to - 1;
        const entry = output[i] as string;
        const room = (widths[i - from] as number) + entry.length - columnsOf(entry);
        if (right) line += last ? entry.padStart(room - 2) : `${entry}, `.padStart(room);
        else line += last ? entry : `${entry}, `.padEnd(room);
      }
      lines.push(line);
    }
    if (more) lines.push(output[count] as string);
    return lines;
  }

  /** The text of an object that controls how it prints. */
  private own(value: object, level: number): string | undefined {
    const print = (value as { [PRINT]?: (options: PrintOptions) => unknown })[PRINT];
    if (typeof print !== "function") return undefined;
    const shown: unknown = print.call(value, this.options);
    return typeof shown === "string" ? this.indented(shown) : this.value(shown, level);
  }

  private function(value: object, level: number): string {
    const own = this.own(value, level);
    if (own !== undefined) return own;
    const source = Function.prototype.toString.call(value);
    const given: unknown = Object.getOwnPropertyDescriptor(value, "name")?.value;
    const name = typeof given === "string" ? given : "";
    const base = source.startsWith("class")
      ? classText(value, name)
      : `[${tagOf(value) ?? "Function"}${name ? `: ${name}` : " (anonymous)"}]`;
    const keys = Object.keys(value);
    if (keys.length === 0 || level > this.depth || this.open.includes(value)) return base;
    this.open.push(value);
    this.currentDepth = level;
    const output = keys.map((key) => this.property(value, key, level));
    this.open.pop();
    return this.layout(output, [`${base} {`, "}"], undefined, level);
  }

  private indented(text: string): string {
    return text.includes("\n") ? text.replaceAll("\n", `\n${" ".repeat(this.indentation)}`) : text;
  }
}

/** Bytes in hexadecimal, and how many more follow. */
function bytesText(bytes: Uint8Array, most: number): string {
  const text = Array.from(bytes.subarray(0, most), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
  const rest = bytes.length - most;
  return rest > 0 ? `${text} ... ${rest} more byte${rest > 1 ? "s" : ""}` : text;
}

function classText(value: object, name: string): string {
  const base: unknown = Object.getPrototypeOf(value);
  const parent = typeof base === "function" ? base.name : "";
  return `[class ${name || "(anonymous)"}${parent ? ` extends ${parent}` : ""}]`;
}

/** The object's `Symbol.toStringTag`: `AsyncFunction`, `Generator`, `Math`. Calls no getter. */
function tagOf(value: object): string | undefined {
  for (let holder: object | null = value; holder !== null; holder = Object.getPrototypeOf(holder) as object | null) {
    const tag: unknown = Object.getOwnPropertyDescriptor(holder, Symbol.toStringTag)?.value;
    if (typeof tag === "string") return tag || undefined;
  }
  return undefined;
}

/** `[Number: 5]` for a boxed primitive, and a fixed text for opaque objects; undefined for other objects. */
function boxed(value: object, inner: (primitive: unknown) => string): string | undefined {
  try {
    return boxedText(value, inner);
  } catch {
    // The object only has the prototype.
    return undefined;
  }
}

function boxedText(value: object, inner: (primitive: unknown) => string): string | undefined {
  if (value instanceof Number) return `[Number: ${inner(Number.prototype.valueOf.call(value))}]`;
  if (value instanceof String) return `[String: ${inner(String.prototype.valueOf.call(value))}]`;
  if (value instanceof Boolean) return `[Boolean: ${inner(Boolean.prototype.valueOf.call(value))}]`;
  if (value instanceof BigInt) return `[BigInt: ${inner(BigInt.prototype.valueOf.call(value))}]`;
  if (value instanceof Symbol) return `[Symbol: ${inner(Symbol.prototype.valueOf.call(value))}]`;
  if (value instanceof WeakMap) return "WeakMap { <items unknown> }";
  if (value instanceof WeakSet) return "WeakSet { <items unknown> }";
  return undefined;
}

/** `Name: message`. */
export function errorText(error: Error): string {
  const name = String(error.name || "Error");
  const message = String(error.message ?? "");
  return message ? `${name}: ${message}` : name;
}

/** Whether a value really is of its prototype's type: any object may have any prototype. */
function genuine(value: object, type: abstract new (...given: never[]) => object, size: string): boolean {
  if (!(value instanceof type)) return false;
  try {
    Reflect.get(type.prototype as object, size, value);
    return true;
  } catch {
    return false;
  }
}
const isMap = (value: object): value is Map<unknown, unknown> => genuine(value, Map, "size");
const isSet = (value: object): value is Set<unknown> => genuine(value, Set, "size");
const isBuffer = (value: object): value is ArrayBuffer => genuine(value, ArrayBuffer, "byteLength");

/** Whether a value is an `arguments` object; others with this tag define it themselves. */
function isArguments(value: object): boolean {
  return !(Symbol.toStringTag in value) && Object.prototype.toString.call(value) === "[object Arguments]";
}

/** `Map(2)`, or `Catalogue(2) [Map]` for a subclass. */
function sized(base: string, name: string | undefined, size: number): string {
  return name === base ? `${base}(${size})` : `${name ?? `[${base}: null prototype]`}(${size}) [${base}]`;
}

/** Whether a value has no content to omit, however deep it is. */
function isEmpty(value: object): boolean {
  if (isMap(value) || isSet(value)) return value.size === 0;
  // A buffer prints its length.
  if (isBuffer(value)) return false;
  return Reflect.ownKeys(value).length === (Array.isArray(value) ? 1 : 0);
}

function constructorName(value: object): string | undefined {
  let holder: object | null = value;
  while (holder !== null) {
    const descriptor = Object.getOwnPropertyDescriptor(holder, "constructor");
    if (typeof descriptor?.value === "function" && typeof descriptor.value.name === "string" && descriptor.value.name) {
      // A document may have a field named `constructor`.
      if (isMadeBy(value, descriptor.value as Function)) return descriptor.value.name as string;
    }
    // In the sandbox these are accessors, and getters are not called.
    const known = descriptor?.get && BUILT_IN.get(holder);
    if (known) return known;
    holder = Object.getPrototypeOf(holder) as object | null;
  }
  return undefined;
}

/** Whether the function's prototype is in the value's prototype chain; calls neither object's code. */
function isMadeBy(value: object, maker: Function): boolean {
  const prototype: unknown = Object.getOwnPropertyDescriptor(maker, "prototype")?.value;
  return typeof prototype === "object" && prototype !== null && Object.prototype.isPrototypeOf.call(prototype, value);
}

const BUILT_IN = new Map<object, string>(
  [Object, Function, Error, TypeError, RangeError, SyntaxError, ReferenceError].map((type) => [
    type.prototype as object,
    type.name,
  ]),
);
