/// <reference types="node" />
/** Work in threads of Node, one for each processor: numbered tasks are dealt out, and answers come back as they end. */
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

export { isMainThread };

/**
 * Starts threads that run the script `script`, with `data` for each, and has them do the tasks from 0 to `count`.
 * `receive` is called with each task's number and answer.
 */
export async function deal<Answer>(
  script: string,
  data: string,
  count: number,
  receive: (task: number, answer: Answer) => void,
): Promise<void> {
  let next = 0;
  const thread = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL(script), { workerData: data });
      let task = -1;
      const proceed = (): void => {
        task = next++;
        if (task < count) worker.postMessage(task);
        else void worker.terminate().then(() => resolve());
      };
      worker.on("error", reject);
      worker.on("message", (answer: Answer) => {
        receive(task, answer);
        proceed();
      });
      proceed();
    });
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), count) }, thread));
}

/** In a thread: does the tasks that it receives. */
export async function work<Answer>(begin: (data: string) => Promise<(task: number) => Answer>): Promise<void> {
  const perform = await begin(String(workerData));
  parentPort?.on("message", (task: number) => parentPort?.postMessage(perform(task)));
}
