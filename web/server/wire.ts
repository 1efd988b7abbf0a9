/// <reference types="node" />
/**
 * The part of MongoDB's wire protocol that current drivers need: OP_MSG in both directions, and OP_QUERY for the first
 * hello.
 * <https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/>
 */
import { Buffer } from "node:buffer";

export const OP_REPLY = 1;
export const OP_QUERY = 2004;
export const OP_COMPRESSED = 2012;
export const OP_MSG = 2013;

/** Bytes of a message's header: length, request id, response to, op code. */
export const HEADER = 16;
/** The longest message, as hello reports it. */
export const MAX_MESSAGE = 48_000_000;

const CHECKSUM_PRESENT = 1 << 0;
const MORE_TO_COME = 1 << 1;
/** Flag bits that a receiver must understand; others may be ignored. */
const REQUIRED_BITS = 0xffff;

/** A message that violates the protocol: its connection is closed. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}

/** A command as received. */
export interface Request {
  readonly requestId: number;
  /** The command as BSON, with `$db`. */
  readonly command: Uint8Array;
  /** Whether the reply must be an OP_REPLY. */
  readonly legacy: boolean;
  /** Whether the client does not want a reply, as with `w: 0`. */
  readonly unacknowledged: boolean;
}

/** Extracts complete messages from a stream of bytes. */
export class MessageReader {
  #chunks: Buffer[] = [];
  #length = 0;

  /**
   * Adds bytes and returns the messages that are now complete.
   *
   * @throws ProtocolError if a header contains an invalid length.
   */
  add(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const messages: Buffer[] = [];
    while (this.#length >= 4) {
      // Joined only to read the length, or if the message is complete, because a long one arrives in many chunks.
      const first = (this.#chunks[0] as Buffer).length >= 4 ? (this.#chunks[0] as Buffer) : this.#join();
      const length = first.readInt32LE(0);
      if (length < HEADER || length > MAX_MESSAGE) throw new ProtocolError(`a message cannot have ${length} bytes`);
      if (this.#length < length) break;
      const bytes = this.#join();
      messages.push(bytes.subarray(0, length));
      this.#length -= length;
      this.#chunks = this.#length > 0 ? [bytes.subarray(length)] : [];
    }
    return messages;
  }

  #join(): Buffer {
    const whole = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    this.#chunks = [whole];
    return whole;
  }
}

/**
 * Parses a complete message.
 *
 * @throws ProtocolError if it is damaged, or neither an OP_MSG nor a hello in an OP_QUERY.
 */
export function readRequest(message: Buffer): Request {
  const requestId = message.readInt32LE(4);
  const opCode = message.readInt32LE(12);
  switch (opCode) {
    case OP_MSG:
      return readMessage(message, requestId);
    case OP_QUERY:
      return readQuery(message, requestId);
    case OP_COMPRESSED:
      throw new ProtocolError("compressed messages are not supported; hello offers no compression");
    default:
      throw new ProtocolError(`the op code ${opCode} is not supported`);
  }
}

/** OP_MSG: flags, then one section with the body and any number with lists of documents. */
function readMessage(message: Buffer, requestId: number): Request {
  if (message.length < HEADER + 5) throw new ProtocolError("the message is too short");
  const flags = message.readUInt32LE(HEADER);
  const unknown = flags & REQUIRED_BITS & ~(CHECKSUM_PRESENT | MORE_TO_COME);
  if (unknown !== 0) throw new ProtocolError(`the message has unknown required flags ${unknown}`);
  // The checksum is not verified: TCP has checked the bytes, and the connection has no TLS.
  const end = message.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  let body: Buffer | null = null;
  const sequences: { name: Buffer; documents: Buffer[] }[] = [];
  for (let at = HEADER + 4; at < end;) {
    const kind = message.readUInt8(at);
    const size = sizeAt(message, at + 1, end);
    const section = message.subarray(at + 1, at + 1 + size);
    if (kind === 0 && body === null) body = section;
    else if (kind === 1) sequences.push(readSequence(section));
    else
      throw new ProtocolError(kind === 0 ? "the message has two bodies" : `the message has a section of kind ${kind}`);
    at += 1 + size;
  }
  if (body === null) throw new ProtocolError("the message has no body");
  return {
    requestId,
    command: withSequences(body, sequences),
    legacy: false,
    unacknowledged: (flags & MORE_TO_COME) !== 0,
  };
}

function sizeAt(bytes: Buffer, at: number, end: number): number {
  const size = at + 4 <= end ? bytes.readInt32LE(at) : -1;
  if (size < 5 || at + size > end) throw new ProtocolError("a length in the message does not fit");
  return size;
}

/** Parses a document sequence: its size, the field's name, the documents. */
function readSequence(section: Buffer): { name: Buffer; documents: Buffer[] } {
  const nameEnd = section.indexOf(0, 4);
  if (nameEnd < 0) throw new ProtocolError("a section has no name");
  const documents: Buffer[] = [];
  for (let at = nameEnd + 1; at < section.length;) {
    const size = sizeAt(section, at, section.length);
    documents.push(section.subarray(at, at + size));
    at += size;
  }
  return { name: section.subarray(4, nameEnd + 1), documents };
}

const ARRAY = 0x04;
const DOCUMENT = 0x03;
const END = Buffer.from([0]);

/** The body with each document sequence appended as an array field. */
function withSequences(body: Buffer, sequences: readonly { name: Buffer; documents: Buffer[] }[]): Buffer {
  if (sequences.length === 0) return body;
  const parts: Buffer[] = [body.subarray(4, body.length - 1)];
  for (const { name, documents } of sequences) {
    const elements = documents.flatMap((document, at) => [
      Buffer.from([DOCUMENT]),
      Buffer.from(`${at}\0`, "latin1"),
      document,
    ]);
    parts.push(Buffer.from([ARRAY]), name, sized(elements));
  }
  return sized(parts);
}

/** A BSON document of these elements, with its length and terminator. */
function sized(elements: readonly Buffer[]): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32LE(elements.reduce((sum, part) => sum + part.length, 5));
  return Buffer.concat([length, ...elements, END]);
}

const DB_FIELD = Buffer.concat([Buffer.from([0x02]), Buffer.from("$db\0", "latin1")]);

/** Parses an OP_QUERY, which drivers still use for their first hello: flags, namespace, skip, return, the command. */
function readQuery(message: Buffer, requestId: number): Request {
  const nameEnd = message.indexOf(0, HEADER + 4);
  if (nameEnd < 0) throw new ProtocolError("the query names no collection");
  const [database, ...rest] = message.toString("utf8", HEADER + 4, nameEnd).split(".");
  if (rest.join(".") !== "$cmd") throw new ProtocolError("OP_QUERY is only supported for commands");
  const at = nameEnd + 1 + 8;
  const document = message.subarray(at, at + sizeAt(message, at, message.length));
  const name = Buffer.from(`${database}\0`, "utf8");
  const length = Buffer.alloc(4);
  length.writeInt32LE(name.length);
  const command = sized([document.subarray(4, document.length - 1), DB_FIELD, length, name]);
  return { requestId, command, legacy: true, unacknowledged: false };
}

let replies = 0;

/** The message of a reply. `body` is BSON. */
export function writeReply({ requestId, legacy }: Pick<Request, "requestId" | "legacy">, body: Uint8Array): Buffer {
  const prefix = legacy ? 20 : 5;
  const head = Buffer.alloc(HEADER + prefix);
  head.writeInt32LE(head.length + body.length, 0);
  replies = (replies + 1) & 0x7fff_ffff;
  head.writeInt32LE(replies, 4);
  head.writeInt32LE(requestId, 8);
  head.writeInt32LE(legacy ? OP_REPLY : OP_MSG, 12);
  // An OP_MSG has flags and a section of kind 0; an OP_REPLY has flags, a cursor, a start, and one document.
  if (legacy) head.writeInt32LE(1, HEADER + 16);
  return Buffer.concat([head, body]);
}
