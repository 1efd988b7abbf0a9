/** How mongosh 2 refuses arguments and prints errors: each line is a script and all its output. */
import { before, test } from "node:test";
import { prints, ready } from "./test_support.js";

before(ready);

const DUPLICATE = "E11000 duplicate key error collection: test.c index: _id_ dup key: { _id: 1 }";

test("errors of writes have the driver's shape", () => {
  const counts =
    "{\n  insertedCount: 1,\n  matchedCount: 0,\n  modifiedCount: 0,\n  deletedCount: 0,\n  upsertedCount: 0,\n  upsertedIds: {},\n  insertedIds: { '0': 1 }\n}";
  const failing = (then: string): string => `try { db.c.insertMany([{ _id: 1 }, { _id: 1 }]) } catch (e) { ${then} }`;
  prints(
    [failing("print(e.result)"), `BulkWriteResult ${counts}`],
    [
      failing("print(e.writeErrors)"),
      `[\n  WriteError {\n    err: {\n      index: 1,\n      code: 11000,\n      errmsg: '${DUPLICATE}',\n      errInfo: undefined,\n      op: { _id: 1 }\n    }\n  }\n]`,
    ],
    [
      failing(
        "print(e.name, e.code, e.insertedCount, e.upsertedCount, e.errmsg === e.message, e.result.getWriteErrorCount(), e.writeErrors[0].getOperation())",
      ),
      "MongoBulkWriteError 11000 1 0 true 1 { _id: 1 }",
    ],
    [
      "db.c.insertOne({ _id: 1 }); try { db.c.insertOne({ _id: 1 }) } catch (e) { print(e.code, 'codeName' in e, e.keyValue, e.errorResponse.keyPattern, e.hasErrorLabel('x')) }",
      "11000 false { _id: 1 } { _id: 1 } false",
    ],
    ["try { db.c.find({ $foo: 1 }).toArray() } catch (e) { print(e.ok, e.code, e.codeName) }", "0 2 BadValue"],
  );
});

test("arguments are refused with mongosh's and the driver's texts", () => {
  prints(
    ["db.c.updateOne({})", "MongoInvalidArgumentError: Document must be a valid JavaScript object"],
    ["db.c.updateOne({}, [{ a: 1 }])", "MongoInvalidArgumentError: Update document requires atomic operators"],
    ["db.c.replaceOne({})", "MongoInvalidArgumentError: Document must be a valid JavaScript object"],
    [
      "db.c.replaceOne({}, [{ $set: { a: 1 } }])",
      "MongoInvalidArgumentError: Replacement document must not contain atomic operators",
    ],
    ["db.c.findOneAndUpdate({})", 'MongoInvalidArgumentError: Argument "update" must be an object'],
    ["db.c.findOneAndReplace({})", 'MongoInvalidArgumentError: Argument "replacement" must be an object'],
    ["db.c.insertOne(5)", "TypeError: Cannot create property '_id' on number '5'"],
    [
      "db.c.insertOne([{ a: 1 }])",
      "MongoServerError[TypeMismatch]: BSON field 'insert.documents.0' is the wrong type 'array', expected type 'object'",
    ],
    ["db.c.insertMany([[{ a: 1 }]])", "MongoInvalidArgumentError: Operation passed in cannot be an Array"],
    [
      "db.c.deleteOne(null)",
      "MongoServerError[Location40414]: BSON field 'delete.deletes.q' is missing but a required field",
    ],
    [
      "NumberInt({})",
      "MongoshInvalidInputError: [COMMON-10001] Argument at position 0 must be of type string or number or Long or Int32, got object instead (NumberInt)",
    ],
    [
      "db.c.runCommand()",
      "MongoshInvalidInputError: [COMMON-10001] Missing required argument at position 0 (Collection.runCommand)",
    ],
    [
      "db.c.runCommand({ count: 'c' }, {})",
      "MongoshInvalidInputError: [COMMON-10001] Collection.runCommand takes a command string as its first arugment",
    ],
    [
      "db.c.runCommand('count', { count: 1 })",
      'MongoshInvalidInputError: [COMMON-10001] The "commandName" argument cannot be passed as an option to "runCommand".',
    ],
    [
      "db.c.updateOne('x', { $set: { a: 1 } })",
      "MongoInvalidArgumentError: Selector must be a valid JavaScript object",
    ],
    ["db.c.find('x')", "MongoInvalidArgumentError: Query filter must be a plain object or ObjectId"],
    ["db.c.find().sort({ a: 5 })", "MongoInvalidArgumentError: Invalid sort direction: 5"],
    ["db.c.find().limit('5')", 'MongoInvalidArgumentError: Operation "limit" requires an integer'],
    ["db.c.find().allowDiskUse()", 'MongoInvalidArgumentError: Option "allowDiskUse" requires a sort specification'],
    [
      "db.c.findOneAndUpdate('x', { $set: { a: 1 } })",
      'MongoInvalidArgumentError: Argument "filter" must be an object',
    ],
    [
      "db.c.findOneAndUpdate({}, { $set: { a: 1 } }, { returnDocument: 'x' })",
      "MongoshInvalidInputError: [COMMON-10001] returnDocument needs to be either 'before' or 'after'",
    ],
    [
      "db.c.findAndModify({ update: { $set: { a: 1 } } })",
      'MongoshInvalidInputError: [COMMON-10001] Missing required property: "query"',
    ],
    [
      "db.c.bulkWrite()",
      "MongoshInvalidInputError: [COMMON-10001] Missing required argument at position 0 (Collection.bulkWrite)",
    ],
    ["db.c.bulkWrite({})", 'MongoInvalidArgumentError: Argument "operations" must be an array of documents'],
    [
      "db.c.bulkWrite([{ updateOne: { filter: {} } }])",
      "MongoInvalidArgumentError: Document must be a valid JavaScript object",
    ],
    [
      "db.c.bulkWrite([{ replaceOne: { replacement: { $set: {} } } }])",
      "MongoInvalidArgumentError: Selector must be a valid JavaScript object",
    ],
    [
      "db.c.bulkWrite([{ replaceOne: { filter: {}, replacement: { $set: {} } } }])",
      "MongoInvalidArgumentError: Replacement document must not use atomic operators",
    ],
    [
      "const bulk = db.c.initializeOrderedBulkOp(); bulk.find({}).updateOne({ a: 1 })",
      "MongoInvalidArgumentError: Update document requires atomic operators",
    ],
    [
      "const bulk = db.c.initializeOrderedBulkOp(); bulk.find({}).update({ a: 1 }); try { bulk.execute() } catch (e) { print(e.message) }",
      "multi update is not supported for replacement-style update",
    ],
    [
      "db.getMongo().bulkWrite([{ namespace: 'test.c', name: 'updateOne', filter: {}, update: { a: 1 } }])",
      "MongoAPIError: Client bulk write update models must only contain atomic modifiers (start with $) and must not be empty.",
    ],
    [
      "db.getMongo().bulkWrite([{ namespace: 'test.c', name: 'replaceOne', filter: {}, replacement: { $set: {} } }])",
      "MongoAPIError: Client bulk write replace models must not contain atomic modifiers (start with $) and must not be empty.",
    ],
    ["db.c.bulkWrite([5])", "MongoInvalidArgumentError: Operation must be an object with an operation key"],
    [
      "db.getCollection()",
      "MongoshInvalidInputError: [COMMON-10001] Missing required argument at position 0 (Database.getColl)",
    ],
    [
      "db.getMongo().getDB(5)",
      "MongoshInvalidInputError: [COMMON-10001] Argument at position 0 must be of type string, got number instead (Mongo.getDB)",
    ],
    ["db.c.createIndex(null)", "TypeError: Cannot convert undefined or null to object"],
    ["db.c.createIndex({ a: NumberInt(1), b: NumberLong('-1'), c: 'hashed' })", "a_1_b_-1_c_hashed"],
    [
      "db.createCollection(5)",
      "MongoshInvalidInputError: [COMMON-10001] Argument at position 0 must be of type string, got number instead (Database.createCollection)",
    ],
    ["db.setProfilingLevel(5)", "MongoshInvalidInputError: [COMMON-10001] Input level 5 is out of range [0..2]"],
    ["db.nosuch.isCapped()", "MongoshRuntimeError: collection test.nosuch not found"],
    ["db.getMongo().startSession().commitTransaction()", "MongoTransactionError: No transaction started"],
    ["db.c.find().readPref('x')", 'MongoInvalidArgumentError: Invalid read preference mode "x"'],
    [
      "db.c.find().readPref('primary', [{ a: 1 }])",
      "MongoInvalidArgumentError: Primary read preference cannot be combined with tags",
    ],
    ["db.c.find().readPref('nearest', 'x')", "MongoInvalidArgumentError: ReadPreference tags must be an array"],
    ["db.c.aggregate([], { readPreference: 'x' })", 'MongoInvalidArgumentError: Invalid read preference mode "x"'],
    [
      "db.c.find().readConcern('x')",
      "MongoServerError[BadValue]: Enumeration value 'x' for field 'readConcern.level' is not a valid value.",
    ],
    [
      "db.c.aggregate([], { readConcern: 'x' })",
      "MongoServerError[BadValue]: Enumeration value 'x' for field 'readConcern.level' is not a valid value.",
    ],
    [
      "db.c.distinct('a', {}, { readConcern: { level: 'x' } })",
      "MongoServerError[BadValue]: Enumeration value 'x' for field 'readConcern.level' is not a valid value.",
    ],
    [
      "db.copyDatabase('a', 'b')",
      "MongoshDeprecatedError: [COMMON-10003] `copyDatabase()` was removed because it was deprecated in MongoDB 4.0",
    ],
    ["db.serverBits()", "64"],
    [
      "db.c.latencyStats().map((stats) => Object.keys(stats.latencyStats))",
      "[ [ 'reads', 'writes', 'commands', 'transactions' ] ]",
    ],
    ["rs", "ReplicaSet class connected to mongodb://localhost/ via db test"],
    ["sh", "Shard class connected to mongodb://localhost/ via db test"],
    ["rs.status()", "MongoServerError[NoReplicationEnabled]: not running with --replSet"],
    ["show", `MongoshInvalidInputError: [COMMON-10001] 'undefined' is not a valid argument for "show".`],
    ["use", "MongoshInvalidInputError: [COMMON-10001] Missing required argument at position 0 (Mongo.use)"],
    ["show nonsense", `MongoshInvalidInputError: [COMMON-10001] 'nonsense' is not a valid argument for "show".`],
  );
});

test("an unacknowledged write returns no counts", () => {
  const none = "{ writeConcern: { w: 0 } }";
  prints(
    [`db.c.insertMany([{ _id: 1 }, { _id: 1 }], ${none})`, "{ acknowledged: false, insertedIds: { '0': 1, '1': 1 } }"],
    [
      `db.c.insertOne({ _id: 1 }); db.c.updateOne({}, { $set: { a: 1 } }, ${none})`,
      "{\n  acknowledged: false,\n  insertedId: null,\n  matchedCount: undefined,\n  modifiedCount: undefined,\n  upsertedCount: 0\n}",
    ],
    [
      `db.c.insertOne({ _id: 1 }); print(db.c.deleteMany({}, ${none})); db.c.countDocuments()`,
      "{ acknowledged: false, deletedCount: undefined }\n0",
    ],
    [`db.c.bulkWrite([{ insertOne: { document: { _id: 1 } } }], ${none}).insertedCount`, "0"],
  );
});

test("more arguments are refused as mongosh refuses them", () => {
  prints(
    [
      "db.c.find().forEach()",
      "MongoshInvalidInputError: [COMMON-10001] Missing required argument at position 0 (Cursor.forEach)",
    ],
    [
      "db.c.aggregate([]).map(5)",
      "MongoshInvalidInputError: [COMMON-10001] Argument at position 0 must be of type function, got number instead (Cursor.map)",
    ],
    [
      "db.getMongo().startSession().withTransaction({})",
      "MongoshInvalidInputError: [COMMON-10001] Argument at position 0 must be of type function, got object instead (Session.withTransaction)",
    ],
    [
      "db.c.getPlanCache().clearPlansByQuery()",
      "MongoshInvalidInputError: [COMMON-10001] Missing required argument at position 0 (PlanCache.clearPlansByQuery)",
    ],
    ["db.c.find(null)", "MongoServerError[TypeMismatch]: Expected field filterto be of type object"],
    ["db.c.updateOne({}, null)", "MongoInvalidArgumentError: Document must be a valid JavaScript object"],
    ["db.c.explain(1)", "MongoshInvalidInputError: [COMMON-10001] verbosity must be a string"],
    ["db.c.find().explain(5)", "MongoshInvalidInputError: [COMMON-10001] verbosity must be a string"],
    ["db.c.find().addOption(3)", "MongoshInvalidInputError: [COMMON-10001] Unknown option flag number: 3."],
    ["const c = db.c.find(); c.hasNext(); c.limit(1)", "MongoCursorInUseError: Cursor is already initialized"],
    [
      "NumberLong(true)",
      "MongoshInvalidInputError: [COMMON-10001] Argument at position 0 must be of type string or number or Long or Int32, got boolean instead (NumberLong)",
    ],
    [
      "UUID(1)",
      "MongoshInvalidInputError: [COMMON-10001] Argument at position 0 must be of type string, got number instead (UUID)",
    ],
    [
      "Code(1)",
      "MongoshInvalidInputError: [COMMON-10001] Argument at position 0 must be of type string or function, got number instead (Code)",
    ],
    [
      "db.createView('x', 'cc', {})",
      "MongoServerError[TypeMismatch]: BSON field 'create.pipeline' is the wrong type 'object', expected type 'array'",
    ],
    ["throw 'a'", "Error: a"],
  );
});
