/**
 * Functions of the server's own JavaScript besides the shell's names: those of
 * https://www.mongodb.com/docs/manual/reference/operator/query/where/ and additions to `Array`.
 */
import { calculateObjectSize, type Document } from "bson";
import { show } from "./printing.js";

const sum = (list: number[]): number => list.reduce((total, item) => total + item);
const mean = (list: number[]): number => sum(list) / list.length;
const key = (value: unknown): string => show(value);

/** The server's additions to `Array`, as in `Array.sum(values)`, which reduce functions often use. */
export const ARRAY_EXTRAS: Record<string, (...given: never[]) => unknown> = {
  sum: (list: number[]) => (list.length === 0 ? null : sum(list)),
  avg: (list: number[]) => (list.length === 0 ? null : mean(list)),
  stdDev: (list: number[]) => {
    const middle = mean(list);
    return Math.sqrt(mean(list.map((item) => (item - middle) ** 2)));
  },
  contains: (list: unknown[], item: unknown) => list.some((other) => other === item),
  unique: (list: unknown[]) => [...new Map(list.map((item) => [key(item), item])).values()],
};

const OBJECT_EXTRAS: Record<string, (...given: never[]) => unknown> = {
  keySet: (value: object) => Object.keys(value),
  bsonsize: (value: Document) => calculateObjectSize(value),
};

/** `Array` with the server's additions. */
export const serverArray = new Proxy(Array, {
  get: (target, property) =>
    typeof property === "string" && Object.hasOwn(ARRAY_EXTRAS, property)
      ? ARRAY_EXTRAS[property]
      : (Reflect.get(target, property) as unknown),
});

/** `Object` with the server's additions. */
export const serverObject = new Proxy(Object, {
  get: (target, property) =>
    typeof property === "string" && Object.hasOwn(OBJECT_EXTRAS, property)
      ? OBJECT_EXTRAS[property]
      : (Reflect.get(target, property) as unknown),
});

/** The functions, keyed by name. */
export const SERVER_FUNCTIONS: Record<string, (...given: never[]) => unknown> = {
  hex_md5: (text: unknown) => {
    if (typeof text !== "string") throw new TypeError("hex_md5 takes a single string argument -- hex_md5(string)");
    return md5(new TextEncoder().encode(text));
  },
  isNumber: (value: unknown) => typeof value === "number",
  isString: (value: unknown) => typeof value === "string",
  isObject: (value: unknown) => typeof value === "object",
  tojsononeline: (value: unknown) => show(typeof value === "string" ? JSON.stringify(value) : value),
  tojsonObject: (value: unknown) => show(value),
  doassert: (text: unknown) => {
    throw new Error(String(text));
  },
  gc: () => undefined,
  assert: (condition: unknown, text?: unknown) => {
    if (!condition) throw new Error(text === undefined ? "assert failed" : `assert failed : ${String(text)}`);
  },
};

/** Rotation of each step of a round (RFC 1321). */
const ROTATIONS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];

/** MD5 as hexadecimal digits. */
function md5(bytes: Uint8Array): string {
  const blocks = new DataView(new ArrayBuffer((((bytes.length + 8) >> 6) + 1) * 64));
  bytes.forEach((byte, at) => blocks.setUint8(at, byte));
  blocks.setUint8(bytes.length, 0x80);
  blocks.setBigUint64(blocks.byteLength - 8, BigInt(bytes.length) * 8n, true);
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let start = 0; start < blocks.byteLength; start += 64) {
    let [a, b, c, d] = state as [number, number, number, number];
    for (let step = 0; step < 64; step += 1) {
      const round = step >> 4;
      const mixed = [(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | ~d)][round] as number;
      const word = [step, 5 * step + 1, 3 * step + 5, 7 * step][round] as number;
      const constant = Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32);
      const total = (a + mixed + constant + blocks.getUint32(start + (word % 16) * 4, true)) | 0;
      const turn = ROTATIONS[round * 4 + (step % 4)] as number;
      [a, d, c, b] = [d, c, b, (b + ((total << turn) | (total >>> (32 - turn)))) | 0];
    }
    [a, b, c, d].forEach((part, at) => (state[at] = ((state[at] as number) + part) | 0));
  }
  const out = new DataView(new ArrayBuffer(16));
  state.forEach((part, at) => out.setInt32(at * 4, part, true));
  return [...new Uint8Array(out.buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
