/** Queues of requests, and the pool of workers that answer them. */
import { TIME } from "./budget.js";
import { WorkerHandle, type Answer } from "./worker_handle.js";
import type { FreePageData } from "./free_page_data.js";

/** A request of the page. `text` is the JSON text as received. */
export interface QueuedRequest {
  id: number;
  type: string;
  text: string;
  /** For an `open` request: `free` if it has no data, `kept` if the data of an earlier visit are requested. */
  free: boolean;
  kept: boolean;
}

/** Milliseconds between an answer and the start of a spare worker, so that the page can process the answer first. */
const SPARE_DELAY = 200;
/** Milliseconds after which a spare worker runs the exercise's code, so that the page is drawn first. */
const WARM_DELAY = 500;

/** Makes workers, and keeps a spare ready so that replacing one takes no time. */
export class WorkerPool {
  #spare: WorkerHandle | null = null;
  /** The last `open` request. */
  opened: string | null = null;

  constructor(
    private readonly url: string,
    private readonly module: Promise<WebAssembly.Module>,
    /** Whether to keep a spare. Without one, a learner waits for a new worker after one has ended. */
    private readonly keepsSpare = true,
  ) {}

  /** Returns a worker that is not in use. */
  take(): WorkerHandle {
    const worker = this.#spare?.alive ? this.#spare : this.make();
    this.#spare = null;
    return worker;
  }

  /** Starts a spare worker soon if there is none. A failure is reported by `take`. */
  replenish(): void {
    if (!this.keepsSpare) return;
    setTimeout(
      () =>
        void this.prepare()
          .then(() => this.#warm())
          .catch(() => undefined),
      SPARE_DELAY,
    );
  }

  #warm(): void {
    setTimeout(() => this.opened !== null && this.#spare?.warm(this.opened), WARM_DELAY);
  }

  /** Makes the spare. Resolves when it is ready. */
  async prepare(): Promise<void> {
    if (!this.#spare?.alive) this.#spare = this.make();
    await this.#spare.ready;
  }

  private make(): WorkerHandle {
    return new WorkerHandle(this.url, this.module);
  }
}

/** Sends a reply to a request to the page. `text` is a JSON object without id. */
export type SendReply = (id: number, text: string) => void;

/** A queue with at most one request in progress. */
export abstract class RequestQueue {
  readonly #queue: QueuedRequest[] = [];
  #current: QueuedRequest | null = null;

  constructor(
    protected readonly pool: WorkerPool,
    private readonly say: SendReply,
  ) {}

  /** The number of waiting and running requests. */
  get length(): number {
    return this.#queue.length + (this.#current ? 1 : 0);
  }

  /** The request in progress. */
  get current(): QueuedRequest | null {
    return this.#current;
  }

  /** Appends a request. */
  add(request: QueuedRequest): void {
    this.#queue.push(request);
    if (!this.#current) void this.#work();
  }

  /** Ends the request in progress if it has one of these types. */
  stop(types: readonly string[], reason: string): void {
    if (this.#current && types.includes(this.#current.type)) this.abort(reason);
  }

  async #work(): Promise<void> {
    for (let request = this.#queue.shift(); request; request = this.#queue.shift()) {
      this.#current = request;
      const { id, type } = request;
      let timer: ReturnType<typeof setTimeout> | undefined;
      try {
        const budget = TIME[type] ?? TIME["run"] ?? 0;
        const begun = (): void => {
          timer = setTimeout(() => this.abort(late(type, budget)), budget);
        };
        const answer = await this.perform(request, begun, (text) => this.say(id, text));
        this.say(id, answer.text);
      } catch (reason) {
        this.say(
          id,
          JSON.stringify({ type: "failed", message: reason instanceof Error ? reason.message : String(reason) }),
        );
      } finally {
        clearTimeout(timer);
        this.#current = null;
        // Only now: two starts would compete while the learner waits for the answer.
        this.pool.replenish();
      }
    }
  }

  /** Ends the running request; `perform` rejects with the reason. */
  protected abstract abort(reason: string): void;

  /** Sends a request to a worker and returns the answer. Calls `begun` when the worker starts on it. */
  protected abstract perform(
    request: QueuedRequest,
    begun: () => void,
    progress: (text: string) => void,
  ): Promise<Answer>;
}

/** The learner's session: one long-lived worker, and the state to restore it in another one. */
export class SessionQueue extends RequestQueue {
  #worker: WorkerHandle | null = null;
  #opened: string | null = null;
  /** The state after the last answered request. */
  #dump: ArrayBuffer | null = null;
  /** The number of the next worker; it differs from those of earlier visits, too. */
  #restarts = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  #restored: Promise<unknown> = Promise.resolve();
  /** Whether the data are the free page's, which are stored. */
  #free = false;

  constructor(
    pool: WorkerPool,
    say: SendReply,
    /** Receives the state after every change. */
    private readonly backUp: (dump: ArrayBuffer) => void,
    private readonly storedData?: FreePageData,
  ) {
    super(pool, say);
  }

  /** Continues where another frame stopped. */
  resume(opened: QueuedRequest | null, dump: ArrayBuffer | null): void {
    this.#dump = dump;
    if (!opened) return;
    this.#opened = this.pool.opened = opened.text;
    this.#free = opened.free;
  }

  protected override abort(reason: string): void {
    this.#worker?.end(reason);
    this.#restore();
  }

  #restore(): WorkerHandle {
    const worker = this.pool.take();
    this.#worker = worker;
    if (this.#opened !== null || this.#dump) {
      const text = JSON.stringify({ type: "restore", opened: this.#opened, restarts: ++this.#restarts });
      this.#restored = worker.ask(text, this.#dump, () => undefined);
      // A failure ends the worker, and the next request reports the reason.
      this.#restored.catch(() => worker.end("The data could not be restored."));
    }
    return worker;
  }

  protected override async perform(
    request: QueuedRequest,
    begun: () => void,
    progress: (text: string) => void,
  ): Promise<Answer> {
    const worker = this.#worker?.alive ? this.#worker : this.#restore();
    await worker.ready;
    await this.#restored;
    const kept = (request.type === "open" && request.free && request.kept && (await this.storedData?.get())) || null;
    begun();
    const answer = await worker.ask(request.text, kept, progress);
    if (request.type === "open" && answer.text.startsWith('{"type":"opened"')) {
      this.#opened = this.pool.opened = request.text;
      this.#free = request.free;
      this.#dump = kept;
      if (kept) this.backUp(kept);
    }
    if (answer.dump) {
      this.#dump = answer.dump;
      this.backUp(answer.dump);
      if (this.#free) this.storedData?.put(answer.dump);
    }
    return answer;
  }
}

/** Grading: each request has a new worker, in which no script has run before. */
export class GradingQueue extends RequestQueue {
  #worker: WorkerHandle | null = null;

  protected override abort(reason: string): void {
    this.#worker?.end(reason);
  }

  protected override async perform(
    request: QueuedRequest,
    begun: () => void,
    progress: (text: string) => void,
  ): Promise<Answer> {
    const worker = this.pool.take();
    this.#worker = worker;
    try {
      await worker.ready;
      begun();
      return await worker.ask(request.text, null, progress);
    } finally {
      worker.end("The check has ended.");
      this.#worker = null;
    }
  }
}

function late(type: string, budget: number): string {
  const seconds = budget / 1_000;
  switch (type) {
    case "run":
      return `Your code ran longer than ${seconds} s and was stopped: is there a loop that never ends? The data is as it was before this run.`;
    case "check":
    case "compare":
      return `Your code took longer than ${seconds} s and was stopped: is there a loop that never ends?`;
    default:
      return `The database did not answer within ${seconds} s and was started again. The data is as it was before.`;
  }
}
