/// <reference types="node" />
/** Runs numbered tasks in Node's threads, one per processor, and passes on results as they finish. */
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

export { isMainThread };

/** Room for new objects: grading creates many that live for one call, and collecting them is cheap if few survive. */
const LIMITS = { maxYoungGenerationSizeMb: 192 };

/**
 * Starts threads that run `script`, each with `data`, and distributes the tasks from 0 to `count`. `receive` is called
 * with each task's number and result.
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
      const worker = new Worker(new URL(script), { workerData: data, resourceLimits: LIMITS });
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

/** Runs in a thread: executes the tasks that it receives. */
export async function work<Answer>(begin: (data: string) => Promise<(task: number) => Answer>): Promise<void> {
  const perform = await begin(String(workerData));
  parentPort?.on("message", (task: number) => parentPort?.postMessage(perform(task)));
}
