/**
 * Supervises a sandbox from the page. A script can exhaust the memory of the frame's process, which then disappears
 * without notice; a new frame replaces it and continues with the same data.
 */
import { isBackup, PING, PONG, type Resume } from "./frame_recovery.js";
import { fetchParts, startFrame, type ComingParts, type Frame } from "./start.js";

/** Milliseconds between pings, and unanswered pings in a row after which a frame counts as gone: 3 s. */
const INTERVAL = 500;
const MISSES = 6;
/** The same number while a frame starts, which has a longer limit: 25 s. */
const STARTING = 50;
/** Milliseconds within which a frame must stop a request. */
const STOPPING = 1_000;
/** Frames in a row that may disappear without having answered anything. */
const MAX_LOST = 3;

const LOST = "The sandbox ran out of memory and was restarted; your data is as it was before the run.";
const TOO_OFTEN = "The sandbox cannot be started again. Reload the page to try once more.";
const STOPPED = "Stopped. The data is as it was before.";

/** Requests that run a script, which are not repeated. */
const SCRIPTS = new Set(["run", "check", "compare"]);

/** A request without an answer yet. */
interface Waiting {
  readonly text: string;
  readonly type: string;
  /** Whether the frame has sent anything since; if not, it was already gone. */
  received: boolean;
  again: boolean;
}

/**
 * Starts a sandbox from the files beside `base`, and returns the port for requests. `newKeep` creates a port to the
 * page's storage of the data.
 */
export async function startSandbox(base: URL, newKeep?: () => MessagePort): Promise<MessagePort> {
  const { port1, port2 } = new MessageChannel();
  const { worker, wasm } = fetchParts(base);
  // A copy, because the bytes are transferred to the frame.
  const getParts = (): ComingParts => ({ worker, wasm: wasm.then((bytes) => bytes.slice(0)) });
  await new Supervisor(base, port1, getParts, true, newKeep).start();
  return port2;
}

/** A sandbox that can end while it is idle, and continues with its data at the next request. */
export interface RestingSandbox {
  readonly port: MessagePort;
  /** Ends the frame and its worker; the page keeps a dump. Does nothing while a request is in progress. */
  sleep(): void;
}

/** Starts a sandbox for a page with many: without a spare worker, and without keeping its files in memory. */
export async function startResting(base: URL, getParts: () => ComingParts): Promise<RestingSandbox> {
  const { port1, port2 } = new MessageChannel();
  const supervisor = new Supervisor(base, port1, getParts, false);
  await supervisor.start();
  return { port: port2, sleep: () => void supervisor.sleep() };
}

class Supervisor {
  #frame: Frame | null = null;
  /** Whether the frame accepts requests. */
  #isReady = false;
  #isAsleep = false;
  readonly #waiting = new Map<number, Waiting>();
  /** The last `open` request. */
  #opened: string | null = null;
  #dump: Blob | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #misses = 0;
  #lost = 0;
  /** Whether the first frame has reported how it started. */
  #hasBegun = false;

  constructor(
    private readonly base: URL,
    private readonly page: MessagePort,
    private readonly getParts: () => ComingParts,
    private readonly keepsSpare: boolean,
    private readonly newKeep?: () => MessagePort,
  ) {}

  async start(): Promise<void> {
    this.#listen(await startFrame(this.base, this.getParts(), this.keepsSpare, this.newKeep?.()));
    this.page.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === "string") this.#ask(data);
    };
  }

  #listen(frame: Frame): void {
    this.#frame = frame;
    frame.port.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (frame !== this.#frame) return;
      this.#misses = 0;
      for (const waiting of this.#waiting.values()) waiting.received = true;
      if (isBackup(data)) this.#dump = data.dump;
      else if (data !== PONG) this.#answer(data);
    };
  }

  /** Passes on a message of a frame. */
  #answer(data: unknown): void {
    if (!this.#isReady && this.#hasStarted(data)) return;
    const id =
      typeof data === "string" && !data.startsWith('{"type":"progress"')
        ? Number(/"id":(\d+)\}$/.exec(data)?.[1] ?? NaN)
        : NaN;
    const waiting = this.#waiting.get(id);
    if (waiting) {
      this.#waiting.delete(id);
      this.#lost = 0;
      if (waiting.type === "open" && String(data).startsWith('{"type":"opened"')) this.#opened = waiting.text;
      if (this.#waiting.size === 0) this.#rest();
    }
    this.page.postMessage(data);
  }

  /** Whether this is a replacement frame's report of its start, which the page does not need. */
  #hasStarted(data: unknown): boolean {
    this.#isReady = data === '{"type":"ready","id":0}';
    // The page waits for the first frame's report.
    if (!this.#hasBegun && this.#lost === 0) {
      this.#hasBegun = true;
      return false;
    }
    if (!this.#isReady) this.#giveUp(TOO_OFTEN);
    this.#frame?.port.postMessage({ type: "resume", opened: this.#opened, dump: this.#dump } satisfies Resume);
    for (const waiting of this.#waiting.values()) {
      waiting.received = false;
      this.#frame?.port.postMessage(waiting.text);
    }
    return true;
  }

  #ask(text: string): void {
    const { id, type } = headOf(text);
    this.#waiting.set(id, { text, type, received: false, again: false });
    if (this.#isReady) this.#frame?.port.postMessage(text);
    else if (this.#isAsleep) this.#wake();
    if (type === "stop") setTimeout(() => this.#isReady && this.#waiting.has(id) && this.#replace(STOPPED), STOPPING);
    if (this.#timer !== undefined) return;
    this.#misses = 0;
    this.#timer = setInterval(() => this.#beat(), INTERVAL);
    this.#frame?.port.postMessage(PING);
  }

  #beat(): void {
    this.#misses += 1;
    if (this.#misses > (this.#isReady ? MISSES : STARTING)) this.#replace(LOST);
    else this.#frame?.port.postMessage(PING);
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Ends the frame until the next request, once its last dump is complete, since a blob is stored gradually. */
  async sleep(): Promise<void> {
    await this.#dump
      ?.slice(-1)
      .arrayBuffer()
      .catch(() => undefined);
    if (!this.#isReady || this.#waiting.size > 0) return;
    this.#isReady = false;
    this.#isAsleep = true;
    this.#end();
  }

  #wake(): void {
    this.#isAsleep = false;
    this.#tryStart();
  }

  #end(): void {
    this.#frame?.port.close();
    this.#frame?.element.remove();
    this.#frame = null;
  }

  /** Replaces a frame by a new one with the data of the last answer. Requests that ran a script fail with `reason`. */
  #replace(reason: string): void {
    this.#isReady = false;
    this.#misses = 0;
    this.#lost += 1;
    this.#end();
    for (const [id, waiting] of this.#waiting) {
      const wasGone = !waiting.received && !waiting.again && reason === LOST;
      if (waiting.type === "stop") this.#say(id, { type: "stopped" });
      else if (waiting.again || (SCRIPTS.has(waiting.type) && !wasGone))
        this.#say(id, { type: "failed", message: reason });
      else waiting.again = true;
    }
    if (this.#lost > MAX_LOST) return this.#giveUp(TOO_OFTEN);
    this.#tryStart();
  }

  #tryStart(): void {
    this.#startAnew().catch((why: unknown) =>
      this.#giveUp(`The sandbox cannot be started again: ${why instanceof Error ? why.message : String(why)}`),
    );
  }

  async #startAnew(): Promise<void> {
    this.#listen(await startFrame(this.base, this.getParts(), this.keepsSpare, this.newKeep?.()));
    if (this.#waiting.size === 0) this.#rest();
  }

  #giveUp(message: string): void {
    this.#rest();
    for (const id of this.#waiting.keys()) this.#say(id, { type: "failed", message });
    this.page.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === "string") this.page.postMessage(answerText(headOf(data).id, { type: "failed", message }));
    };
  }

  #say(id: number, reply: { type: string; message?: string }): void {
    this.#waiting.delete(id);
    this.page.postMessage(answerText(id, reply));
  }
}

/** The text of an answer, with the id where the page expects it. */
const answerText = (id: number, reply: object): string => `${JSON.stringify(reply).slice(0, -1)},"id":${id}}`;

/** The id and the type of a request. The page writes them first; a text may be long. */
function headOf(text: string): { id: number; type: string } {
  const [, id, type] = /^\{"id":(\d+),"type":"(\w+)"/.exec(text) ?? [];
  if (id !== undefined && type !== undefined) return { id: Number(id), type };
  const whole = JSON.parse(text) as { id: number; type: string };
  return { id: whole.id, type: whole.type };
}
