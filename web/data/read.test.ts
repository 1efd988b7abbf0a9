/** Import and export preserve every type. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { EJSON, serialize } from "bson";

import { Random } from "../shell/random.js";
import { canonical } from "./canonical.js";
import { Bson, DamagedError } from "./elements.js";
import { randomBson } from "./random_bson.js";
import { bsonDocuments, documentOf, guess, metadataOf, textDocuments, type Format } from "./read.js";

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString("hex");
const all = { all: true };

test("canonical extended JSON keeps the bytes of random documents of all types", () => {
  const random = new Random(11);
  for (let id = 0; id < 3000; id++) {
    const document = randomBson(random, id, all);
    const text = canonical(document);
    assert.equal(hex(documentOf(text)), hex(document), text);
  }
});

test("files keep the bytes of random documents: a list, lines, and BSON", () => {
  const random = new Random(12);
  const documents = Array.from({ length: 300 }, (_, id) => randomBson(random, id, all));
  const texts = documents.map(canonical);
  const same = (found: readonly { bytes: Uint8Array }[]): void =>
    assert.deepEqual(
      found.map(({ bytes }) => hex(bytes)),
      documents.map(hex),
    );
  same(textDocuments("json", `\ufeff[\n${texts.join(",\n")}\n]\n`));
  same(textDocuments("lines", texts.join("\r\n")));
  same(bsonDocuments(Buffer.concat(documents)));
});

test("the output agrees with the driver's library", () => {
  const values = { i: 5, d: 1.5, s: "x", n: null, b: [true, { deep: -1 }], at: new Date(86_400_000) };
  const bytes = serialize(values);
  assert.equal(canonical(bytes), EJSON.stringify(values, { relaxed: false }));
  assert.equal(hex(documentOf(EJSON.stringify(values, { relaxed: true }))), hex(bytes));
});

test("relaxed numbers get the type that a server's import gives them", () => {
  const types = (text: string): string => canonical(documentOf(text));
  assert.equal(
    types('{"a":5,"b":5.0,"c":2147483648,"d":1e3,"e":9007199254740993,"f":1e400}'),
    '{"a":{"$numberInt":"5"},"b":{"$numberDouble":"5.0"},"c":{"$numberLong":"2147483648"},"d":{"$numberDouble":"1000.0"},"e":{"$numberLong":"9007199254740993"},"f":{"$numberDouble":"Infinity"}}',
  );
  assert.equal(
    types('{"a":{"$numberLong":"9007199254740993"},"b":{"$numberDouble":"5.0"}}'),
    '{"a":{"$numberLong":"9007199254740993"},"b":{"$numberDouble":"5.0"}}',
  );
});

test("legacy forms are read", () => {
  const types = (text: string): string => canonical(documentOf(text));
  assert.equal(
    types(
      '{"a":{"$binary":"AQI=","$type":"00"},"b":{"$regex":"^a","$options":"si"},"c":{"$date":5},"d":{"$numberLong":7}}',
    ),
    '{"a":{"$binary":{"base64":"AQI=","subType":"00"}},"b":{"$regularExpression":{"pattern":"^a","options":"is"}},"c":{"$date":{"$numberLong":"5"}},"d":{"$numberLong":"7"}}',
  );
  assert.equal(
    types('{"a":{"$date":"2024-02-29T12:00:00+01:00"},"u":{"$uuid":"00112233-4455-6677-8899-aabbccddeeff"}}'),
    '{"a":{"$date":{"$numberLong":"1709204400000"}},"u":{"$binary":{"base64":"ABEiM0RVZneImaq7zN3u/w==","subType":"04"}}}',
  );
  // Not a wrapper, though it starts like one.
  assert.equal(
    types('{"a":{"$ref":"books","$id":1},"q":{"$regex":{"$numberInt":"1"},"$options":"i"}}'),
    '{"a":{"$ref":"books","$id":{"$numberInt":"1"}},"q":{"$regex":{"$numberInt":"1"},"$options":"i"}}',
  );
});

test("errors name the line and the field", () => {
  const fault = (format: Format, text: string): string => {
    try {
      textDocuments(format, text);
    } catch (reason) {
      return (reason as Error).message;
    }
    return "";
  };
  assert.equal(
    fault("json", '[\n{"a":1},\n{"a":{"b":[{"$oid":"xyz"}]}}\n]'),
    'line 3: field "a.b.0": $oid needs 24 hexadecimal digits',
  );
  assert.equal(
    fault("json", '[{"at":{"$date":"yesterday"}}]'),
    'line 1: field "at": $date needs a date, "yesterday" is none',
  );
  assert.equal(fault("json", '[{"_id":1},\n{"_id":2'), "line 2: expected “,” or “}”, found the end");
  assert.equal(fault("json", "[{}, 1]"), "line 1: not a document: one is written between { and }");
  assert.equal(fault("lines", '{"a":1}\n{"a":\n{"b":1}'), "line 2: expected a value, found the end");
  assert.equal(
    fault("lines", '{}\n{"file":{"$binary":{"base64":"!","subType":"00"}}}'),
    'line 2: field "file": $binary is not Base64: character 1 is "!"',
  );
  assert.equal(fault("json", '{"a":"\\ud800"}'), "line 1: an unpaired surrogate, which UTF-8 cannot encode");
  assert.equal(fault("json", `${'{"a":'.repeat(300)}1${"}".repeat(300)}`), "line 1: nested more than 250 levels deep");
  assert.match(fault("json", "[".repeat(100_000)), /nested more than 250 levels deep/);
  assert.equal(fault("csv", "a\n1,2"), "line 2: 2 fields, but the header names 1");
  assert.equal(fault("csv", 'a\n"x'), "line 2: the quote that is opened here is never closed");
  assert.equal(fault("csv", "a,a.b\n1,2"), "line 2: column a.b lies inside another column");
});

test("CSV preserves text that numbers would change", () => {
  const found = textDocuments(
    "csv",
    'zip,n,ok,note,address.city\r\n00501,3,true,"a ""b"", c",Paris\n,-1.5,no,"",\n"x\ny",5.0,,,\n',
  );
  assert.deepEqual(
    found.map(({ bytes, place }) => [EJSON.stringify(EJSON.parse(canonical(bytes))), place]),
    [
      ['{"zip":"00501","n":3,"ok":true,"note":"a \\"b\\", c","address":{"city":"Paris"}}', "line 2"],
      ['{"n":-1.5,"ok":"no","note":""}', "line 3"],
      ['{"zip":"x\\ny","n":"5.0"}', "line 4"],
    ],
  );
});

test("truncated or damaged BSON is refused with its position, and never read past its end", () => {
  const random = new Random(13);
  const two = Buffer.concat([serialize({ a: 1 }), serialize({ deep: { list: ["text"] } })]);
  assert.throws(
    () => bsonDocuments(two.subarray(0, two.length - 3)),
    /^Error: document 2 at byte 12: damaged or cut off, a length that does not fit at byte 12$/,
  );
  const wrong = Buffer.from(two);
  wrong[wrong.indexOf("text") - 4] = 99;
  assert.throws(() => bsonDocuments(wrong), /document 2 at byte 12, in field "deep.list": damaged or cut off/);
  for (let round = 0; round < 2000; round++) {
    const bytes = randomBson(random, round, all);
    bytes[random.uint32() % bytes.length] = random.uint32() & 255;
    try {
      bsonDocuments(bytes).forEach((one) => canonical(one.bytes));
    } catch (reason) {
      assert.match(String(reason), /damaged or cut off/);
    }
  }
  assert.throws(() => [...new Bson(Uint8Array.of(5, 0, 0, 0, 1)).elements()], DamagedError);
});

test("mongodump's metadata contain options and indexes", () => {
  const { options, indexes } = metadataOf(
    '{"options":{"capped":true,"size":{"$numberInt":"4096"}},"indexes":[{"v":{"$numberInt":"2"},"key":{"_id":{"$numberInt":"1"}},"name":"_id_"},{"v":{"$numberInt":"2"},"key":{"a":{"$numberDouble":"1.0"}},"name":"a_1","ns":"test.books","unique":true}],"uuid":"x","collectionName":"books","type":"collection"}',
  );
  assert.equal(canonical(options), '{"capped":true,"size":{"$numberInt":"4096"}}');
  assert.deepEqual(indexes.map(canonical), [
    '{"v":{"$numberInt":"2"},"key":{"a":{"$numberDouble":"1.0"}},"name":"a_1","unique":true}',
  ]);
  assert.throws(() => metadataOf("{"), /line 1/);
});

test("formats are recognized", () => {
  assert.equal(guess("a.csv", "{}"), "csv");
  assert.equal(guess("", '[{"a":1}]'), "json");
  assert.equal(guess("", '{"a":1}\n{"a":2}\n'), "lines");
  assert.equal(guess("", '{\n "a": 1\n}'), "json");
  assert.equal(guess("", "a,b\n1,2"), "csv");
});
