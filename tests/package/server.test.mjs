/** `schema-dojo/server` as a test suite uses it: through the official driver, through mongoose, and as raw bytes. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, test } from "node:test";

import { BSON, GridFSBucket, MongoClient } from "mongodb";
import mongoose from "mongoose";

import { startServer } from "../../dist/pkg/server.js";

let server;
let client;
let db;

before(async () => {
  server = await startServer({ replicaSet: true });
  client = await new MongoClient(server.uri).connect();
  db = client.db("driver");
});
after(async () => {
  await client.close();
  await server.close();
});

test("documents are stored, found, changed and removed", async () => {
  const books = db.collection("books");
  const { insertedCount } = await books.insertMany(Array.from({ length: 250 }, (_, i) => ({ _id: i, shelf: i % 7 })));
  assert.equal(insertedCount, 250);
  assert.equal((await books.find().toArray()).length, 250, "three batches");
  assert.equal(await books.countDocuments({ shelf: 3 }), 36);
  const { modifiedCount } = await books.updateMany({ shelf: 3 }, { $set: { shelf: "three" } });
  assert.equal(modifiedCount, 36);
  assert.deepEqual(await books.findOneAndUpdate({ _id: 0 }, { $inc: { shelf: 5 } }, { returnDocument: "after" }), {
    _id: 0,
    shelf: 5,
  });
  assert.equal((await books.deleteMany({ shelf: "three" })).deletedCount, 36);
  await assert.rejects(books.insertOne({ _id: 0 }), {
    code: 11000,
    message: /driver\.books index: _id_ dup key: \{ _id: 0 \}/,
  });
});

test("bulk writes and client bulk writes report each part", async () => {
  const bulk = db.collection("bulk");
  const result = await bulk.bulkWrite([
    { insertOne: { document: { _id: 1 } } },
    { updateOne: { filter: { _id: 2 }, update: { $set: { a: 1 } }, upsert: true } },
    { deleteOne: { filter: { _id: 1 } } },
  ]);
  assert.deepEqual([result.insertedCount, result.upsertedCount, result.deletedCount], [1, 1, 1]);
  const both = await client.bulkWrite([
    { name: "insertOne", namespace: "driver.bulk", document: { _id: 7 } },
    { name: "insertOne", namespace: "driver.other", document: { _id: 8 } },
  ]);
  assert.equal(both.insertedCount, 2);
});

test("unacknowledged writes are executed without a reply", async () => {
  const quick = db.collection("quick");
  await quick.insertOne({ _id: 1 }, { writeConcern: { w: 0 } });
  assert.deepEqual(await quick.findOne({ _id: 1 }), { _id: 1 });
});

test("a transaction is committed whole, or not at all", async () => {
  const session = client.startSession();
  await session.withTransaction(async () => {
    await db.collection("in").insertOne({ _id: 1 }, { session });
    await db.collection("out").insertOne({ _id: 1 }, { session });
  });
  session.startTransaction();
  await db.collection("in").insertOne({ _id: 2 }, { session });
  await session.abortTransaction();
  await session.endSession();
  assert.deepEqual([await db.collection("in").countDocuments(), await db.collection("out").countDocuments()], [1, 1]);
});

test("a change stream waits for events instead of polling", async () => {
  const watched = db.collection("watched");
  const before = (await db.admin().command({ serverStatus: 1 })).opcounters.getmore;
  const stream = watched.watch([{ $match: { operationType: "update" } }], { maxAwaitTimeMS: 400 });
  const event = stream.next();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await watched.insertOne({ _id: 1 });
  await watched.updateOne({ _id: 1 }, { $set: { seen: true } });
  assert.deepEqual((await event).updateDescription.updatedFields, { seen: true });
  await stream.close();
  const after = (await db.admin().command({ serverStatus: 1 })).opcounters.getmore;
  assert.ok(after - before < 20, `${after - before} getMore commands`);
});

test("a tailable cursor returns later inserts", async () => {
  const log = await db.createCollection("log", { capped: true, size: 100_000 });
  await log.insertOne({ _id: 1 });
  const cursor = log.find({}, { tailable: true, awaitData: true, maxAwaitTimeMS: 5000 });
  assert.deepEqual(await cursor.next(), { _id: 1 });
  const next = cursor.next();
  await log.insertOne({ _id: 2 });
  assert.deepEqual(await next, { _id: 2 });
  await cursor.close();
});

test("files are stored in chunks by GridFS", async () => {
  const bucket = new GridFSBucket(db);
  const content = Buffer.alloc(600_000, "schema");
  const upload = bucket.openUploadStream("picture");
  upload.end(content);
  await once(upload, "finish");
  const parts = [];
  for await (const part of bucket.openDownloadStreamByName("picture")) parts.push(part);
  assert.ok(Buffer.concat(parts).equals(content));
});

test("JavaScript runs inside the database", async () => {
  await db.collection("numbers").insertMany([{ n: 1 }, { n: 5 }]);
  assert.equal(await db.collection("numbers").countDocuments({ n: { $exists: true } }), 2);
  assert.equal((await db.collection("numbers").find({ $where: "this.n > 3" }).toArray()).length, 1);
});

test("the strict API is checked", async () => {
  const strict = await new MongoClient(server.uri, { serverApi: { version: "1", strict: true } }).connect();
  await assert.rejects(strict.db("driver").command({ collStats: "books" }), { codeName: "APIStrictError" });
  await strict.close();
});

test("the clock follows real time", async () => {
  const { localTime } = await db.admin().command({ hello: 1 });
  assert.ok(Math.abs(Date.now() - localTime.getTime()) < 60_000);
});

test("a snapshot restores the data between tests", async () => {
  const clean = server.engine.snapshot();
  await db.collection("dirty").insertOne({ _id: 1 });
  server.engine.restore(clean);
  clean.free();
  assert.equal(await db.collection("dirty").countDocuments(), 0);
});

test("mongoose stores and validates models", async () => {
  const connection = await mongoose.createConnection(server.uri, { dbName: "models" }).asPromise();
  const Reader = connection.model(
    "Reader",
    new mongoose.Schema({ name: { type: String, required: true, unique: true }, books: [Number] }),
  );
  await Reader.init();
  await Reader.create({ name: "ann", books: [1] });
  await Reader.updateOne({ name: "ann" }, { $push: { books: 2 } });
  assert.deepEqual([...(await Reader.findOne({ name: "ann" })).books], [1, 2]);
  await assert.rejects(Reader.create({ name: "ann" }), { code: 11000 });
  await connection.close();
});

/**
 * Sends bytes over a separate connection and returns all bytes received until it was closed, or within `wait`
 * milliseconds.
 */
async function exchange(bytes, wait = 200) {
  const socket = connect(server.port, "127.0.0.1");
  await once(socket, "connect");
  const parts = [];
  let closed = false;
  socket.on("data", (part) => parts.push(part));
  socket.on("close", () => (closed = true));
  socket.on("error", () => {});
  socket.write(bytes);
  await new Promise((resolve) => setTimeout(resolve, wait));
  const result = { closed, bytes: Buffer.concat(parts) };
  socket.destroy();
  return result;
}

/** A message of the wire protocol. */
function message(opCode, ...parts) {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(16);
  head.writeInt32LE(16 + body.length, 0);
  head.writeInt32LE(77, 4);
  head.writeInt32LE(opCode, 12);
  return Buffer.concat([head, body]);
}

const flags = (bits) => Buffer.from(new Uint32Array([bits]).buffer);
const body = (command) => Buffer.concat([Buffer.from([0]), BSON.serialize(command)]);

test("a legacy hello is answered with an OP_REPLY, and without a topology version", async () => {
  const namespace = Buffer.from("admin.$cmd\0");
  const query = Buffer.concat([
    flags(4),
    namespace,
    Buffer.from(new Int32Array([0, -1]).buffer),
    BSON.serialize({ isMaster: 1, helloOk: true }),
  ]);
  const { bytes } = await exchange(message(2004, query));
  assert.equal(bytes.readInt32LE(12), 1);
  assert.equal(bytes.readInt32LE(8), 77, "it answers this request");
  const reply = BSON.deserialize(bytes.subarray(36));
  assert.equal(reply.ismaster, true);
  assert.equal("topologyVersion" in reply, false);
});

test("a hello in the newer protocol has no topology version either, and does not wait for a change", async () => {
  const reply = await db.admin().command({ hello: 1 });
  assert.equal(reply.isWritablePrimary, true);
  assert.equal("topologyVersion" in reply, false);
});

test("a client that allows several replies to one request gets one, without the flag for more replies", async () => {
  const { bytes, closed } = await exchange(message(2013, flags(1 << 16), body({ ping: 1, $db: "admin" })));
  assert.equal(closed, false);
  assert.equal(bytes.readInt32LE(0), bytes.length, "there is more than one reply");
  assert.equal(bytes.readUInt32LE(16), 0, "its flags");
});

test("sessions can be ended", async () => {
  const { id } = await db.admin().command({ startSession: 1 });
  assert.equal((await db.admin().command({ endSessions: [id] })).ok, 1);
});

test("a message may have a document sequence, and a checksum", async () => {
  const documents = Buffer.concat([{ _id: 1 }, { _id: 2 }].map((document) => BSON.serialize(document)));
  const name = Buffer.from("documents\0");
  const size = Buffer.alloc(4);
  size.writeInt32LE(4 + name.length + documents.length);
  const sequence = Buffer.concat([Buffer.from([1]), size, name, documents]);
  const { bytes } = await exchange(
    message(2013, flags(1), sequence, body({ insert: "apart", $db: "driver" }), Buffer.alloc(4)),
  );
  assert.equal(BSON.deserialize(bytes.subarray(21)).n, 2);
});

for (const [what, bytes] of [
  ["a length that no message has", Buffer.from(new Int32Array([5, 0, 0, 2013]).buffer)],
  ["a message of two gigabytes", Buffer.from(new Int32Array([0x7fffffff, 0, 0, 2013]).buffer)],
  ["an unknown op code", message(4711, Buffer.alloc(20))],
  ["a compressed message", message(2012, Buffer.alloc(20))],
  ["an unknown required flag", message(2013, flags(1 << 5), body({ ping: 1, $db: "admin" }))],
  ["no body", message(2013, flags(0))],
  ["two bodies", message(2013, flags(0), body({ ping: 1, $db: "admin" }), body({ ping: 1, $db: "admin" }))],
  ["a section that ends behind the message", message(2013, flags(0), Buffer.from([0, 100, 0, 0, 0, 0]))],
  ["a web browser", Buffer.from("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")],
]) {
  test(`${what} closes its connection and no other`, async () => {
    assert.equal((await exchange(bytes)).closed, true);
    assert.deepEqual(await db.command({ ping: 1 }).then(({ ok }) => ok), 1);
  });
}

test("bytes that are not BSON get an error reply", async () => {
  const broken = Buffer.from([0, 12, 0, 0, 0, 2, 97, 0, 99, 0, 0, 0, 0]);
  const { bytes } = await exchange(message(2013, flags(0), broken));
  assert.equal(BSON.deserialize(bytes.subarray(21)).ok, 0);
});

test("one connection too many is closed, and a port that is taken is an error", async () => {
  const small = await startServer({ maxConnections: 1 });
  const first = connect(small.port, "127.0.0.1");
  await once(first, "connect");
  const second = connect(small.port, "127.0.0.1");
  await once(second, "close");
  await assert.rejects(startServer({ port: small.port }), { code: "EADDRINUSE" });
  await small.close();
});
