/** `sh` and other cluster methods, on a cluster and on a standalone server. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { MaxKey, MinKey, type Document } from "bson";
import { Engine } from "./engine.js";
import { Shell } from "./shell.js";
import { freshShell, ready, run } from "./test_support.js";

before(ready);

const cluster = (shards = 2, chunkLimit = 10): Shell => new Shell(new Engine({ shards, chunkLimit }));
const value = (shell: Shell, source: string): any => run(shell, source).value;
function failure(shell: Shell, source: string): { name: string; message: string; code: unknown; notes: string[] } {
  const { error, output } = shell.evaluate(source);
  assert.ok(error, `no error: ${source}`);
  const notes = output.filter(({ kind }) => kind === "note").map(({ text }) => text);
  return { name: error.name, message: error.message, code: error.code, notes };
}

const WARNING =
  "Warning: MongoshWarning: [SHAPI-10003] You are not connected to a mongos. This command may not work as expected.";

test("a standalone server refuses the cluster's commands, after a warning", () => {
  const shell = freshShell();
  for (const [source, command] of [
    ["sh.addShard('s1')", "addShard"],
    ["sh.enableSharding('test')", "enableSharding"],
    ["sh.shardCollection('test.c', { a: 1 })", "shardCollection"],
    ["sh.splitAt('test.c', { a: 1 })", "split"],
    ["sh.moveChunk('test.c', { a: 1 }, 's1')", "moveChunk"],
    ["sh.getBalancerState()", "balancerStatus"],
    ["sh.addShardToZone('s1', 'z')", "addShardToZone"],
    ["sh.addTagRange('test.c', { a: 1 }, { a: 2 }, 'z')", "updateZoneKeyRange"],
    ["sh.reshardCollection('test.c', { b: 1 })", "reshardCollection"],
    ["sh.stopBalancer()", "balancerStop"],
    ["sh.listShards()", "listShards"],
  ] as const) {
    assert.deepEqual(failure(shell, source), {
      name: "MongoServerError",
      message: `no such command: '${command}'`,
      code: 59,
      notes: [WARNING],
    });
  }
  const status = {
    name: "MongoshInvalidInputError",
    message:
      "[SHAPI-10003] This db does not have sharding enabled. Be sure you are connecting to a mongos from the shell and not to a mongod.",
    code: "SHAPI-10003",
    notes: [WARNING],
  };
  assert.deepEqual(failure(shell, "sh.status()"), status);
  assert.deepEqual(failure(shell, "db.printShardingStatus()"), status);
  assert.deepEqual(failure(shell, "db.c.getShardDistribution()"), {
    name: "MongoshInvalidInputError",
    message: "[SHAPI-10001] Collection c is not sharded",
    code: "SHAPI-10001",
    notes: [WARNING],
  });
});

test("arguments are checked first, and unsupported methods are refused by name", () => {
  const shell = freshShell();
  assert.equal(
    failure(shell, "sh.shardCollection('test.c')").message,
    "[COMMON-10001] Missing required argument at position 1 (Shard.shardCollection)",
  );
  assert.match(
    failure(shell, "sh.moveChunk('test.c', {}, 1)").message,
    /Argument at position 2 must be of type string, got number instead \(Shard\.moveChunk\)$/,
  );
  const zone = failure(cluster(), "sh.addShardToZone('s1', 'z')");
  assert.deepEqual(
    [zone.name, zone.message],
    ["MongoshUnimplementedError", "sh.addShardToZone() is not supported here: it is not part of the simulated cluster"],
  );
  assert.match(run(shell, "sh.help()").printed, /moveChunk\(namespace, query, shard\) {2}/);
});

test("a cluster's options must be whole numbers", () => {
  for (const [options, message] of [
    [{ shards: -1 }, /shards must be a whole number from 0 to 64/],
    [{ shards: 1.5 }, /shards must be a whole number/],
    [{ shards: "2" }, /shards must be a whole number/],
    [{ shards: 2, chunkLimit: 1 }, /chunkLimit must be a whole number from 2/],
    [{ shards: 2, chunkLimit: NaN }, /chunkLimit must be a whole number/],
    [{ chunkLimit: 5 }, /chunkLimit applies to clusters only/],
  ] as const)
    assert.throws(() => new Engine(options as object), message);
  assert.deepEqual([new Engine().isCluster, new Engine({ shards: 1 }).isCluster], [false, true]);
});

test("a collection is sharded, split and moved manually", () => {
  const shell = cluster(2, 1000);
  run(shell, "sh.stopBalancer(); sh.enableSharding('test')");
  assert.equal(value(shell, "sh.shardCollection('test.n', { k: 1 })").collectionsharded, "test.n");
  run(shell, "db.n.insertMany(Array.from({ length: 100 }, (_, k) => ({ k })))");
  assert.equal(value(shell, "sh.splitAt('test.n', { k: 60 })").ok, 1);
  assert.equal(value(shell, "sh.splitFind('test.n', { k: 10 })").ok, 1);
  assert.equal(value(shell, "sh.moveChunk('test.n', { k: 99 }, 'shard2')").ok, 1);
  const chunks = value(
    shell,
    "db.getSiblingDB('config').chunks.find({ ns: 'test.n' }).sort({ min: 1 }).toArray()",
  ) as Document[];
  assert.deepEqual(
    chunks.map(({ min, max, shard }) => [min, max, shard]),
    [
      [{ k: new MinKey() }, { k: 30 }, "shard1"],
      [{ k: 30 }, { k: 60 }, "shard1"],
      [{ k: 60 }, { k: new MaxKey() }, "shard2"],
    ],
  );
  assert.deepEqual(
    [value(shell, "db.n.countDocuments()"), value(shell, "db.n.find({ k: { $gte: 60 } }).itcount()")],
    [100, 40],
  );
});

test("the balancer is switched on and off, for all collections or one", () => {
  const shell = cluster(2, 10);
  assert.equal(value(shell, "sh.getBalancerState()"), true);
  assert.equal(value(shell, "sh.isBalancerRunning()").mode, "full");
  run(shell, "sh.setBalancerState(false)");
  assert.equal(value(shell, "sh.getBalancerState()"), false);
  run(
    shell,
    "sh.shardCollection('test.n', { _id: 1 }); db.n.insertMany(Array.from({ length: 100 }, (_, _id) => ({ _id })))",
  );
  const shards = "db.getSiblingDB('config').chunks.distinct('shard', { ns: 'test.n' }).sort()";
  assert.deepEqual(value(shell, shards), ["shard1"]);
  run(shell, "sh.startBalancer(); db.n.findOne()");
  assert.deepEqual(value(shell, shards), ["shard1", "shard2"]);
  assert.equal(value(shell, "sh.setBalancerState(true)").ok, 1);
});

test("shards are added and listed", () => {
  const shell = cluster(1);
  assert.deepEqual(value(shell, "sh.listShards().map(({ _id }) => _id)"), ["shard1"]);
  assert.equal(value(shell, "sh.addShard('other')").shardAdded, "other");
  assert.deepEqual(value(shell, "sh.listShards().map(({ _id }) => _id)"), ["shard1", "other"]);
  assert.deepEqual(value(shell, "sh.isConfigShardEnabled()"), { enabled: false });
});

test("the status shows shards, balancer, databases and chunks, in mongosh's layout", () => {
  const shell = cluster(2, 10);
  run(shell, "sh.shardCollection('test.n', { k: 1 }); for (let k = 0; k < 40; k++) db.n.insertOne({ k })");
  const { printed } = run(shell, "sh.status()");
  const titles = printed.split("\n---\n").map((part) => part.slice(0, part.indexOf("\n")));
  assert.deepEqual(
    titles.filter((title) => title !== "shardedDataDistribution"),
    ["shardingVersion", "shards", "active mongoses", "autosplit", "balancer", "databases"],
  );
  assert.match(
    printed,
    /\nbalancer\n\{\n {2}'Currently enabled': 'yes',\n {2}'Currently running': 'no',\n {2}'Failed balancer rounds in last 5 attempts': 0,\n {2}'Migration Results for the last 24 hours': \{ '\d+': 'Success' \}\n\}\n/,
  );
  assert.match(
    printed,
    /\n {2}\{\n {4}database: \{ _id: 'config', primary: 'config', partitioned: true \},\n {4}collections: \{\}\n {2}\},\n/,
  );
  assert.match(
    printed,
    /\n {8}chunkMetadata: \[\n? *\{ shard: 'shard1', nChunks: \d \},\n? *\{ shard: 'shard2', nChunks: \d \}/,
  );
  assert.match(printed, /\n {10}\{ min: \{ k: MinKey\(\) \}, max: \{ k: \d+ \}, 'on shard': 'shard\d'.*\},\n/);
  assert.equal(run(shell, "db.printShardingStatus()").printed, printed);
  assert.equal(Object.keys((run(shell, "sh.status()").value as { value: object }).value).includes("databases"), true);
});

test("the status shows twenty chunks, or all if verbose", () => {
  const shell = cluster(2, 1000);
  run(shell, "sh.shardCollection('test.n', { k: 1 }); for (let k = 0; k < 24; k++) sh.splitAt('test.n', { k })");
  const many = /'too many chunks to print, use verbose if you want to force print'\n/;
  const brief = run(shell, "sh.status()").printed;
  assert.match(brief, many);
  assert.equal(brief.match(/'on shard'/g)?.length, 20);
  const whole = run(shell, "sh.status(true)").printed;
  assert.doesNotMatch(whole, many);
  assert.equal(whole.match(/'on shard'/g)?.length, 25);
  assert.match(whole, /active mongoses\n\[.*mongoVersion/s);
});

test("the distribution of a sharded collection is shown by shard and in total", () => {
  const shell = cluster(2, 1000);
  run(
    shell,
    "sh.stopBalancer(); sh.shardCollection('test.n', { k: 1 }); db.n.insertMany(Array.from({ length: 5 }, (_, k) => ({ _id: k, k })))",
  );
  run(shell, "sh.splitAt('test.n', { k: 4 }); sh.moveChunk('test.n', { k: 4 }, 'shard2')");
  const { printed } = run(shell, "db.n.getShardDistribution()");
  assert.match(
    printed,
    /^Shard shard1 at \S+\n\{\n {2}data: '84B',\n {2}docs: 4,\n {2}chunks: 1,\n {2}'estimated data per chunk': '84B',\n {2}'estimated docs per chunk': 4\n\}\n---\nShard shard2 at /,
  );
  assert.match(
    printed,
    /\n---\nTotals\n\{\n {2}data: '105B',\n {2}docs: 5,\n {2}chunks: 2,\n {2}'Shard shard1': \[ '80 % data', '80 % docs in cluster', '21B avg obj size on shard' \],\n/,
  );
  run(shell, "db.plain.insertOne({})");
  assert.equal(
    failure(shell, "db.plain.getShardDistribution()").message,
    "[SHAPI-10001] Collection plain is not sharded",
  );
});
