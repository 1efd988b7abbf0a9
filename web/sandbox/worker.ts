/**
 * The sandbox's worker: shell, grader and database, in the thread that also runs the learner's code. Before any script
 * runs, it saves in closures what it needs for messages to the frame, and removes it from the globals. Answers carry
 * the nonce of their request, which no script can see.
 */
import { initSync } from "../shell/engine.js";
import type { WorkerRequest, WorkerStart, WorkerMessage } from "./worker_handle.js";
import type { Request } from "../types/protocol.js";
import { hardenGlobals } from "./harden_globals.js";
import { Session, type Progress, type Restore, type Warm } from "./session.js";

/** Milliseconds between two progress messages. */
const PROGRESS_INTERVAL = 50;

const { parse, stringify } = JSON;
const { apply, getOwnPropertyDescriptor } = Reflect;
const later = setTimeout.bind(globalThis);
const now = performance.now.bind(performance);
const dataOf = getOwnPropertyDescriptor(MessageEvent.prototype, "data")?.get as () => unknown;

addEventListener("message", begin, { once: true });

function begin(event: MessageEvent<WorkerStart>): void {
  const { module, port, nonce } = event.data;
  const post = port.postMessage.bind(port) as (word: WorkerMessage, transfer: Transferable[]) => void;
  const send = (nonce: string, kind: WorkerMessage[1], text: string, dump: ArrayBuffer | null): void =>
    post([nonce, kind, text, dump], dump ? [dump] : []);

  initSync(module);
  const session = new Session();
  port.onmessage = (event: MessageEvent<WorkerRequest>) => {
    const { nonce, text, dump } = apply(dataOf, event, []) as WorkerRequest;
    const answer = carryOut(session, text, dump, (progress) => send(nonce, "progress", progress, null));
    // In its own turn, so that remaining work of a script counts as its time.
    later(() => {
      let state: ArrayBuffer | null = null;
      let said = answer;
      try {
        state = session.takeDump();
      } catch (reason) {
        said = failed(reason);
      }
      send(nonce, "answer", said, state);
    }, 0);
  };
  const left = hardenGlobals();
  send(nonce, "answer", stringify({ type: "ready", left }), null);
}

function carryOut(session: Session, text: string, dump: ArrayBuffer | null, say: (text: string) => void): string {
  try {
    const request = parse(text) as Request | Restore | Warm;
    if (request.type === "warm") {
      session.warm(request);
      return '{"type":"ready"}';
    }
    if (request.type === "restore") {
      session.restore(request, dump);
      return '{"type":"ready"}';
    }
    let last = 0;
    const progress: Progress = (done, total, label) => {
      if (now() - last < PROGRESS_INTERVAL) return;
      last = now();
      say(stringify({ type: "progress", done, total, label }));
    };
    const reply = session.answer(request, progress, dump);
    return stringify(reply);
  } catch (reason) {
    return failed(reason);
  }
}

function failed(reason: unknown): string {
  let message = "The request failed.";
  try {
    message = reason instanceof Error ? `${reason.message}` : String(reason);
  } catch {
    // A script may throw a value that cannot be converted to a string.
  }
  return stringify({ type: "failed", message });
}
