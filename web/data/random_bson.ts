/** Random BSON documents of every type, for tests. */
import { Decimal128 } from "bson";

import type { Random } from "../shell/random.js";
import { Bytes } from "./bytes.js";
import { Type } from "./elements.js";

const TEXTS = ["", "plain", "ß 日本 🎃", 'quote " and \\', "two\nlines", "zero\0inside", "\u2028", "__proto__", "$oid"];
const NAMES = ["a", "é", "b.c", "1", "10", "", "__proto__", "constructor", "x y", "$ref", "$id"];
const DOUBLES = [0, -0, 5, 1.5, 1e21, 1e300, 5e-324, NaN, Infinity, -Infinity, 2 ** 53, -3, 0.1];
const DECIMALS = [
  "0",
  "-0",
  "5",
  "1.10",
  "9.999999999999999999999999999999999E+6144",
  "NaN",
  "Infinity",
  "-Infinity",
  "1E-6176",
  "0E+3",
];

/** The values in a document. `all` includes types that mongosh cannot write. */
export interface Kinds {
  readonly all: boolean;
}

/** A document with a number as its `_id`. */
export function randomBson(random: Random, id: number, kinds: Kinds): Uint8Array {
  return new Bytes()
    .sized((to) => {
      to.element(Type.int, "_id").int32(id);
      fields(to, random, 1, kinds);
    })
    .done();
}

function fields(to: Bytes, random: Random, depth: number, kinds: Kinds): void {
  const used = new Set<string>(depth === 1 ? ["_id"] : []);
  for (let left = random.uint32() % 6; left > 0; left--) {
    const plain = pick(random, NAMES);
    // A server rejects a document whose first field is named like an operator, and a lone $ref.
    const name = plain.startsWith("$") ? `f${plain}` : plain;
    if (used.has(name)) continue;
    used.add(name);
    value(to, name, random, depth, kinds);
  }
}

function value(to: Bytes, name: string, random: Random, depth: number, kinds: Kinds): void {
  const bits = random.uint32() | 0;
  const types = Object.values(Type).filter((type) => kinds.all || (type !== Type.undefined && type !== Type.dbPointer));
  const type = pick(random, depth < 5 ? types : types.filter((one) => one !== Type.document && one !== Type.array));
  to.element(type, name);
  switch (type) {
    case Type.double:
      return void to.double(bits & 1 ? pick(random, DOUBLES) : bits * 1.37);
    case Type.document:
      return void to.sized(() => fields(to, random, depth + 1, kinds));
    case Type.array:
      return void to.sized(() => {
        for (let at = 0; at < (bits & 3); at++) value(to, String(at), random, depth + 1, kinds);
      });
    case Type.string:
    case Type.code:
    case Type.symbol:
      return void to.text(pick(random, TEXTS));
    case Type.binary: {
      const length = bits & 31;
      const subtype = pick(random, [0, 1, 2, 3, 4, 5, 6, 8, 128]);
      // A UUID is displayed as one only if it has the right length.
      const content = subtype === 4 || subtype === 3 ? 16 : length;
      to.int32(content + (subtype === 2 ? 4 : 0)).byte(subtype);
      if (subtype === 2) to.int32(content);
      return void to.raw(bytes(random, content));
    }
    case Type.objectId:
      return void to.raw(bytes(random, 12));
    case Type.bool:
      return void to.byte(bits & 1);
    case Type.date:
      return void to.int64(BigInt(bits) * (bits & 1 ? 1000n : kinds.all ? 1n << 31n : 1n));
    case Type.regex:
      return void to.zeroEnded(pick(random, ["^a", "(?i)x", "", "a/b\\d"])).zeroEnded(pick(random, ["", "i", "imsx"]));
    case Type.dbPointer:
      return void to.text("test.books").raw(bytes(random, 12));
    case Type.codeWithScope:
      return void to.sized(() => void to.text("return x").sized(() => fields(to, random, 5, kinds)), null);
    case Type.int:
      return void to.int32(bits);
    case Type.timestamp:
      return void to.int32(bits).int32(random.uint32() | 0);
    case Type.long:
      return void to.int64((BigInt(bits) << (bits & 1 ? 32n : 0n)) + 7n);
    case Type.decimal:
      return void to.raw(Decimal128.fromString(bits & 1 ? pick(random, DECIMALS) : `${bits}.50`).bytes);
    default:
      return;
  }
}

function bytes(random: Random, length: number): Uint8Array {
  return Uint8Array.from({ length }, () => random.uint32() & 255);
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.uint32() % list.length] as T;
}
