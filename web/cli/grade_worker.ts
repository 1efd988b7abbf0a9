/// <reference types="node" />
/** The thread in which `schema-dojo grade` grades one file, so that an endless loop stops nothing else. */
import { parentPort, workerData } from "node:worker_threads";

import type { Bundle } from "../grader/bundle.js";
import { grade } from "../grader/index.js";
import { hardenGlobals } from "../sandbox/harden_globals.js";
import { Engine, init } from "../shell/engine.js";

const { bundle, source } = workerData as { bundle: Bundle; source: string };
await init();
const say = parentPort?.postMessage.bind(parentPort);
// The graded script can reach neither Node nor the grader.
hardenGlobals();
say?.(grade(bundle, source, { newEngine: (options) => new Engine(options) }));
