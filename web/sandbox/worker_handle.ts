/** The frame's handle to a worker: one request at a time, and a nonce that prevents scripts from forging answers. */
import { MESSAGE, PROGRESS, START, STRAY } from "./budget.js";

/** The text of an answer, and the database's state after it if it changed. */
export interface Answer {
  /** A JSON object without an id. */
  text: string;
  dump: ArrayBuffer | null;
}

/** The worker's first message. */
export interface WorkerStart {
  module: WebAssembly.Module;
  port: MessagePort;
  nonce: string;
}

/** A request to the worker. `dump` replaces the state first. */
export interface WorkerRequest {
  nonce: string;
  text: string;
  dump: ArrayBuffer | null;
}

/** `[nonce, kind, text, dump]`: an array of primitives, which reveals nothing to a getter on a prototype. */
export type WorkerMessage = [string, "progress" | "answer", string, ArrayBuffer | null];

interface Waiting {
  nonce: string;
  progress: (text: string) => void;
  settle: (answer: Answer) => void;
  fail: (reason: Error) => void;
  progressed: number;
}

/** The reason why a request ended without an answer. */
export class WorkerEndedError extends Error {
  override name = "HandError";
}

/** One worker. After a failure or `end` it answers no more requests. */
export class WorkerHandle {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  #waiting: Waiting | null = null;
  #stray = 0;
  #ended: WorkerEndedError | null = null;
  /** Resolves when the engine is instantiated, and when the exercise's code has run if that was requested. */
  ready: Promise<Answer>;
  /** The exercise whose code the worker has run. */
  #warmed: string | null = null;

  constructor(url: string, module: Promise<WebAssembly.Module>) {
    const channel = new MessageChannel();
    this.#port = channel.port1;
    this.#port.onmessage = (event: MessageEvent<unknown>) => this.#receive(event.data);
    this.#worker = new Worker(url);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.end(`The sandbox's worker failed: ${event.message || "it may have run out of memory"}.`);
    };
    const nonce = newNonce();
    this.ready = withTimeout(
      this.#wait(nonce, () => undefined),
      START,
      () => this.end("The database did not start in time."),
    );
    // The next request reports a failed start.
    this.ready.catch(() => undefined);
    module.then(
      (module) =>
        this.#worker.postMessage({ module, port: channel.port2, nonce } satisfies WorkerStart, [channel.port2]),
      (reason: unknown) => this.end(reason instanceof Error ? reason.message : String(reason)),
    );
  }

  /** Whether it accepts requests. */
  get alive(): boolean {
    return this.#ended === null;
  }

  /** Sends a request once the worker is ready. The dump is copied. */
  async ask(text: string, dump: ArrayBuffer | null, progress: (text: string) => void): Promise<Answer> {
    await this.ready;
    if (this.#ended) throw this.#ended;
    const nonce = newNonce();
    const answer = this.#wait(nonce, progress);
    this.#port.postMessage({ nonce, text, dump } satisfies WorkerRequest);
    return answer;
  }

  /** Makes the worker run an exercise's own code, unless it has. Requests wait until it is done. */
  warm(opened: string): void {
    if (this.#warmed === opened || this.#ended) return;
    this.#warmed = opened;
    const done = this.ask(JSON.stringify({ type: "warm", opened }), null, () => undefined);
    this.ready = withTimeout(done, START, () => this.end("The exercise's own code does not end."));
    this.ready.catch(() => undefined);
  }

  /** Ends the worker; a waiting request fails with the reason. */
  end(reason: string): void {
    if (this.#ended) return;
    this.#ended = new WorkerEndedError(reason);
    this.#worker.terminate();
    this.#port.close();
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.fail(this.#ended);
  }

  #wait(nonce: string, progress: (text: string) => void): Promise<Answer> {
    return new Promise((settle, fail) => {
      this.#waiting = { nonce, progress, settle, fail, progressed: 0 };
    });
  }

  #receive(data: unknown): void {
    const waiting = this.#waiting;
    const message = readMessage(data);
    if (!waiting || !message || message[0] !== waiting.nonce) {
      this.#stray += 1;
      if (this.#stray > STRAY) this.end("The script sent messages of its own and was stopped.");
      return;
    }
    const [, kind, text, dump] = message;
    if (text.length > MESSAGE) {
      this.end(`The answer is larger than ${MESSAGE >> 20} MB and was dropped.`);
    } else if (kind === "progress") {
      waiting.progressed += 1;
      if (waiting.progressed <= PROGRESS) waiting.progress(text);
    } else {
      this.#waiting = null;
      waiting.settle({ text, dump });
    }
  }
}

function readMessage(data: unknown): WorkerMessage | null {
  if (!Array.isArray(data)) return null;
  const [nonce, kind, text, dump] = data as unknown[];
  const fine =
    typeof nonce === "string" &&
    (kind === "progress" || kind === "answer") &&
    typeof text === "string" &&
    text.startsWith('{"type":"') &&
    text.endsWith("}") &&
    (dump === null || dump instanceof ArrayBuffer);
  return fine ? (data as WorkerMessage) : null;
}

function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

function withTimeout<T>(promise: Promise<T>, millis: number, late: () => void): Promise<T> {
  const timer = setTimeout(late, millis);
  return promise.finally(() => clearTimeout(timer));
}
