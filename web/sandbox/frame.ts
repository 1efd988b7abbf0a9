/**
 * The sandbox's frame: receives the worker's source and then the engine's bytes from the page, starts workers, and
 * passes requests and answers between them and the page. It never evaluates a learner's code.
 *
 * The frame has an opaque origin and a policy without network, so neither it nor its workers can reach anything but the
 * page's message port.
 */
import { MESSAGE, QUEUE, TIME } from "./budget.js";
import { FreePageData } from "./free_page_data.js";
import { isResume, PING, PONG, type Backup, type Resume } from "./frame_recovery.js";
import { WorkerPool, GradingQueue, SessionQueue, type QueuedRequest } from "./request_queue.js";

/** Requests that a learner waits for and may stop. */
const STOPPABLE = ["run", "check", "compare"];

interface Init {
  type: "init";
  worker: string;
  /** Whether a spare worker is kept ready. */
  keepsSpare: boolean;
}

let begun = false;

addEventListener("message", (event: MessageEvent<unknown>) => {
  const [port, keep] = event.ports;
  if (begun || event.source !== parent || !port || !isInit(event.data)) return;
  begun = true;
  start(event.data, port, keep && new FreePageData(keep)).catch((reason: unknown) => {
    const why = reason instanceof Error ? reason.message : String(reason);
    say(
      port,
      0,
      JSON.stringify({ type: "failed", message: `The database did not start: ${why} Reload the page to try again.` }),
    );
  });
});

async function start(init: Init, port: MessagePort, keep?: FreePageData): Promise<void> {
  const module = engine(port);
  const url = URL.createObjectURL(new Blob([init.worker], { type: "text/javascript" }));
  const pool = new WorkerPool(url, module, init.keepsSpare);
  await pool.prepare();

  const answer = (id: number, text: string): void => say(port, id, text);
  const backUp = (dump: ArrayBuffer): void =>
    port.postMessage({ type: "backup", dump: new Blob([dump]) } satisfies Backup);
  const session = new SessionQueue(pool, answer, backUp, keep);
  const grading = new GradingQueue(pool, answer);
  const resume = async ({ opened, dump }: Resume): Promise<void> => {
    // A blob cannot be read if its process ended before it was stored completely.
    const bytes = await dump?.arrayBuffer().catch(() => null);
    session.resume(opened === null ? null : readRequest(opened), bytes ?? null);
  };
  let resumed: Promise<void> = Promise.resolve();
  port.onmessage = (event: MessageEvent<unknown>) => {
    if (event.data === PING) return port.postMessage(PONG);
    if (isResume(event.data)) {
      resumed = resume(event.data);
      return;
    }
    void resumed.then(() => take(readRequest(event.data)));
  };
  const take = (request: QueuedRequest | null): void => {
    if (!request) return;
    if (request.type === "stop") {
      for (const queue of [session, grading]) queue.stop(STOPPABLE, "Stopped. The data is as it was before.");
      answer(request.id, '{"type":"stopped"}');
    } else if (!Object.hasOwn(TIME, request.type)) {
      answer(
        request.id,
        JSON.stringify({ type: "failed", message: `The sandbox knows no request “${request.type}”.` }),
      );
    } else if (session.length + grading.length >= QUEUE) {
      answer(request.id, JSON.stringify({ type: "failed", message: "Too many requests are waiting." }));
    } else {
      (request.type === "check" || request.type === "compare" ? grading : session).add(request);
    }
  };
  answer(0, '{"type":"ready"}');
}

/** Compiles the engine, whose bytes are the port's first message. */
async function engine(port: MessagePort): Promise<WebAssembly.Module> {
  const bytes = await new Promise<unknown>((resolve) => {
    port.onmessage = (event: MessageEvent<unknown>) => resolve(event.data);
  });
  if (!(bytes instanceof ArrayBuffer)) throw new Error("the engine's bytes are missing.");
  return WebAssembly.compile(bytes);
}

/** The id is appended last, where it overrides any other `id` in the text. */
function say(port: MessagePort, id: number, text: string): void {
  port.postMessage(`${text.slice(0, -1)},"id":${id}}`);
}

function isInit(data: unknown): data is Init {
  const init = data as Partial<Init> | null;
  return (
    typeof init === "object" &&
    init?.type === "init" &&
    typeof init.worker === "string" &&
    typeof init.keepsSpare === "boolean"
  );
}

function readRequest(data: unknown): QueuedRequest | null {
  if (typeof data !== "string" || data.length > MESSAGE) return null;
  try {
    const { id, type, bundle, seed, kept } = (JSON.parse(data) ?? {}) as Partial<Record<string, unknown>>;
    if (!Number.isSafeInteger(id) || typeof type !== "string") return null;
    return {
      id: id as number,
      type,
      text: data,
      free: bundle === null && typeof seed !== "string",
      kept: kept === true,
    };
  } catch {
    // Not a message, so there is no id to answer.
    return null;
  }
}
