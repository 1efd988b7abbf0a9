/// <reference types="node" />
/**
 * Awaiting cursors: a `getMore` of a tailable `awaitData` cursor or a change stream is answered when there is a new
 * document, or when its time is over.
 * <https://www.mongodb.com/docs/manual/core/tailable-cursors/>
 */
import { Buffer } from "node:buffer";

import { Long, type Document } from "bson";

import { decode } from "../shell/decode.js";

/** Milliseconds that a `getMore` waits by default, as on a server. */
const DEFAULT_WAIT = 1000;
/** The longest wait; for a longer one the driver sends another `getMore`. */
const LONGEST_WAIT = 60_000;

/** Every command that opens an awaiting cursor contains one of these strings. */
const MARKS = ["awaitData", "$changeStream"];

export class AwaitingCursors {
  /** Ids of the awaiting cursors, as strings. */
  readonly #cursors = new Set<string>();
  #wake = new Set<() => void>();

  /** Records the cursor that a reply has opened if it is an awaiting one. */
  opened(name: "find" | "aggregate", command: Uint8Array, reply: Uint8Array): void {
    // Avoids decoding most commands.
    const bytes = Buffer.from(command.buffer, command.byteOffset, command.byteLength);
    if (!MARKS.some((mark) => bytes.includes(mark))) return;
    const { awaitData, pipeline } = decode(command);
    const stages: readonly unknown[] = Array.isArray(pipeline) ? pipeline : [];
    const first = stages[0];
    const waits =
      name === "find" ? awaitData === true : typeof first === "object" && first !== null && "$changeStream" in first;
    if (!waits) return;
    const id = cursorId(decode(reply));
    if (id !== null) this.#cursors.add(id);
  }

  /** Makes waiting `getMore`s retry: there may be new documents. */
  notify(): void {
    const wake = this.#wake;
    this.#wake = new Set();
    for (const look of wake) look();
  }

  /** The reply to a `getMore`, now or when it has documents. */
  more(
    command: Uint8Array,
    reply: Uint8Array,
    again: () => Uint8Array,
    gone: AbortSignal,
  ): Uint8Array | Promise<Uint8Array> {
    if (this.#cursors.size === 0) return reply;
    const { getMore, maxTimeMS } = decode(command);
    const id = String(getMore);
    if (!this.#cursors.has(id)) return reply;
    if (!this.#isEmpty(id, reply)) return reply;
    const wait = Math.min(
      typeof maxTimeMS === "object" || typeof maxTimeMS === "number" ? Number(maxTimeMS) : DEFAULT_WAIT,
      LONGEST_WAIT,
    );
    return new Promise((resolve) => {
      let last = reply;
      const end = (): void => {
        clearTimeout(timer);
        gone.removeEventListener("abort", end);
        this.#wake.delete(look);
        resolve(last);
      };
      const look = (): void => {
        if (gone.aborted) return end();
        last = again();
        if (this.#isEmpty(id, last)) this.#wake.add(look);
        else end();
      };
      const timer = setTimeout(end, wait);
      gone.addEventListener("abort", end);
      this.#wake.add(look);
    });
  }

  /** Whether a reply is empty and its cursor still open; forgets a closed cursor. */
  #isEmpty(id: string, reply: Uint8Array): boolean {
    const decoded = decode(reply);
    const batch: unknown = (decoded["cursor"] as Document | undefined)?.["nextBatch"];
    if (decoded["ok"] !== 1 || cursorId(decoded) === null) {
      this.#cursors.delete(id);
      return false;
    }
    return Array.isArray(batch) && batch.length === 0;
  }
}

/** The id of an open cursor as a string; null if there is none. */
function cursorId(reply: Document): string | null {
  const id: unknown = (reply["cursor"] as Document | undefined)?.["id"];
  const text = id instanceof Long || typeof id === "number" || typeof id === "bigint" ? String(id) : "0";
  return text === "0" ? null : text;
}
