/** `rs` and `sh`: what they answer where nothing is replicated and nothing sharded. */
import type { Document } from "bson";
import { unsupported } from "./context.js";
import { MongoServerError, MongoshInvalidInputError, MongoshRuntimeError } from "./errors.js";
import { PRINT } from "./printing.js";
import type { Shell } from "./shell.js";

/** What methods say that look into the replication log. */
export function notReplicated(): never {
  throw new MongoshInvalidInputError("Replication not detected. Are you connected to a replset?", "SHAPI-10002");
}

/** What methods say that look into a cluster's configuration. */
export function notSharded(): never {
  const advice = "Be sure you are connecting to a mongos from the shell and not to a mongod.";
  throw new MongoshInvalidInputError(`This db does not have sharding enabled. ${advice}`, "SHAPI-10003");
}

function refused(errmsg: string): never {
  throw new MongoServerError({ ok: 0, errmsg, code: 76, codeName: "NoReplicationEnabled" });
}

function noConfiguration(): never {
  throw new MongoshRuntimeError("[COMMON-10004] No documents in local.system.replset");
}

type Methods = Record<string, (...given: never[]) => unknown>;

/** A namespace with some methods; the others are refused by name. */
function namespace(name: string, why: string, methods: Methods): object {
  return new Proxy(methods, {
    get(_target, property) {
      if (property === PRINT) return () => `${name} is not supported here: it ${why}`;
      if (typeof property !== "string") return undefined;
      return Object.hasOwn(methods, property) ? methods[property] : () => unsupported(`${name}.${property}()`, `is not supported here: it ${why}`);
    },
  });
}

/** The global `rs`. */
export function replicaSet(shell: Shell): object {
  const hello = (): Document => shell.db.hello();
  const status = (): never => refused("not running with --replSet");
  return namespace("rs", "needs a replica set", {
    status,
    stepDown: status,
    freeze: status,
    syncFrom: status,
    initiate: () => refused("This node was not started with replication enabled."),
    conf: noConfiguration,
    config: noConfiguration,
    add: noConfiguration,
    addArb: noConfiguration,
    remove: noConfiguration,
    hello,
    isMaster: () => shell.db.isMaster(),
    printReplicationInfo: notReplicated,
    printSecondaryReplicationInfo: () => shell.db.printSecondaryReplicationInfo(),
  });
}

/** The global `sh`. */
export function sharding(): object {
  return namespace("sh", "needs a sharded cluster, which is not simulated yet", { status: notSharded });
}
