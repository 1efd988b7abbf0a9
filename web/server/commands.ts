/** The server's additions to the engine's commands: drivers' hello, the clock, awaiting cursors. */
import type { Document } from "bson";

import { decode } from "../shell/decode.js";
import { encode } from "../shell/encode.js";
import type { Engine } from "../shell/engine.js";
import { AwaitingCursors } from "./awaiting_cursors.js";
import { commandName } from "./command_name.js";

/** The part of a client that commands use. */
export interface Client {
  readonly id: number;
  /** Aborted when the client disconnects. */
  readonly signal: AbortController;
}

export interface CommandsPlan {
  /** `host:port` under which clients reach the server. */
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

  /** Runs a command, BSON in and out. Only a waiting `getMore` returns a promise. */
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
        // A pipeline with $out or $merge has written.
        this.#waiting.notify();
        return reply;
      case "getMore":
        return this.#waiting.more(command, reply, () => this.#execute(command), client.signal.signal);
      default:
        this.#waiting.notify();
        return reply;
    }
  }

  /** Ends the waiting commands of a client that has disconnected. */
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

  /** Hello without `topologyVersion`: otherwise drivers would send a hello that must wait. */
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

/** Fields of hello that the engine reads. As on a server, others are ignored, such as those of newer drivers. */
const HELLO_FIELDS = new Set([...HELLO, "helloOk", "apiVersion", "apiStrict", "apiDeprecationErrors", "lsid", "$db"]);

/** The command with only those fields, and without waiting for changes. */
function helloAlone(command: Uint8Array): Uint8Array {
  const whole: Document = decode(command);
  return encode(Object.fromEntries(Object.entries(whole).filter(([name]) => HELLO_FIELDS.has(name))));
}

function failure(code: number, codeName: string, errmsg: string): Uint8Array {
  return encode({ ok: 0, errmsg, code, codeName });
}
