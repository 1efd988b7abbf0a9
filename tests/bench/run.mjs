/**
 * Measures the database against other engines and hand-written loops: the same
 * data, the same questions, answers compared before anything is timed, medians
 * of interleaved runs.
 *
 *   node run.mjs [--quick] [--json] [--growth] [--only id,id] [--engines name,name]
 *
 * `cargo xtask bench` builds what it needs and calls it.
 */

import { Worker } from "node:worker_threads";
import { cpus } from "node:os";
import { setFlagsFromString } from "node:v8";

import { GROWTH, SIZES } from "./growth.mjs";
import { growthTable, table } from "./table.mjs";
import { WORKLOADS } from "./workloads.mjs";

const ENGINES = ["dojo", "loop", "mingo", "sift", "lokijs", "nedb", "minimongo", "sqljs"];

/** Milliseconds above which an engine's run is not repeated. */
const SLOW = 1500;

// For the threads, which cannot set it themselves.
setFlagsFromString("--expose-gc");

const options = parse(process.argv.slice(2));
const sizes = options.quick ? { reviews: 10_000, books: 1_000 } : { reviews: 100_000, books: 10_000 };
const rounds = options.quick ? 3 : 7;
const log = (text) => process.stderr.write(`${text}\n`);

function parse(words) {
  const found = { quick: false, json: false, growth: false, only: undefined, engines: undefined };
  for (let i = 0; i < words.length; i++) {
    const name = words[i].slice(2);
    if (!words[i].startsWith("--") || !(name in found)) {
      process.stderr.write("usage: node run.mjs [--quick] [--json] [--growth] [--only id,id] [--engines name,name]\n");
      process.exit(2);
    }
    found[name] = name === "only" || name === "engines" ? (words[++i] ?? "").split(",") : true;
  }
  return found;
}

/** An engine's thread; `ask` sends it one request. */
class Peer {
  constructor(name) {
    this.name = name;
    this.worker = new Worker(new URL("./peer.mjs", import.meta.url), {
      workerData: { adapter: new URL(`./adapters/${name}.mjs`, import.meta.url).href, sizes, insert: wanted("insert") },
      resourceLimits: { maxOldGenerationSizeMb: 4096 },
    });
    const fail = (error) => this.pending?.reject(new Error(`${name}: ${error}`));
    this.worker.on("message", ({ ok, error }) => (error ? fail(error) : this.pending.resolve(ok)));
    this.worker.on("error", (error) => fail(error.stack));
    this.worker.on("exit", () => fail("its thread ended"));
  }

  ask(request) {
    return new Promise((resolve, reject) => {
      this.pending = { resolve, reject };
      this.worker.postMessage(request);
    });
  }
}

function wanted(id) {
  return !options.only || options.only.includes(id);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

const engines = options.engines ?? ENGINES;
const result = {
  node: process.version,
  cpu: cpus()[0]?.model,
  sizes,
  rounds,
  memory: {},
  workloads: {},
  growth: undefined,
};

const peers = engines.map((name) => new Peer(name));
for (const peer of peers) {
  const { ms, before } = await peer.ask({ do: "open" });
  const { bytes } = await peer.ask({ do: "memory", before });
  result.memory[peer.name] = bytes;
  log(`${peer.name}: loaded in ${Math.round(ms)} ms, ${(bytes / 1e6).toFixed(0)} MB`);
}

let wrong = 0;
for (const workload of WORKLOADS.filter(({ id }) => wanted(id))) {
  log(`· ${workload.title}`);
  const able = [];
  let expected;
  for (const peer of peers) {
    if (!(await peer.ask({ do: "prepare", id: workload.id })).supported) continue;
    const { ms, answer } = await peer.ask({ do: "answer" });
    expected ??= { ...answer, by: peer.name };
    if (answer.hash !== expected.hash) {
      wrong++;
      log(`${workload.id}: ${peer.name} answers otherwise than ${expected.by}:`);
      log(`  ${answer.rows} rows:\n${answer.start}\n  not ${expected.rows} rows:\n${expected.start}`);
      continue;
    }
    // A slow engine's first run counts; for the others it is a warm-up.
    able.push({ peer, times: ms > SLOW && peer !== peers[0] ? [ms] : [], slow: ms > SLOW && peer !== peers[0] });
  }
  for (let round = 0; round < rounds; round++) {
    for (const entry of able) {
      if (!entry.slow) entry.times.push((await entry.peer.ask({ do: "time" })).ms);
    }
  }
  result.workloads[workload.id] = {
    title: workload.title,
    ms: Object.fromEntries(able.map(({ peer, times }) => [peer.name, median(times)])),
  };
}
await Promise.all(peers.map((peer) => peer.worker.terminate()));

if (options.growth) {
  result.growth = {};
  for (const name of engines.filter((name) => GROWTH.includes(name))) {
    result.growth[name] = {};
    for (const size of options.quick ? SIZES.slice(0, 2) : SIZES) {
      log(`· growth: ${name}, ${size} documents`);
      const peer = new Peer(name);
      result.growth[name][size] = await peer.ask({ do: "growth", size });
      await peer.worker.terminate();
    }
  }
}

if (options.json) console.log(JSON.stringify(result, null, 2));
else console.log([table(result), result.growth ? growthTable(result.growth) : ""].join("\n"));
if (wrong > 0) {
  log(`${wrong} answers differ`);
  process.exit(1);
}
