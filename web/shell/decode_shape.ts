/**
 * Decoders for documents that are alike. Most results are lists of documents
 * with the same names in the same order; a function made for these names reads
 * them several times as fast as a loop that finds out every name and adds field by field.
 *
 * A decoder expects names, not types, and gives up on a document with other names,
 * which is then read by the general way; so it never changes what is read.
 * Where functions must not be made of text (a Content-Security-Policy without
 * `unsafe-eval`), there are none.
 */
import { ObjectId, type Document } from "bson";

/** What decoders use of the reader. */
export interface Source {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Where the bytes that may be read end. */
  readonly limit: number;
  /** Where to read next. */
  at: number;
  /** The value of this type at hand. */
  value(type: number): unknown;
  string(): string;
  array(): unknown[];
}

/** Reads the document at hand; `undefined`, with nothing read, when it has other names. */
type ShapeDecoder = (source: Source) => Document | undefined;

/** Names that need no quotes, no escapes and no second thought. */
const PLAIN = /^(?!__proto__$)[A-Za-z_][A-Za-z0-9_]{0,63}$/;
/** Documents inside of documents that are part of the shape. */
const MAX_DEPTH = 3;
const MAX_FIELDS = 100;
/** Decoders kept. */
const KEPT = 200;

/** Decoders tried on a document, those that fitted last first. */
const TRIED = 4;
/** Of documents read in the general way, every so many becomes an example. */
const SAMPLE = 64;

/** Decoders that are tried on documents of one kind. */
export class Shapes {
  readonly #decoders: ShapeDecoder[] = [];
  #read = 0;

  /** Reads the document at hand, if it is like one of the examples. */
  read(source: Source): Document | undefined {
    const decoders = this.#decoders;
    for (let i = 0; i < decoders.length; i++) {
      const decoder = decoders[i] as ShapeDecoder;
      const document = decoder(source);
      if (!document) continue;
      // Lists inside of it may have been read in between.
      if (i > 0 && decoders[i] === decoder) {
        decoders[i] = decoders[i - 1] as ShapeDecoder;
        decoders[i - 1] = decoder;
      }
      return document;
    }
    return undefined;
  }

  /** Takes note of a document that was read in the general way; `many` when more are expected at once. */
  learn(example: Document, many: boolean): void {
    if (++this.#read % SAMPLE !== 0 && !many) return;
    const decoder = shapeDecoder(example);
    if (!decoder || this.#decoders.includes(decoder)) return;
    if (this.#decoders.length === TRIED) this.#decoders.pop();
    this.#decoders.unshift(decoder);
  }
}

const kept = new Map<string, ShapeDecoder>();
// Scripts may put something else in its place.
const make = Function;
let allowed = true;

/** The decoder for documents like this one, if there can be one. */
function shapeDecoder(example: Document): ShapeDecoder | undefined {
  if (!allowed) return undefined;
  const shape = shapeOf(example, 0);
  if (!shape) return undefined;
  const key = JSON.stringify(shape);
  let decoder = kept.get(key);
  if (!decoder) {
    try {
      decoder = (make("ObjectId", source(shape)) as (id: typeof ObjectId) => ShapeDecoder)(ObjectId);
    } catch {
      allowed = false;
      return undefined;
    }
    if (kept.size >= KEPT) kept.clear();
    kept.set(key, decoder);
  }
  return decoder;
}

type Kind = "number" | "string" | "boolean" | "date" | "id" | "array" | "other";
/** Names, and what to expect under them. */
type Shape = [name: string, expected: Kind | Shape][];

function shapeOf(document: Document, depth: number): Shape | undefined {
  const names = Object.keys(document);
  if (names.length === 0 || names.length > MAX_FIELDS || !names.every((name) => PLAIN.test(name))) return undefined;
  return names.map((name) => [name, expected(document[name], depth)]);
}

function expected(value: unknown, depth: number): Kind | Shape {
  const type = typeof value;
  if (type === "number" || type === "string" || type === "boolean") return type;
  if (Array.isArray(value)) return "array";
  if (value instanceof Date) return "date";
  if (value instanceof ObjectId) return "id";
  const plain = value !== null && type === "object" && Object.getPrototypeOf(value) === Object.prototype;
  return (plain && depth < MAX_DEPTH && shapeOf(value as Document, depth + 1)) || "other";
}

const MISS = "{s.at=start;return undefined}";
/** Whatever it is; 0 would be the end of the document. */
const ANY = `{if(t===0)${MISS}s.at=at;VALUE=s.value(t);at=s.at}`;
const READ: Record<Kind, string> = {
  number: `if(t===16){VALUE=v.getInt32(at,true);at+=4}else if(t===1){VALUE=v.getFloat64(at,true);at+=8}else ${ANY}`,
  string: `if(t===2){s.at=at;VALUE=s.string();at=s.at}else ${ANY}`,
  boolean: `if(t===8){VALUE=b[at]===1;at+=1}else ${ANY}`,
  date: `if(t===9){VALUE=new Date(v.getInt32(at+4,true)*4294967296+v.getUint32(at,true));at+=8}else ${ANY}`,
  id: `if(t===7&&at+12<=l){VALUE=new ObjectId(b,at);at+=12}else ${ANY}`,
  array: `if(t===4){s.at=at;VALUE=s.array();at=s.at}else ${ANY}`,
  other: ANY,
};

/** The text of a function that makes the decoder. */
function source(shape: Shape): string {
  const variables: string[] = [];
  let code = "";
  /** Adds the reading of a document; gives its text as an object literal. */
  const read = (fields: Shape): string => {
    const end = `e${variables.push("")}`;
    variables[variables.length - 1] = end;
    code += `${end}=at+v.getInt32(at,true);if(${end}>l)${MISS}at+=4;`;
    const literal = fields.map(([name, kind]) => {
      code += `if(at+${name.length + 2}>l||${otherName(name)})${MISS}t=b[at];at+=${name.length + 2};`;
      if (typeof kind !== "string") {
        code += `if(t!==3)${MISS}`;
        return `${name}:${read(kind)}`;
      }
      const value = `f${variables.length}`;
      variables.push(value);
      code += READ[kind].replaceAll("VALUE", value);
      return `${name}:${value}`;
    });
    code += `if(b[at]!==0||at+1!==${end})${MISS}at+=1;`;
    return `{${literal.join(",")}}`;
  };
  const literal = read(shape);
  return `return function(s){var b=s.bytes,v=s.view,l=s.limit,start=s.at,at=start,t,${variables.join(",")};${code}s.at=at;return ${literal}}`;
}

/** The condition under which another name is at hand: compared by four, two and one of its bytes, the zero behind it included. */
function otherName(name: string): string {
  const bytes = [...name].map((letter) => letter.charCodeAt(0)).concat(0);
  const tests: string[] = [];
  let at = 0;
  for (; at + 4 <= bytes.length; at += 4) {
    const word = bytes.slice(at, at + 4).reduce((sum, byte, i) => sum + byte * 256 ** i, 0);
    tests.push(`v.getInt32(at+${at + 1},true)!==${word | 0}`);
  }
  for (; at < bytes.length; at++) tests.push(`b[at+${at + 1}]!==${bytes[at]}`);
  return tests.join("||");
}
