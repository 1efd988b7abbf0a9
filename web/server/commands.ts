/** The server's additions to the engine's commands: hello as drivers expect it, the clock, cursors that wait. */
import type { Document } from "bson";

import { decode } from "../shell/decode.js";
import { encode } from "../shell/encode.js";
import type { Engine } from "../shell/engine.js";
import { AwaitingCursors } from "./awaiting_cursors.js";
import { commandName } from "./command_name.js";

/** A client as commands see it. */
export interface Client {
  readonly id: number;
  /** Aborted when the client is gone. */
  readonly signal: AbortController;
}

export interface CommandsPlan {
  /** `host:port` as clients reach it. */
  readonly address: string;
  /** Name of the replica set; null for a standalone server. */
  readonly setName: string | null;
  readonly followsRealTime: boolean;
}

const HELLO = new Set(["hello", "isMaster", "ismaster"]);
/** `InternalError`: the engine itself failed. */
const INTERNAL_ERROR = 1;

export class Commands {
  readonly #engine: Engine;
  readonly #plan: CommandsPlan;
  readonly #waiting = new AwaitingCursors();
  #closed = false;

  constructor(engine: Engine, plan: CommandsPlan) {
    this.#engine = engine;
    this.#plan = plan;
  }

  /** Runs a command, BSON in and out. Only a `getMore` that waits for news gives a promise. */
  run(command: Uint8Array, client: Client): Uint8Array | Promise<Uint8Array> {
    const name = commandName(command);
    if (HELLO.has(name)) return this.#hello(command, client);
    const reply = this.#execute(command);
    switch (name) {
      case "find":
        this.#waiting.opened(name, command, reply);
        return reply;
      case "aggregate":
        this.#waiting.opened(name, command, reply);
        // With $out or $merge it has written.
        this.#waiting.notify();
        return reply;
      case "getMore":
        return this.#waiting.more(command, reply, () => this.#execute(command), client.signal.signal);
      default:
        this.#waiting.notify();
        return reply;
    }
  }

  /** Ends what waits for a client that is gone. */
  forget(client: Client): void {
    client.signal.abort();
  }

  close(): void {
    this.#closed = true;
    this.#waiting.notify();
  }

  #execute(command: Uint8Array): Uint8Array {
    try {
      if (this.#closed) return failure(91, "ShutdownInProgress", "The server is shutting down");
      if (this.#plan.followsRealTime) this.#engine.clock.set(Date.now());
      return this.#engine.runCommandRaw(command);
    } catch (error) {
      return failure(INTERNAL_ERROR, "InternalError", error instanceof Error ? error.message : String(error));
    }
  }

  /** Hello without `topologyVersion`: with one, drivers would ask again in a way that has to wait. */
  #hello(command: Uint8Array, client: Client): Uint8Array {
    const { ok, ...reply } = decode(this.#execute(helloAlone(command)));
    delete reply["topologyVersion"];
    if (ok !== 1) return encode({ ...reply, ok });
    const { address, setName } = this.#plan;
    const member =
      setName === null
        ? {}
        : { setName, setVersion: 1, hosts: [address], primary: address, me: address, secondary: false };
    return encode({ ...reply, connectionId: client.id, ...member, ok });
  }
}

/** Fields of hello that the engine reads. A server ignores the rest, such as those of newer drivers. */
const HELLO_FIELDS = new Set([...HELLO, "helloOk", "apiVersion", "apiStrict", "apiDeprecationErrors", "lsid", "$db"]);

/** The command with the fields that the engine reads, and nothing that asks it to wait for changes. */
function helloAlone(command: Uint8Array): Uint8Array {
  const whole: Document = decode(command);
  return encode(Object.fromEntries(Object.entries(whole).filter(([name]) => HELLO_FIELDS.has(name))));
}

function failure(code: number, codeName: string, errmsg: string): Uint8Array {
  return encode({ ok: 0, errmsg, code, codeName });
}
