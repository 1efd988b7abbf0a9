/**
 * Compiled decoders for documents of one shape. Most results are lists of documents with the same names in the same
 * order; a function compiled for these names decodes them several times as fast as a loop that reads each name and adds
 * field by field.
 *
 * A decoder expects names, some of them optional, but not types. On a document with other names it gives up, and the
 * generic decoder reads the document, so results never differ. Where code must not be compiled from strings (a
 * Content-Security-Policy without `unsafe-eval`), there are no such decoders.
 */
import { ObjectId, type Document } from "bson";

/** The parts of the reader that decoders use. */
export interface Source {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** The end of the readable bytes. */
  readonly limit: number;
  /** The read position. */
  at: number;
  /** Reads the next value, which has this type. */
  value(type: number): unknown;
  string(): string;
  /** Reads an array, whose documents may have one of these shapes. */
  array(shapes: Shapes): unknown[];
  /** Reads an embedded document, which may have one of these shapes. */
  inner(shapes: Shapes): Document;
}

/** Reads the next document; returns `undefined`, and leaves the position, if it has other names. */
type ShapeDecoder = (source: Source) => Document | undefined;

/**
 * Appends array elements to a list of `count` elements, as long as they are documents with these names. Returns the
 * list's new length.
 */
type RunDecoder = (source: Source, list: unknown[], count: number) => number;

/** Names that can be written as object keys without quotes or escapes. */
const PLAIN = /^(?!__proto__$)[A-Za-z_][A-Za-z0-9_]{0,63}$/;
/** Levels of embedded documents that are part of a shape. */
const MAX_DEPTH = 3;
const MAX_FIELDS = 100;
/** The most optional names: each doubles the number of object literals. */
const MAX_OPTIONAL = 3;
/** Compiled decoders that are cached. */
const CACHE_SIZE = 200;

/** Decoders tried on a document, the most recent matches first. */
const MAX_SHAPES = 4;
/** One of this many generically decoded documents becomes an example. */
const SAMPLE = 64;

/** A decoder and its shape. */
interface Known {
  readonly shape: Shape;
  readonly decode: ShapeDecoder;
  run?: RunDecoder | undefined;
}

/** The decoders tried on documents from one place. */
export class Shapes {
  readonly #known: Known[] = [];
  #read = 0;

  /** Reads the next document if it has one of these shapes. */
  read(source: Source): Document | undefined {
    const all = this.#known;
    for (let i = 0; i < all.length; i++) {
      const known = all[i] as Known;
      const document = known.decode(source);
      if (!document) continue;
      // Arrays inside the document may have changed the list in between.
      if (i > 0 && all[i] === known) {
        all[i] = all[i - 1] as Known;
        all[i - 1] = known;
      }
      return document;
    }
    return undefined;
  }

  /**
   * Appends elements to a list of `count` elements, as long as they have the shape read last. Returns the list's new
   * length.
   */
  readRun(source: Source, list: unknown[], count: number): number {
    const last = this.#known[0];
    if (!last) return count;
    last.run ??= runDecoder(last.shape);
    return last.run ? last.run(source, list, count) : count;
  }

  /** Considers a generically decoded document as an example; `many` if many similar ones are likely to follow. */
  learn(example: Document, many: boolean): void {
    if (++this.#read % SAMPLE !== 0 && !many) return;
    const shape = shapeOf(example, 0);
    if (!shape) return;
    const all = this.#known;
    // Documents that differ in a few names share a decoder.
    for (let i = 0; i < all.length; i++) {
      const both = mergeShapes((all[i] as Known).shape, shape);
      if (both && add(both, i)) return;
    }
    if (add(shape, all.length)) all.unshift(all.pop() as Known);
    if (all.length > MAX_SHAPES) all.pop();

    function add(wanted: Shape, at: number): boolean {
      const decode = shapeDecoder(wanted);
      if (decode && !all.some((known) => known.decode === decode)) all[at] = { shape: wanted, decode };
      return decode !== undefined && all[at]?.decode === decode;
    }
  }
}

const decoderCache = new Map<string, ShapeDecoder>();
// Saved, because scripts may replace the global.
const FunctionConstructor = Function;
let allowed = true;

/** The decoder for documents of this shape; undefined if code cannot be compiled. */
function shapeDecoder(shape: Shape): ShapeDecoder | undefined {
  if (!allowed) return undefined;
  const key = JSON.stringify(shape);
  let decoder = decoderCache.get(key);
  if (!decoder) {
    try {
      decoder = (
        FunctionConstructor("ObjectId", "Shapes", source(shape)) as (id: unknown, shapes: unknown) => ShapeDecoder
      )(ObjectId, Shapes);
    } catch {
      allowed = false;
      return undefined;
    }
    if (decoderCache.size >= CACHE_SIZE) decoderCache.clear();
    decoderCache.set(key, decoder);
  }
  return decoder;
}

/** The decoder for runs of documents of this shape; called only after a decoder of single ones was compiled. */
function runDecoder(shape: Shape): RunDecoder | undefined {
  try {
    return (
      FunctionConstructor("ObjectId", "Shapes", source(shape, true)) as (id: unknown, shapes: unknown) => RunDecoder
    )(ObjectId, Shapes);
  } catch {
    return undefined;
  }
}

type Kind = "number" | "string" | "boolean" | "date" | "id" | "array" | "document" | "other";
/** A name, the expected kind of its value, and whether it may be missing. */
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

/** The union of two shapes, with names found in only one as optional; undefined if their orders conflict. */
function mergeShapes(a: Shape, b: Shape): Shape | undefined {
  const all: Shape = [];
  const has = (shape: Shape, from: number, name: string): boolean =>
    shape.slice(from).some((field) => field[0] === name);
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const [mine, other] = [a[i], b[j]];
    if (mine && other && mine[0] === other[0]) {
      all.push([mine[0], mergeKinds(mine[1], other[1]), mine[2]]);
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

/** The kind to expect for values of either kind. */
function mergeKinds(a: Kind | Shape, b: Kind | Shape): Kind | Shape {
  if (typeof a === "string") return typeof b === "string" || a === "document" ? a : "document";
  return JSON.stringify(a) === JSON.stringify(b) ? a : "document";
}

/** Reads a value of any type; type 0 would be the document's terminator. */
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

/** The source of a function that returns the decoder, of one document or of a run. */
function source(shape: Shape, run = false): string {
  const variables: string[] = [];
  const own: string[] = [];
  const optional: string[] = [];
  let code = "";
  const variable = (letter: string): string => `${letter}${variables.push(`${letter}${variables.length}`) - 1}`;
  const miss = `{s.at=start;return ${run ? "n" : "undefined"}}`;
  /** Adds the code that reads a document; returns the source of each field in an object literal. */
  const read = (fields: Shape): string[] => {
    const end = variable("e");
    code += `${end}=at+v.getInt32(at,true);if(${end}>l)${miss}at+=4;`;
    const texts = fields.map(([name, kind, isOptional]) => {
      const other = `at+${name.length + 2}>l||${nameDiffers(name)}`;
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
  // One literal per combination of the optional names, so that each object is created in one step.
  let result = "";
  for (let mask = 0; mask < 1 << optional.length; mask++) {
    const has = (name: string): boolean => !optional.includes(name) || (mask & (1 << optional.indexOf(name))) !== 0;
    const literal = `{${texts.filter((_, i) => has((shape[i] as Field)[0])).join(",")}}`;
    result += mask + 1 < 1 << optional.length ? `o===${mask}?${literal}:` : literal;
  }
  const owned = own.length > 0 ? `var ${own.join(",")};` : "";
  const locals = `var b=s.bytes,v=s.view,l=s.limit,start=s.at,at=start,o=0,t,${variables.join(",")};`;
  if (!run) return `${owned}return function(s){${locals}${code}s.at=at;return ${result}}`;
  // The element's type and name come first. Reading nested arrays moves the position, but never replaces this list.
  const element = "start=at;o=0;if(b[at]!==3){s.at=at;return n}at++;while(at<l&&b[at]!==0)at++;at++;";
  return `${owned}return function(s,list,n){${locals}for(;;){${element}${code}list[n++]=${result}}}`;
}

/**
 * The source of the condition that the next name is another one. Compares four bytes at a time, then single ones,
 * including the zero that ends the name.
 */
function nameDiffers(name: string): string {
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
