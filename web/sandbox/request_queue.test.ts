import assert from "node:assert/strict";
import { test } from "node:test";

import type { WorkerRequest, WorkerStart } from "./worker_handle.js";
import { WorkerPool, GradingQueue, SessionQueue } from "./request_queue.js";

/** The requests that workers received, in order: `<worker>: <type>`. */
let asked: string[] = [];
let workers = 0;

/** A worker that answers at once. */
class FakeWorker {
  readonly #number = ++workers;
  postMessage({ port, nonce }: WorkerStart): void {
    port.onmessage = ({ data }: MessageEvent<WorkerRequest>) => {
      const { type } = JSON.parse(data.text) as { type: string };
      asked.push(`${this.#number}: ${type}`);
      port.postMessage([data.nonce, "answer", `{"type":"${type === "open" ? "opened" : "ready"}"}`, null]);
    };
    port.postMessage([nonce, "answer", '{"type":"ready"}', null]);
  }
  terminate(): void {
    // Nothing to end.
  }
}
/** Open channels, which would keep the test from ending. */
const channels: MessageChannel[] = [];
class KeptChannel extends MessageChannel {
  constructor() {
    super();
    channels.push(this);
  }
}
Object.assign(globalThis, { Worker: FakeWorker, MessageChannel: KeptChannel });

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

test("a spare worker runs the exercise's code before it is given a script", async () => {
  const answers: string[] = [];
  const pool = new WorkerPool("", Promise.resolve({} as WebAssembly.Module));
  await pool.prepare();
  const say = (id: number, text: string): void => void answers.push(`${id} ${text}`);
  const [session, grading] = [new SessionQueue(pool, say, () => undefined), new GradingQueue(pool, say)];
  const add = (queue: SessionQueue | GradingQueue, id: number, type: string): void =>
    queue.add({ id, type, text: JSON.stringify({ id, type, bundle: null }), free: false, kept: false });
  add(session, 1, "open");
  await until(() => asked.length === 2);
  assert.deepEqual(asked, ["1: open", "2: warm"]);
  add(grading, 2, "check");
  await until(() => asked.length === 4);
  assert.deepEqual(asked.slice(2), ["2: check", "3: warm"]);
  assert.deepEqual(answers, ['1 {"type":"opened"}', '2 {"type":"ready"}']);
  for (const { port1 } of channels) port1.close();
});
