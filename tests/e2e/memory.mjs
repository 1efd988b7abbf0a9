/** The memory of this process's browser, as Linux reports it. */
import { readdirSync, readFileSync } from "node:fs";

/** Renderer processes with the bytes that each uses; shared memory is divided among the processes. */
function renderers() {
  const parents = new Map();
  const found = [];
  for (const id of readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, "utf8"));
      parents.set(id, Number(parent));
      if (/--type=renderer/.test(readFileSync(`/proc/${id}/cmdline`, "utf8"))) found.push(id);
    } catch {
      // The process has ended in the meantime.
    }
  }
  const isOurs = (id) => id !== undefined && (id === process.pid || isOurs(parents.get(id)));
  return found.filter(isOurs);
}

/** Bytes that all pages use, with their frames and workers. */
export function pageMemory() {
  return renderers().reduce(
    (sum, id) =>
      sum + 1024 * Number(/^Pss: +(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))?.[1] ?? 0),
    0,
  );
}

/** The number of workers of all pages. */
export function workers() {
  return renderers()
    .flatMap((id) =>
      readdirSync(`/proc/${id}/task`).map((task) => readFileSync(`/proc/${id}/task/${task}/comm`, "utf8")),
    )
    .filter((name) => name.startsWith("DedicatedWorker")).length;
}
