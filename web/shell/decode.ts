/**
 * Decodes BSON to JavaScript values as mongosh shows them: 32-bit integers and doubles are numbers, 64-bit integers are
 * `Long`.
 *
 * The result is that of npm's `deserialize` with `promoteLongs: false`, but names and strings are not converted one by
 * one. Names are cached, strings are sliced from text that is converted in blocks, and long lists of similar documents
 * have a decoder of their own (`decode_shape.ts`).
 *
 * Reference: <https://bsonspec.org/spec.html>.
 */
import {
  Binary,
  BSONError,
  BSONRegExp,
  Code,
  DBRef,
  Decimal128,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  type Document,
} from "bson";
import { latin1, utf8 } from "./text_decoding.js";
import { Shapes, type Source } from "./decode_shape.js";

/** Bytes converted to text at once. Limited, because a string sliced from a block keeps the block alive. */
const BLOCK = 32 * 1024;
/**
 * Block size for bytes with {@link PlainText}. V8 puts a string of more than 128 kB into its large-object space, where
 * garbage collections do not copy it; in retained documents, text is the larger part.
 */
const PLAIN_BLOCK = 160 * 1024;
/**
 * Block size in Node, which keeps strings of at least this size outside V8's heap, where they are neither scanned nor
 * copied.
 */
const OUTER_BLOCK = 1_031_914;
/** Size of the cache of names. */
const NAMES = 4096;
/** The bytes above which a string is converted on its own, without scanning it for non-ASCII bytes first. */
const LONG = 1000;
/** Size of the cache of short strings, and the most bytes of a string in it. */
const TEXT_BITS = 13;
const TEXTS = 1 << TEXT_BITS;
const SHORT = 16;
/** The estimated number of following documents from which a shape decoder is compiled at once. */
const COMPILE_THRESHOLD = 16;

/** Consecutive documents of one shape from which it pays to look for another run. */
const SHORTEST_RUN = 8;

/** The most elements preallocated at once: the estimate is too high if the first document is short. */
const MAX_PREALLOCATED = 1 << 17;

/** Examples taken from one list, besides the sampled ones. */
const EXAMPLES = 4;
/** Shapes of documents in lists and in documents of unknown shape, and shapes of whole replyShapes. */
const genericShapes = new Shapes();
const replyShapes = new Shapes();
/** The encoder's limit plus room for the reply around the document. */
const MAX_DEPTH = 250;

/** The block being converted. */
const block = new Uint8Array(BLOCK);
const blockWords = new Int32Array(block.buffer);

const names: (string | undefined)[] = new Array<string | undefined>(NAMES).fill(undefined);
/** A cache of short strings, which often repeat; a hit allocates nothing. */
const texts: (string | undefined)[] = new Array<string | undefined>(TEXTS).fill(undefined);

/** Decodes a document. Regular expressions that JavaScript cannot express stay `BSONRegExp`. */
export function decode(bytes: Uint8Array): Document {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new Reader(bytes, view, 0, bytes.length).root();
}

/**
 * Returns the address of a copy of up to {@link PLAIN_BLOCK} bytes from `offset` on, with their highest bits cleared.
 */
export type PlainText = (offset: number, length: number) => number;

/**
 * Like {@link decode}, for a slice of larger bytes whose view exists already, which avoids making one. With `plain`,
 * text comes from the copy that it returns, which is in `bytes` too.
 */
export function decodeWithin(
  bytes: Uint8Array,
  view: DataView,
  start: number,
  length: number,
  plain?: PlainText,
): Document {
  return new Reader(bytes, view, start, start + length, plain).root();
}

/** A copy of a list with room for `following` more elements: growing it step by step would copy it repeatedly. */
function withCapacity(list: unknown[], following: number): unknown[] {
  const roomy = new Array<unknown>(list.length + Math.min(Math.ceil(following), MAX_PREALLOCATED));
  for (let i = 0; i < list.length; i++) roomy[i] = list[i];
  return roomy;
}

/** The driver's constructor that reads an ObjectId at an offset; its types do not declare it. */
const ObjectIdAt = ObjectId as unknown as new (bytes: Uint8Array, offset: number) => ObjectId;

class Reader implements Source {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  at: number;
  readonly limit: number;
  private depth = 0;
  private blockStart = 0;
  private block = "";
  private readonly start: number;
  private readonly plain: PlainText | undefined;

  constructor(bytes: Uint8Array, view: DataView, start: number, limit: number, plain?: PlainText) {
    this.bytes = bytes;
    this.view = view;
    this.at = start;
    this.start = start;
    this.limit = limit;
    this.plain = plain;
  }

  root(): Document {
    const length = this.limit - this.at;
    if (length < 5) throw new BSONError("corrupt bson message < 5 bytes long");
    const size = this.view.getInt32(this.at, true);
    if (size !== length) throw new BSONError(`buffer length ${length} must === bson size ${size}`);
    try {
      const known = replyShapes.read(this);
      if (known) return known;
      const document = this.document();
      replyShapes.learn(document, false);
      return document;
    } catch (error) {
      // A read past the end of the bytes.
      if (error instanceof RangeError) throw new BSONError("corrupt bson message");
      throw error;
    }
  }

  private document(): Document {
    const end = this.end();
    const document: Document = {};
    let reference: boolean | undefined;
    for (;;) {
      const type = this.view.getUint8(this.at++);
      if (type === 0) break;
      const name = this.name();
      if (name.charCodeAt(0) === 36 && reference !== false)
        reference = name === "$ref" || name === "$id" || name === "$db";
      const value = this.value(type);
      if (name === "__proto__") {
        Object.defineProperty(document, name, { value, writable: true, enumerable: true, configurable: true });
      } else document[name] = value;
    }
    this.close(end);
    return reference === true && isReference(document) ? makeReference(document) : document;
  }

  array(shapes: Shapes): unknown[] {
    const end = this.end();
    let list = this.startsWithText() ? this.shortStringList() : this.shortDocumentList(shapes);
    let count = list.length;
    let misses = 0;
    let inRuns = true;
    for (;;) {
      const type = this.view.getUint8(this.at++);
      if (type === 0) break;
      // Elements are in order, whatever their names are.
      while (this.view.getUint8(this.at++) !== 0);
      if (type !== 0x03) {
        list[count++] = this.value(type);
        continue;
      }
      const start = this.at;
      const known = shapes.read(this);
      const document = known ?? this.document();
      list[count++] = document;
      const following = (end - this.at) / (this.at - start);
      if (!known) shapes.learn(document, misses++ < EXAMPLES && following > COMPILE_THRESHOLD);
      // In a mixed list, looking for runs costs more than it saves.
      else if (inRuns && following > COMPILE_THRESHOLD) {
        if (list.length === count && following > count) list = withCapacity(list, following);
        const before = count;
        count = shapes.readRun(this, list, count);
        inRuns = count - before >= SHORTEST_RUN;
      }
    }
    // Removes unused room.
    if (list.length !== count) list.length = count;
    this.close(end);
    return list;
  }

  /** All documents of a list of up to four; empty for longer lists. See {@link shortStringList}. */
  private shortDocumentList(shapes: Shapes): unknown[] {
    const { bytes, view } = this;
    let at = this.at;
    let count = 0;
    for (; bytes[at] === 0x03 && count < 5; count++) {
      while (bytes[++at] !== 0) if (at >= this.limit) return [];
      if (++at + 4 > this.limit) return [];
      at += Math.max(view.getInt32(at, true), 5);
    }
    if (bytes[at] !== 0) return [];
    switch (count) {
      case 1:
        return [this.nextDocument(shapes)];
      case 2:
        return [this.nextDocument(shapes), this.nextDocument(shapes)];
      case 3:
        return [this.nextDocument(shapes), this.nextDocument(shapes), this.nextDocument(shapes)];
      case 4:
        return [
          this.nextDocument(shapes),
          this.nextDocument(shapes),
          this.nextDocument(shapes),
          this.nextDocument(shapes),
        ];
      default:
        return [];
    }
  }

  private nextDocument(shapes: Shapes): Document {
    this.at++;
    while (this.view.getUint8(this.at++) !== 0);
    return this.inner(shapes);
  }

  inner(shapes: Shapes): Document {
    const known = shapes.read(this);
    if (known) return known;
    const document = this.document();
    shapes.learn(document, false);
    return document;
  }

  private startsWithText(): boolean {
    return this.view.getUint8(this.at) === 0x02;
  }

  /**
   * Up to four strings. Most lists of strings are short, and an array that grows reserves much more room than it needs.
   */
  private shortStringList(): unknown[] {
    const a = this.nextText();
    if (!this.startsWithText()) return [a];
    const b = this.nextText();
    if (!this.startsWithText()) return [a, b];
    const c = this.nextText();
    if (!this.startsWithText()) return [a, b, c];
    return [a, b, c, this.nextText()];
  }

  private nextText(): string {
    this.at++;
    while (this.view.getUint8(this.at++) !== 0);
    return this.string();
  }

  private end(): number {
    if (++this.depth > MAX_DEPTH) throw new BSONError(`The document is nested deeper than ${MAX_DEPTH} levels`);
    const end = this.at + this.view.getInt32(this.at, true);
    if (end > this.limit) throw new BSONError("bad embedded document length in bson");
    this.at += 4;
    return end;
  }
  private close(end: number): void {
    this.depth--;
    if (this.at !== end) throw new BSONError("Bad BSON Document: object not properly terminated");
  }

  value(type: number): unknown {
    const { view, at } = this;
    switch (type) {
      case 0x01:
        this.at += 8;
        return view.getFloat64(at, true);
      case 0x02:
        return this.string();
      case 0x03:
        return this.document();
      case 0x04:
        return this.array(genericShapes);
      case 0x05:
        return this.binary();
      case 0x06:
        return undefined;
      case 0x07:
        if (at + 12 > this.limit) throw new BSONError("corrupt bson message");
        this.at += 12;
        return new ObjectIdAt(this.bytes, at);
      case 0x08:
        this.at++;
        return view.getUint8(at) === 1;
      case 0x09:
        this.at += 8;
        return new Date(view.getInt32(at + 4, true) * 0x1_0000_0000 + view.getUint32(at, true));
      case 0x0a:
        return null;
      case 0x0b:
        return regularExpression(this.cstring(), this.cstring());
      case 0x0c: {
        const namespace = this.string();
        return new DBRef(namespace, new ObjectId(this.take(12)));
      }
      case 0x0d:
        return new Code(this.string());
      case 0x0e:
        return this.string();
      case 0x0f: {
        this.at += 4;
        const code = this.string();
        return new Code(code, this.document());
      }
      case 0x10:
        this.at += 4;
        return view.getInt32(at, true);
      case 0x11:
        this.at += 8;
        return new Timestamp({ i: view.getUint32(at, true), t: view.getUint32(at + 4, true) });
      case 0x12:
        this.at += 8;
        return new Long(view.getInt32(at, true), view.getInt32(at + 4, true));
      case 0x13:
        return new Decimal128(this.take(16));
      case 0xff:
        return new MinKey();
      case 0x7f:
        return new MaxKey();
      default:
        throw new BSONError(`Detected unknown BSON type ${type.toString(16)}`);
    }
  }

  /** A copy of the next bytes. */
  private take(count: number): Uint8Array {
    if (count < 0 || this.at + count > this.limit) throw new BSONError("corrupt bson message");
    const taken = this.bytes.slice(this.at, this.at + count);
    this.at += count;
    return taken;
  }

  private binary(): unknown {
    let size = this.view.getInt32(this.at, true);
    const subtype = this.view.getUint8(this.at + 4);
    this.at += 5;
    if (subtype === 2) {
      size = this.view.getInt32(this.at, true);
      this.at += 4;
    }
    const binary = new Binary(this.take(size), subtype);
    return subtype === 4 && size === 16 ? binary.toUUID() : binary;
  }

  /** Reads a name, from the cache if possible: the same few repeat. */
  private name(): string {
    const bytes = this.bytes;
    const start = this.at;
    let at = start;
    let hash = 0;
    let byte = this.view.getUint8(at);
    while (byte !== 0) {
      if (byte >= 0x80) return this.cstring();
      hash = (hash * 31 + byte) | 0;
      if (++at >= this.limit) throw new BSONError("Bad BSON Document: illegal CString");
      byte = bytes[at] as number;
    }
    this.at = at + 1;
    const length = at - start;
    const place = (hash ^ length) & (NAMES - 1);
    const known = names[place];
    if (known !== undefined && known.length === length) {
      let i = 0;
      while (i < length && known.charCodeAt(i) === bytes[start + i]) i++;
      if (i === length) return known;
    }
    const name = utf8(bytes, start, at);
    if (length < 64) names[place] = name;
    return name;
  }

  private cstring(): string {
    const end = this.bytes.indexOf(0, this.at);
    if (end < 0 || end >= this.limit) throw new BSONError("Bad BSON Document: illegal CString");
    const text = utf8(this.bytes, this.at, end);
    this.at = end + 1;
    return text;
  }

  string(): string {
    const { bytes } = this;
    const size = this.view.getInt32(this.at, true);
    const start = this.at + 4;
    const end = start + size - 1;
    if (size < 1 || end >= this.limit) throw new BSONError("bad string length in bson");
    this.at = end + 1;
    if (size > LONG) return utf8(bytes, start, end);
    if (size <= SHORT) return this.shortText(start, end);
    return this.text(start, end);
  }

  /** A short string, from the cache if possible. */
  private shortText(start: number, end: number): string {
    const { bytes, view } = this;
    let hash = 0;
    let at = start;
    for (; at + 4 <= end; at += 4) hash = (Math.imul(hash, 31) + view.getInt32(at, true)) | 0;
    for (; at < end; at++) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
    // The high bits too: strings may differ only there.
    const place = Math.imul(hash, 0x9e37_79b1) >>> (32 - TEXT_BITS);
    const known = texts[place];
    // If the lengths agree, a byte beyond ASCII equals no character of the cached string.
    if (known !== undefined && known.length === end - start) {
      let i = start;
      while (i < end && known.charCodeAt(i - start) === bytes[i]) i++;
      if (i === end) return known;
    }
    const text = this.text(start, end);
    if (text.length === end - start) texts[place] = text;
    return text;
  }

  private text(start: number, end: number): string {
    const { bytes, view } = this;
    let i = start;
    for (; i + 16 <= end; i += 16) {
      const together =
        view.getInt32(i, true) | view.getInt32(i + 4, true) | view.getInt32(i + 8, true) | view.getInt32(i + 12, true);
      if ((together & 0x8080_8080) !== 0) return utf8(bytes, start, end);
    }
    for (; i + 4 <= end; i += 4) {
      if ((view.getInt32(i, true) & 0x8080_8080) !== 0) return utf8(bytes, start, end);
    }
    for (; i < end; i++) {
      if ((bytes[i] as number) >= 0x80) return utf8(bytes, start, end);
    }
    if (start < this.blockStart || end > this.blockStart + this.block.length) this.convert(start);
    return this.block.slice(start - this.blockStart, end - this.blockStart);
  }

  /**
   * Converts the block of bytes from `start` on to text. A `TextDecoder` is slow on invalid UTF-8 and may produce
   * two-byte strings, so the highest bit of each byte is cleared first. Strings with such bytes are not sliced from the
   * block.
   */
  private convert(start: number): void {
    const { bytes, plain } = this;
    if (latin1) {
      const left = this.limit - start;
      const length = left >= OUTER_BLOCK ? OUTER_BLOCK : Math.min(plain ? PLAIN_BLOCK : BLOCK, left);
      this.blockStart = start;
      this.block = latin1(bytes, start, start + length);
      return;
    }
    if (plain) {
      const length = Math.min(PLAIN_BLOCK, this.limit - start);
      const text = plain(start - this.start, length);
      this.blockStart = start;
      this.block = utf8(bytes, text, text + length);
      return;
    }
    const from = start & ~3;
    const length = Math.min(BLOCK, this.limit - from);
    let at = 0;
    if (bytes.byteOffset % 4 === 0) {
      const words = new Int32Array(bytes.buffer, bytes.byteOffset + from, length >> 2);
      for (let i = 0; i < words.length; i++) blockWords[i] = (words[i] as number) & 0x7f7f_7f7f;
      at = words.length * 4;
    }
    for (; at < length; at++) block[at] = (bytes[from + at] as number) & 0x7f;
    this.blockStart = from;
    this.block = utf8(block, 0, length);
  }
}

/** JavaScript's flags for the driver's options; as in the driver, option `s` becomes flag `g`. */
const FLAGS: Record<string, string> = { i: "i", m: "m", s: "g" };

/** Whether regular expressions stay `BSONRegExp`. */
let keepBsonRegExp = false;

/** Runs `run`, during which decoding keeps regular expressions as `BSONRegExp`: the driver's option `bsonRegExp`. */
export function keepingBsonRegExp<T>(run: () => T): T {
  const before = keepBsonRegExp;
  keepBsonRegExp = true;
  try {
    return run();
  } finally {
    keepBsonRegExp = before;
  }
}

function regularExpression(source: string, options: string): RegExp | BSONRegExp {
  try {
    if (!keepBsonRegExp && [...options].every((option) => option in FLAGS)) {
      return new RegExp(source, [...options].map((option) => FLAGS[option]).join(""));
    }
  } catch {
    // JavaScript does not support the syntax.
  }
  return new BSONRegExp(source, options);
}

function isReference(document: Document): boolean {
  const { $ref, $id, $db } = document;
  return (
    typeof $ref === "string" && $id !== undefined && $id !== null && ($db === undefined || typeof $db === "string")
  );
}

function makeReference(document: Document): DBRef {
  const { $ref, $id, $db, ...fields } = document;
  return new DBRef($ref as string, $id as ObjectId, $db as string | undefined, fields);
}
