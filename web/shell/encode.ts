/**
 * Encodes JavaScript values as BSON, as the Node.js driver does with mongosh's settings (`serializeFunctions: true`,
 * `ignoreUndefined: false`).
 *
 * Without `Buffer`, the npm serializer converts every string through an intermediate buffer; this encoder writes into
 * one growing buffer.
 *
 * Reference: <https://bsonspec.org/spec.html>.
 */
import {
  BSONError,
  type Binary,
  type BSONRegExp,
  type BSONSymbol,
  type Code,
  type DBRef,
  type Decimal128,
  type Document,
  type Double,
  type Int32,
  type Long,
  type ObjectId,
} from "bson";

/** The longest command: 48,000,000 bytes, the server's `maxMessageSizeBytes`. */
export const MAX_MESSAGE_BYTES = 48_000_000;

/** Deeper than any server accepts; stops endless `toBSON` chains. */
const MAX_DEPTH = 200;

/** The number of elements from which the size of a whole list is estimated. */
const FIRST = 128;

/** The bytes after which a part of a long list is sent. */
const BLOCK = 256 * 1024;

/** The length up to which text is encoded in a loop: making a view for `TextEncoder` would take longer. */
const SHORT_TEXT = 64;

/** The length from which text is measured before room is reserved for it. */
const LONG_TEXT = 100_000;

const utf8 = new TextEncoder();
const NULL_BYTE = /\x00/;

/** Thrown when a command exceeds {@link MAX_MESSAGE_BYTES}. */
export class TooLargeError extends BSONError {
  override get name(): string {
    return "BSONError";
  }
}

/** Receives the bytes of a command in order, from its start. */
export interface Sink {
  /** Announces the estimated total size. */
  expect(total: number): void;
  /** Receives the first `length` bytes of an array, which belong at `place` in the command. */
  put(bytes: Uint8Array, length: number, place: number): void;
  /** Receives a length field, which belongs at `place` among the bytes received earlier. */
  putLength(place: number, length: number): void;
}

interface Tagged {
  _bsontype?: unknown;
  toBSON?: unknown;
}

/** A writer into a growing buffer, which the next document reuses. */
class Writer {
  private bytes = new Uint8Array(64 * 1024);
  private view = new DataView(this.bytes.buffer);
  /**
   * The buffer's capacity: reading it is faster than reading the array's length. Code that runs for every element
   * compares it inline, because a call is slower until it is compiled.
   */
  private room = this.bytes.length;
  private at = 0;
  /** The receiver of a command's bytes, and how many it has received. */
  private sink: Sink | undefined;
  private put = 0;
  private readonly open: object[] = [];
  /** The driver omits undefined fields anywhere inside a `DBRef`. */
  private dropUndefined = false;
  /** Whether a script defined `toBSON()` on strings or numbers. */
  private converts = false;

  /** Encodes a document. */
  encode(value: unknown): Uint8Array {
    this.begin(undefined);
    try {
      this.root(value, undefined);
      return this.bytes.slice(0, this.at);
    } finally {
      this.end();
    }
  }

  /** Encodes a command and sends its bytes to the sink; returns their number. */
  send(command: Document, db: string | undefined, sink: Sink): number {
    this.begin(sink);
    try {
      this.root(command, db);
      return this.handOn();
    } finally {
      this.end();
    }
  }

  private begin(sink: Sink | undefined): void {
    this.at = 0;
    this.put = 0;
    this.sink = sink;
    // Left over from an encoding that failed.
    if (this.open.length > 0) this.open.length = 0;
    this.dropUndefined = false;
    this.converts = "toBSON" in String.prototype || "toBSON" in Number.prototype;
  }

  private end(): void {
    this.sink = undefined;
    if (this.open.length > 0) this.open.length = 0;
    if (this.bytes.length > 8 * 1024 * 1024) this.take(new Uint8Array(64 * 1024));
  }

  /** Whether a value contains itself. Nesting is usually so shallow that a loop is faster than `includes`. */
  private isOpen(value: unknown): boolean {
    for (let i = 0; i < this.open.length; i++) if (this.open[i] === value) return true;
    return false;
  }

  private root(value: unknown, db: string | undefined): void {
    if (value === null || value === undefined) return this.body({}, db);
    if (typeof value !== "object") {
      throw new BSONError("serialize does not support non-object as the root input");
    }
    if (Array.isArray(value)) {
      throw new BSONError("serialize does not support an array as the root input");
    }
    if (typeof (value as Tagged)._bsontype === "string") {
      throw new BSONError("BSON types cannot be serialized as a document");
    }
    if (isPlain(value)) return this.body(value, db);
    if (isDate(value) || isRegExp(value) || ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
      throw new BSONError("date, regexp, typedarray, and arraybuffer cannot be BSON documents");
    }
    this.body(value, db);
  }

  private take(bytes: Uint8Array<ArrayBuffer>): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
    this.room = bytes.length;
  }

  /** Sends the buffer; returns the number of bytes sent so far. */
  private handOn(): number {
    const { at, put } = this;
    if (put + at > MAX_MESSAGE_BYTES + 16 * 1024) throw tooLarge();
    this.sink?.put(this.bytes, at, put);
    this.put = put + at;
    this.at = 0;
    return this.put;
  }

  private reserve(count: number): void {
    if (this.at + count > this.room) this.grow(this.at + count);
  }

  /** Reserves the estimated room for a long list at once: growing step by step would copy it several times. */
  private expect(count: number): void {
    const needed = this.at + Math.ceil(count * 1.1);
    if (this.handsOn()) return this.sink?.expect(Math.min(this.put + needed, MAX_MESSAGE_BYTES));
    if (needed > this.room && needed <= MAX_MESSAGE_BYTES) this.grow(needed);
  }

  /**
   * Whether the current list is a field of the command itself. Then its parts can be sent early, and the lengths around
   * it later.
   */
  private handsOn(): boolean {
    return this.sink !== undefined && this.open.length === 2;
  }

  private grow(needed: number): void {
    if (needed > MAX_MESSAGE_BYTES + 16 * 1024) throw tooLarge();
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.at));
    this.take(grown);
  }

  /**
   * Writes a document or array without its type and name: length, elements, terminator. A command's `$db` comes last.
   */
  private body(value: object, db?: string): void {
    if (this.open.length > MAX_DEPTH) {
      throw new BSONError(`The document is nested deeper than ${MAX_DEPTH} levels`);
    }
    if (this.isOpen(value)) {
      throw new BSONError("Cannot convert circular structure to BSON");
    }
    this.open.push(value);
    if (this.at + 5 > this.room) this.grow(this.at + 5);
    const start = this.put + this.at;
    this.at += 4;
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) {
        if (i === FIRST) this.expect((this.put + this.at - start) * (value.length / FIRST));
        if (this.at > BLOCK && this.handsOn()) this.handOn();
        this.element(`${i}`, value[i], true);
      }
    } else if (value instanceof Map) {
      for (const [key, item] of value) this.element(checkedKey(key), item, false);
    } else {
      let target = value as Record<string, unknown>;
      if (typeof (value as Tagged).toBSON === "function") {
        const converted: unknown = (value as { toBSON(): unknown }).toBSON();
        if (converted === null || typeof converted !== "object") {
          throw new BSONError("toBSON function did not return an object");
        }
        target = converted as Record<string, unknown>;
      }
      const keys = Object.keys(target);
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i] as string;
        this.element(key, target[key], false);
      }
    }
    if (db !== undefined) this.element("$db", db, false);
    if (this.at === this.room) this.grow(this.at + 1);
    this.bytes[this.at++] = 0;
    const length = this.put + this.at - start;
    if (start >= this.put) this.view.setInt32(start - this.put, length, true);
    else this.sink?.putLength(start, length);
    this.open.pop();
  }

  private element(key: string, given: unknown, inArray: boolean): void {
    let value = given;
    const type = typeof value;
    const isPlainValue = (type === "string" || type === "number") && !this.converts;
    if (!isPlainValue && value !== null && value !== undefined && typeof (value as Tagged).toBSON === "function") {
      value = (value as { toBSON(): unknown }).toBSON();
    }
    switch (typeof value) {
      case "string":
        this.head(0x02, key, inArray);
        return this.string(value);
      case "number":
        if (Number.isInteger(value) && value === (value | 0) && !Object.is(value, -0)) {
          this.head(0x10, key, inArray);
          this.view.setInt32(this.at, value, true);
          this.at += 4;
        } else {
          this.head(0x01, key, inArray);
          this.view.setFloat64(this.at, value, true);
          this.at += 8;
        }
        return;
      case "boolean":
        this.head(0x08, key, inArray);
        this.bytes[this.at++] = value ? 1 : 0;
        return;
      case "bigint":
        if (BigInt.asIntN(64, value) !== value) {
          throw new BSONError(`The BigInt ${value} does not fit in 64 bits`);
        }
        this.head(0x12, key, inArray);
        this.view.setBigInt64(this.at, value, true);
        this.at += 8;
        return;
      case "undefined":
        if (this.dropUndefined && !inArray) return;
        this.head(0x0a, key, inArray);
        return;
      case "function":
        this.head(0x0d, key, inArray);
        return this.string(Function.prototype.toString.call(value));
      case "object":
        return value === null ? this.head(0x0a, key, inArray) : this.object(key, value, inArray);
      default:
        // A symbol, which the driver omits.
        return;
    }
  }

  private object(key: string, value: object, inArray: boolean): void {
    const tag = (value as Tagged)._bsontype;
    if (tag !== undefined && tag !== null) return this.tagged(key, value, tag, inArray);
    if (Array.isArray(value)) {
      this.head(0x04, key, inArray);
      return this.body(value);
    }
    if (isPlain(value)) {
      this.head(0x03, key, inArray);
      return this.body(value);
    }
    if (isDate(value)) {
      this.head(0x09, key, inArray);
      const millis = (value as Date).getTime() || 0;
      this.view.setInt32(this.at, millis | 0, true);
      this.view.setInt32(this.at + 4, Math.floor(millis / 0x1_0000_0000), true);
      this.at += 8;
      return;
    }
    if (isRegExp(value)) {
      const { source, ignoreCase, global, multiline } = value as RegExp;
      this.head(0x0b, key, inArray);
      this.cstring(source, "value");
      return this.cstring((ignoreCase ? "i" : "") + (global ? "s" : "") + (multiline ? "m" : ""), "value");
    }
    if (value instanceof Uint8Array) {
      this.head(0x05, key, inArray);
      return this.binary(0, value);
    }
    this.head(0x03, key, inArray);
    this.body(value);
  }

  private tagged(key: string, value: object, tag: unknown, inArray: boolean): void {
    switch (tag) {
      case "ObjectId":
        this.head(0x07, key, inArray);
        this.bytes.set((value as ObjectId).id, this.at);
        this.at += 12;
        return;
      case "Long":
      case "Timestamp":
        this.head(tag === "Long" ? 0x12 : 0x11, key, inArray);
        this.view.setInt32(this.at, (value as Long).low, true);
        this.view.setInt32(this.at + 4, (value as Long).high, true);
        this.at += 8;
        return;
      case "Int32":
        this.head(0x10, key, inArray);
        this.view.setInt32(this.at, (value as Int32).value, true);
        this.at += 4;
        return;
      case "Double":
        this.head(0x01, key, inArray);
        this.view.setFloat64(this.at, (value as Double).value, true);
        this.at += 8;
        return;
      case "Decimal128":
        this.head(0x13, key, inArray);
        this.bytes.set((value as Decimal128).bytes.subarray(0, 16), this.at);
        this.at += 16;
        return;
      case "Binary": {
        const binary = value as Binary;
        this.head(0x05, key, inArray);
        return this.binary(binary.sub_type, binary.buffer.subarray(0, binary.position));
      }
      case "MinKey":
        return this.head(0xff, key, inArray);
      case "MaxKey":
        return this.head(0x7f, key, inArray);
      case "BSONRegExp":
        this.head(0x0b, key, inArray);
        this.cstring((value as BSONRegExp).pattern, "pattern");
        return this.cstring([...(value as BSONRegExp).options].sort().join(""), "options");
      case "BSONSymbol":
        this.head(0x0e, key, inArray);
        return this.string((value as BSONSymbol).value);
      case "Code":
        return this.code(key, value as Code, inArray);
      case "DBRef": {
        const ref = value as DBRef;
        const document: Record<string, unknown> = { $ref: ref.collection, $id: ref.oid };
        if (ref.db !== undefined && ref.db !== null) document["$db"] = ref.db;
        Object.assign(document, ref.fields);
        this.head(0x03, key, inArray);
        const before = this.dropUndefined;
        this.dropUndefined = true;
        this.body(document);
        this.dropUndefined = before;
        return;
      }
      default:
        throw new BSONError(`Unrecognized or invalid _bsontype: ${String(tag)}`);
    }
  }

  private code(key: string, value: Code, inArray: boolean): void {
    if (value.scope && typeof value.scope === "object") {
      this.head(0x0f, key, inArray);
      const start = this.at;
      this.at += 4;
      this.string(value.code);
      this.body(value.scope);
      this.view.setInt32(start, this.at - start, true);
    } else {
      this.head(0x0d, key, inArray);
      this.string(String(value.code));
    }
  }

  /** Writes the type byte and name, and reserves room for any fixed-size value after them. */
  private head(type: number, key: string, inArray: boolean): void {
    const length = key.length;
    let at = this.at;
    if (at + length * 3 + 24 > this.room) this.grow(at + length * 3 + 24);
    const bytes = this.bytes;
    bytes[at++] = type;
    if (length < 32) {
      for (let i = 0; i < length; i++) {
        const unit = key.charCodeAt(i);
        if (unit >= 0x80 || unit === 0) return this.longHead(type, key, inArray);
        bytes[at++] = unit;
      }
      bytes[at++] = 0;
      this.at = at;
      return;
    }
    this.longHead(type, key, inArray);
  }

  private longHead(type: number, key: string, inArray: boolean): void {
    if (!inArray) checkedKey(key);
    this.bytes[this.at++] = type;
    this.at += utf8.encodeInto(key, this.bytes.subarray(this.at)).written;
    this.bytes[this.at++] = 0;
    this.reserve(24);
  }

  private string(text: string): void {
    const length = text.length;
    if (length > LONG_TEXT) return this.longString(text);
    const start = this.at;
    if (start + length * 3 + 5 > this.room) this.grow(start + length * 3 + 5);
    const bytes = this.bytes;
    let at = start + 4;
    let plain = length < SHORT_TEXT;
    if (plain) {
      for (let i = 0; i < length; i++) {
        const unit = text.charCodeAt(i);
        if (unit >= 0x80) {
          plain = false;
          break;
        }
        bytes[at++] = unit;
      }
    }
    if (!plain) at = start + 4 + utf8.encodeInto(text, bytes.subarray(start + 4)).written;
    bytes[at++] = 0;
    this.view.setInt32(start, at - start - 4, true);
    this.at = at;
  }

  /** Reserving three bytes per UTF-16 unit would be far too much. */
  private longString(text: string): void {
    if (text.length > MAX_MESSAGE_BYTES) this.reserve(text.length);
    const data = utf8.encode(text);
    this.reserve(data.length + 5);
    this.view.setInt32(this.at, data.length + 1, true);
    this.bytes.set(data, this.at + 4);
    this.at += data.length + 5;
    this.bytes[this.at - 1] = 0;
  }

  private cstring(text: string, what: string): void {
    if (NULL_BYTE.test(text)) throw new BSONError(`${what} ${text} must not contain null bytes`);
    this.reserve(text.length * 3 + 1);
    this.at += utf8.encodeInto(text, this.bytes.subarray(this.at)).written;
    this.bytes[this.at++] = 0;
  }

  private binary(subtype: number, data: Uint8Array): void {
    const old = subtype === 2;
    this.reserve(data.length + 9);
    this.view.setInt32(this.at, data.length + (old ? 4 : 0), true);
    this.bytes[this.at + 4] = subtype;
    this.at += 5;
    if (old) {
      this.view.setInt32(this.at, data.length, true);
      this.at += 4;
    }
    this.bytes.set(data, this.at);
    this.at += data.length;
  }
}

function checkedKey(key: string): string {
  if (NULL_BYTE.test(key)) throw new BSONError(`key ${key} must not contain null bytes`);
  return key;
}

/** Whether an object is a plain one, as most are, which skips the checks for rarer kinds. */
function isPlain(value: object): boolean {
  return (
    Object.getPrototypeOf(value) === Object.prototype &&
    (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === undefined
  );
}

function isDate(value: unknown): boolean {
  return value instanceof Date || Object.prototype.toString.call(value) === "[object Date]";
}

function isRegExp(value: unknown): boolean {
  return value instanceof RegExp || Object.prototype.toString.call(value) === "[object RegExp]";
}

const writer = new Writer();
let depth = 0;

/**
 * Encodes a document.
 *
 * @throws BSONError for cycles, more than 200 levels, names with null bytes and values that BSON cannot hold; {@link
 * TooLargeError} for more than 48,000,000 bytes.
 */
export function encode(value: unknown): Uint8Array {
  const free = freeWriter();
  try {
    return free.encode(value);
  } finally {
    depth--;
  }
}

/**
 * Encodes a command with `$db`, and sends its bytes to a sink; a long command in blocks. Returns the number of bytes. A
 * `$db` in the command itself is ignored.
 */
export function sendCommand(command: Document, db: string, sink: Sink): number {
  const free = freeWriter();
  try {
    return "$db" in command ? free.send({ ...command, $db: db }, undefined, sink) : free.send(command, db, sink);
  } finally {
    depth--;
  }
}

/** A writer that is not in use until `depth` is decremented: a toBSON() method may run commands, which need another. */
function freeWriter(): Writer {
  return depth++ > 0 ? new Writer() : writer;
}

function tooLarge(): TooLargeError {
  return new TooLargeError(`The document or command is larger than ${MAX_MESSAGE_BYTES} bytes`);
}
