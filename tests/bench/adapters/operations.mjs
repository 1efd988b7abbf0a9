/** Runs workloads unchanged, on engines that support MongoDB's language or part of it. */

/** The kinds of operations. */
const KINDS = ["count", "find", "aggregate", "update", "delete", "insert"];

/**
 * @param {Record<string, (operation: object) => unknown>} engine a function for each kind of operation the engine has
 * @param {object} workload
 * @param {object} sizes
 * @returns a function that runs the workload once, or undefined when the engine cannot
 */
export function runner(engine, workload, sizes) {
  const operations = workload.operations(sizes);
  const steps = operations.map((operation) => [engine[KINDS.find((kind) => kind in operation)], operation]);
  if (steps.some(([step]) => !step)) return undefined;
  if (!engine.asynchronous) return () => steps.map(([step, operation]) => step(operation));
  return async () => {
    const results = [];
    for (const [step, operation] of steps) results.push(await step(operation));
    return results;
  };
}
