/**
 * Finds the elements of BSON documents without decoding them to values, so that copying them or writing them as text
 * preserves their types.
 * Reference: <https://bsonspec.org/spec.html>.
 */
import { utf8 } from "../shell/text_decoding.js";

/** The BSON types by their byte. */
export const Type = {
  double: 1,
  string: 2,
  document: 3,
  array: 4,
  binary: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  code: 13,
  symbol: 14,
  codeWithScope: 15,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  maxKey: 127,
  minKey: 255,
} as const;

/** A name and the position of its value. */
export interface Element {
  readonly type: number;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The bytes are not valid BSON. */
export class DamagedError extends Error {
  override readonly name = "DamagedError";
  /** @param at The offset of the error. */
  constructor(
    readonly at: number,
    what: string,
  ) {
    super(`${what} at byte ${at}`);
  }
}

/** Lengths of the types with a fixed length; others contain their length. */
const FIXED: Readonly<Record<number, number>> = {
  1: 8,
  6: 0,
  7: 12,
  8: 1,
  9: 8,
  10: 0,
  16: 4,
  17: 8,
  18: 8,
  19: 16,
  127: 0,
  255: 0,
};

/** A reader of BSON documents. Never reads past the end of the bytes. */
export class Bson {
  readonly view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The end of the document at `start`. */
  documentEnd(start: number, limit = this.bytes.length): number {
    const size = this.length(start, 5, limit - start);
    if (this.bytes[start + size - 1] !== 0) throw new DamagedError(start + size - 1, "a document without its end");
    return start + size;
  }

  /** The elements of the document at `start`. */
  *elements(start = 0, limit = this.bytes.length): Generator<Element> {
    const last = this.documentEnd(start, limit) - 1;
    for (let at = start + 4; at < last;) {
      const type = this.bytes[at] as number;
      const nameEnd = this.zero(at + 1, last);
      const value = nameEnd + 1;
      const end = this.valueEnd(type, value, last);
      if (end > last) throw new DamagedError(at, "a value that is cut off");
      yield { type, name: utf8(this.bytes, at + 1, nameEnd), start: value, end };
      at = end;
    }
  }

  /** The text of a value that starts with its length. */
  text(start: number): string {
    return utf8(this.bytes, start + 4, start + 3 + this.view.getInt32(start, true));
  }

  /** The text up to the next zero byte, and the offset after that byte. */
  zeroEnded(start: number): [text: string, next: number] {
    const end = this.zero(start, this.bytes.length);
    return [utf8(this.bytes, start, end), end + 1];
  }

  /** The end of a value. */
  private valueEnd(type: number, at: number, limit: number): number {
    const fixed = FIXED[type];
    if (fixed !== undefined) return at + fixed;
    switch (type) {
      case Type.string:
      case Type.code:
      case Type.symbol:
      case Type.dbPointer: {
        const end = at + 4 + this.length(at, 1, limit - at - 4);
        if (this.bytes[end - 1] !== 0) throw new DamagedError(end - 1, "a string without its end");
        return type === Type.dbPointer ? end + 12 : end;
      }
      case Type.document:
      case Type.array:
        return this.documentEnd(at, limit);
      case Type.binary:
        return at + 5 + this.length(at, 0, limit - at - 5);
      case Type.regex:
        return this.zero(this.zero(at, limit) + 1, limit) + 1;
      case Type.codeWithScope: {
        const end = at + this.length(at, 14, limit - at);
        const scope = at + 8 + this.length(at + 4, 1, end - at - 8);
        if (this.documentEnd(scope, end) !== end) throw new DamagedError(scope, "a scope of another length");
        return end;
      }
      default:
        throw new DamagedError(at, `type ${type}, which is not a BSON type,`);
    }
  }

  private length(at: number, least: number, most: number): number {
    const size = at + 4 <= this.bytes.length ? this.view.getInt32(at, true) : -1;
    if (size < least || size > most) throw new DamagedError(at, "a length that does not fit");
    return size;
  }

  private zero(from: number, limit: number): number {
    const at = this.bytes.indexOf(0, from);
    if (at < 0 || at >= limit) throw new DamagedError(from, "a name without its end");
    return at;
  }
}

/** The document in a field; null if the field is not a document. */
export function part(document: Uint8Array, name: string): Uint8Array | null {
  const found = [...new Bson(document).elements()].find((one) => one.name === name && one.type === Type.document);
  return found ? document.subarray(found.start, found.end) : null;
}

/** Splits concatenated documents. */
export function split(bytes: Uint8Array): Uint8Array[] {
  const bson = new Bson(bytes);
  const documents: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bson.documentEnd(at);
    documents.push(bytes.subarray(at, end));
    at = end;
  }
  return documents;
}
