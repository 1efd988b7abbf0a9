/** `rs` on a server without replication, and namespaces with only some of their methods. */
import type { Document } from "bson";
import { unsupported } from "./context.js";
import { MongoshInvalidInputError } from "./errors.js";
import { classHelp } from "./help.js";
import { PRINT } from "./printing.js";
import type { Shell } from "./shell.js";

/** The error of methods that read the replication log. */
export function notReplicated(): never {
  throw new MongoshInvalidInputError("Replication not detected. Are you connected to a replset?", "SHAPI-10002");
}

type Methods = Record<string, (...given: never[]) => unknown>;

/** A namespace with some methods; calling any other throws an error that names it. */
export function namespace(
  name: string,
  why: string,
  methods: Methods,
  printed = `${name} is not supported here: it ${why}`,
): object {
  return new Proxy(methods, {
    get(_target, property) {
      if (property === PRINT) return () => printed;
      if (typeof property !== "string" || property === "then") return undefined;
      return Object.hasOwn(methods, property)
        ? methods[property]
        : () => unsupported(`${name}.${property}()`, `is not supported here: it ${why}`);
    },
  });
}

/** The text that mongosh prints for `rs` and `sh`. */
export function connected(name: string, shell: Shell): string {
  return `${name} class connected to ${shell.mongo.getURI()} via db test`;
}

/** The global `rs`. */
export function replicaSet(shell: Shell): object {
  const run = (command: Document) => (): Document => shell.db.adminCommand(command);
  const configuration = run({ replSetGetConfig: 1 });
  const methods: Methods = {
    status: run({ replSetGetStatus: 1 }),
    stepDown: (seconds = 60, catchUp?: number) =>
      shell.db.adminCommand({
        replSetStepDown: seconds,
        ...(catchUp === undefined ? {} : { secondaryCatchUpPeriodSecs: catchUp }),
      }),
    freeze: (seconds: number) => shell.db.adminCommand({ replSetFreeze: seconds }),
    syncFrom: (host: string) => shell.db.adminCommand({ replSetSyncFrom: host }),
    initiate: (config: Document = {}) => shell.db.adminCommand({ replSetInitiate: config }),
    conf: configuration,
    config: configuration,
    reconfig: configuration,
    add: configuration,
    addArb: configuration,
    remove: configuration,
    hello: () => shell.db.hello(),
    isMaster: () => shell.db.isMaster(),
    printReplicationInfo: notReplicated,
    printSecondaryReplicationInfo: () => shell.db.printSecondaryReplicationInfo(),
  };
  methods["help"] = classHelp("ReplicaSet", { prototype: methods });
  return namespace("rs", "needs a replica set", methods, connected("ReplicaSet", shell));
}
