/** Builds BSON. */
import { Type } from "./elements.js";

const encoder = new TextEncoder();

/** A growing byte buffer. */
export class Bytes {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** The bytes written so far. */
  done(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  get length(): number {
    return this.#length;
  }

  byte(value: number): this {
    const at = this.#room(1);
    this.#bytes[at] = value;
    return this;
  }

  int32(value: number): this {
    const at = this.#room(4);
    this.#view.setInt32(at, value, true);
    return this;
  }

  int64(value: bigint): this {
    const at = this.#room(8);
    this.#view.setBigInt64(at, value, true);
    return this;
  }

  double(value: number): this {
    const at = this.#room(8);
    this.#view.setFloat64(at, value, true);
    return this;
  }

  raw(bytes: Uint8Array): this {
    const at = this.#room(bytes.length);
    this.#bytes.set(bytes, at);
    return this;
  }

  /** Writes a text terminated by a zero byte. */
  zeroEnded(text: string): this {
    return this.raw(encoder.encode(text)).byte(0);
  }

  /** Writes a text after its length. */
  text(text: string): this {
    const bytes = encoder.encode(text);
    return this.int32(bytes.length + 1)
      .raw(bytes)
      .byte(0);
  }

  /** Writes the start of an element: type and name. */
  element(type: number, name: string): this {
    return this.byte(type).zeroEnded(name);
  }

  /** Writes a document, or another value that starts with its total length; `end` is written last. */
  sized(write: (to: this) => void, end: number | null = 0): this {
    const at = this.#length;
    this.int32(0);
    write(this);
    if (end !== null) this.byte(end);
    this.#view.setInt32(at, this.#length - at, true);
    return this;
  }

  /** Writes documents as the elements of an array. */
  array(name: string, documents: readonly Uint8Array[]): this {
    return this.element(Type.array, name).sized(() =>
      documents.forEach((one, at) => this.element(Type.document, String(at)).raw(one)),
    );
  }

  #room(more: number): number {
    const at = this.#length;
    this.#length += more;
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    return at;
  }
}

/** Decodes Base64. */
export function fromBase64(text: string): Uint8Array {
  const plain = atob(text);
  const bytes = new Uint8Array(plain.length);
  for (let i = 0; i < plain.length; i++) bytes[i] = plain.charCodeAt(i);
  return bytes;
}

/** Characters converted at once: a call with more arguments may fail. */
const SLICE = 8192;

/** Encodes bytes as Base64. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += SLICE) parts.push(String.fromCharCode(...bytes.subarray(at, at + SLICE)));
  return btoa(parts.join(""));
}

/** Concatenates bytes. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
