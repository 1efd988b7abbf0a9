/**
 * Decoders for documents that are alike. Most results are lists of documents
 * with the same names in the same order; a function made for these names reads
 * them several times as fast as a loop that finds out every name and adds field by field.
 *
 * A decoder expects names, not types, some of which may be missing, and gives up on a document with
 * other names, which is then read by the general way; so it never changes what is read.
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
  /** A list, whose documents are like those before. */
  array(shapes: Shapes): unknown[];
  /** A document like those before. */
  inner(shapes: Shapes): Document;
}

/** Reads the document at hand; `undefined`, with nothing read, when it has other names. */
type ShapeDecoder = (source: Source) => Document | undefined;

/**
 * Reads elements into a list that has so many, from the one at hand on, as long as they are documents that have the
 * names; gives how many the list has then.
 */
type RunDecoder = (source: Source, list: unknown[], count: number) => number;

/** Names that need no quotes, no escapes and no second thought. */
const PLAIN = /^(?!__proto__$)[A-Za-z_][A-Za-z0-9_]{0,63}$/;
/** Documents inside of documents that are part of the shape. */
const MAX_DEPTH = 3;
const MAX_FIELDS = 100;
/** Names that may be missing: each doubles the ways to make the document. */
const MAX_OPTIONAL = 3;
/** Decoders kept. */
const KEPT = 200;

/** Decoders tried on a document, those that fitted last first. */
const TRIED = 4;
/** Of documents read in the general way, every so many becomes an example. */
const SAMPLE = 64;

/** A decoder and what it was made for. */
interface Known {
  readonly shape: Shape;
  readonly decode: ShapeDecoder;
  run?: RunDecoder | undefined;
}

/** Decoders that are tried on documents of one kind. */
export class Shapes {
  readonly #known: Known[] = [];
  #read = 0;

  /** Reads the document at hand, if it is like one of the examples. */
  read(source: Source): Document | undefined {
    const all = this.#known;
    for (let i = 0; i < all.length; i++) {
      const known = all[i] as Known;
      const document = known.decode(source);
      if (!document) continue;
      // Lists inside of it may have been read in between.
      if (i > 0 && all[i] === known) {
        all[i] = all[i - 1] as Known;
        all[i - 1] = known;
      }
      return document;
    }
    return undefined;
  }

  /**
   * Reads elements into a list that has so many as long as they are like the last that was read; gives how many it has
   * then.
   */
  readRun(source: Source, list: unknown[], count: number): number {
    const last = this.#known[0];
    if (!last) return count;
    last.run ??= runDecoder(last.shape);
    return last.run ? last.run(source, list, count) : count;
  }

  /** Takes note of a document that was read in the general way; `many` when more are expected at once. */
  learn(example: Document, many: boolean): void {
    if (++this.#read % SAMPLE !== 0 && !many) return;
    const shape = shapeOf(example, 0);
    if (!shape) return;
    const all = this.#known;
    // Documents that differ in a few names share a decoder.
    for (let i = 0; i < all.length; i++) {
      const both = merged((all[i] as Known).shape, shape);
      if (both && add(both, i)) return;
    }
    if (add(shape, all.length)) all.unshift(all.pop() as Known);
    if (all.length > TRIED) all.pop();

    function add(wanted: Shape, at: number): boolean {
      const decode = shapeDecoder(wanted);
      if (decode && !all.some((known) => known.decode === decode)) all[at] = { shape: wanted, decode };
      return decode !== undefined && all[at]?.decode === decode;
    }
  }
}

const kept = new Map<string, ShapeDecoder>();
// Scripts may put something else in its place.
const make = Function;
let allowed = true;

/** The decoder for documents of this shape, if there can be one. */
function shapeDecoder(shape: Shape): ShapeDecoder | undefined {
  if (!allowed) return undefined;
  const key = JSON.stringify(shape);
  let decoder = kept.get(key);
  if (!decoder) {
    try {
      decoder = (make("ObjectId", "Shapes", source(shape)) as (id: unknown, shapes: unknown) => ShapeDecoder)(
        ObjectId,
        Shapes,
      );
    } catch {
      allowed = false;
      return undefined;
    }
    if (kept.size >= KEPT) kept.clear();
    kept.set(key, decoder);
  }
  return decoder;
}

/** The decoder for runs of documents of this shape; those of single ones could be made. */
function runDecoder(shape: Shape): RunDecoder | undefined {
  try {
    return (make("ObjectId", "Shapes", source(shape, true)) as (id: unknown, shapes: unknown) => RunDecoder)(
      ObjectId,
      Shapes,
    );
  } catch {
    return undefined;
  }
}

type Kind = "number" | "string" | "boolean" | "date" | "id" | "array" | "document" | "other";
/** Names, what to expect under them, and whether they may be missing. */
type Field = [name: string, expected: Kind | Shape, optional: boolean];
type Shape = Field[];

function shapeOf(document: Document, depth: number): Shape | undefined {
  const names = Object.keys(document);
  if (names.length === 0 || names.length > MAX_FIELDS || !names.every((name) => PLAIN.test(name))) return undefined;
  return names.map((name) => [name, expected(document[name], depth), false]);
}

function expected(value: unknown, depth: number): Kind | Shape {
  const type = typeof value;
  if (type === "number" || type === "string" || type === "boolean") return type;
  if (Array.isArray(value)) return "array";
  if (value instanceof Date) return "date";
  if (value instanceof ObjectId) return "id";
  if (value === null || type !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return "other";
  return (depth < MAX_DEPTH && shapeOf(value as Document, depth + 1)) || "document";
}

/** The shape of documents of either shape: their names in one order, those that only one has being optional. */
function merged(a: Shape, b: Shape): Shape | undefined {
  const all: Shape = [];
  const has = (shape: Shape, from: number, name: string): boolean =>
    shape.slice(from).some((field) => field[0] === name);
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const [mine, other] = [a[i], b[j]];
    if (mine && other && mine[0] === other[0]) {
      all.push([mine[0], both(mine[1], other[1]), mine[2]]);
      i++;
      j++;
    } else if (mine && !has(b, 0, mine[0])) {
      all.push([mine[0], mine[1], true]);
      i++;
    } else if (other && !has(a, 0, other[0])) {
      all.push([other[0], other[1], true]);
      j++;
    } else return undefined;
  }
  const optional = all.filter((field) => field[2]).length;
  return optional <= MAX_OPTIONAL && optional * 2 <= all.length && all.length <= MAX_FIELDS ? all : undefined;
}

/** What to expect where either was met. */
function both(a: Kind | Shape, b: Kind | Shape): Kind | Shape {
  if (typeof a === "string") return typeof b === "string" || a === "document" ? a : "document";
  return JSON.stringify(a) === JSON.stringify(b) ? a : "document";
}

/** Whatever it is; 0 would be the end of the document. */
const ANY = `{if(t===0)MISS s.at=at;VALUE=s.value(t);at=s.at}`;
const READ: Record<Kind, string> = {
  number: `if(t===16){VALUE=v.getInt32(at,true);at+=4}else if(t===1){VALUE=v.getFloat64(at,true);at+=8}else ${ANY}`,
  string: `if(t===2){s.at=at;VALUE=s.string();at=s.at}else ${ANY}`,
  boolean: `if(t===8){VALUE=b[at]===1;at+=1}else ${ANY}`,
  date: `if(t===9){VALUE=new Date(v.getInt32(at+4,true)*4294967296+v.getUint32(at,true));at+=8}else ${ANY}`,
  id: `if(t===7&&at+12<=l){VALUE=new ObjectId(b,at);at+=12}else ${ANY}`,
  array: `if(t===4){s.at=at;VALUE=s.array(OWN);at=s.at}else ${ANY}`,
  document: `if(t===3){s.at=at;VALUE=s.inner(OWN);at=s.at}else ${ANY}`,
  other: ANY,
};

/** The text of a function that makes the decoder, of one document or of a run. */
function source(shape: Shape, run = false): string {
  const variables: string[] = [];
  const own: string[] = [];
  const optional: string[] = [];
  let code = "";
  const variable = (letter: string): string => `${letter}${variables.push(`${letter}${variables.length}`) - 1}`;
  const miss = `{s.at=start;return ${run ? "n" : "undefined"}}`;
  /** Adds the reading of a document; gives the text of each field in an object literal. */
  const read = (fields: Shape): string[] => {
    const end = variable("e");
    code += `${end}=at+v.getInt32(at,true);if(${end}>l)${miss}at+=4;`;
    const texts = fields.map(([name, kind, isOptional]) => {
      const other = `at+${name.length + 2}>l||${otherName(name)}`;
      code += isOptional ? `if(!(${other})){o|=${1 << (optional.push(name) - 1)};` : `if(${other})${miss}`;
      code += `t=b[at];at+=${name.length + 2};`;
      let text: string;
      if (typeof kind === "string") {
        const value = variable("f");
        const shapes = `S${own.length}`;
        if (READ[kind].includes("OWN")) own.push(`${shapes}=new Shapes()`);
        code += READ[kind].replaceAll("VALUE", value).replaceAll("OWN", shapes).replaceAll("MISS", miss);
        text = value;
      } else {
        code += `if(t!==3)${miss}`;
        text = `{${read(kind).join(",")}}`;
      }
      if (isOptional) code += "}";
      return `${name}:${text}`;
    });
    code += `if(b[at]!==0||at+1!==${end})${miss}at+=1;`;
    return texts;
  };
  const texts = read(shape);
  // One literal for each choice of the names that may be missing, so that each is made at once.
  let result = "";
  for (let mask = 0; mask < 1 << optional.length; mask++) {
    const has = (name: string): boolean => !optional.includes(name) || (mask & (1 << optional.indexOf(name))) !== 0;
    const literal = `{${texts.filter((_, i) => has((shape[i] as Field)[0])).join(",")}}`;
    result += mask + 1 < 1 << optional.length ? `o===${mask}?${literal}:` : literal;
  }
  const owned = own.length > 0 ? `var ${own.join(",")};` : "";
  const locals = `var b=s.bytes,v=s.view,l=s.limit,start=s.at,at=start,o=0,t,${variables.join(",")};`;
  if (!run) return `${owned}return function(s){${locals}${code}s.at=at;return ${result}}`;
  // Type and name of an element come first. Lists inside of the documents may move what is read, never the list at
  // hand.
  const element = "start=at;o=0;if(b[at]!==3){s.at=at;return n}at++;while(at<l&&b[at]!==0)at++;at++;";
  return `${owned}return function(s,list,n){${locals}for(;;){${element}${code}list[n++]=${result}}}`;
}

/**
 * The condition under which another name is at hand: compared by four, two and one of its bytes, the zero behind it
 * included.
 */
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
