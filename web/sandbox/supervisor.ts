/**
 * Watches over a sandbox from the page. A script can use up the memory of the frame's process, which then is gone
 * without a word; a new frame takes its place and goes on with the data as they were.
 */
import { isBackup, PING, PONG, type Resume } from "./frame_recovery.js";
import { fetchParts, startFrame, type ComingParts, type Frame } from "./start.js";

/** Milliseconds between two pings, and pings in a row without any word after which a frame is taken to be gone: 3 s. */
const INTERVAL = 500;
const MISSES = 6;
/** The same while a frame starts, which has a limit of its own: 25 s. */
const STARTING = 50;
/** Milliseconds for a frame to stop what runs. */
const STOPPING = 1_000;
/** Frames in a row that may be lost before they have answered anything. */
const MOST_LOST = 3;

const LOST = "The sandbox ran out of memory and was restarted; your data is as it was before the run.";
const TOO_OFTEN = "The sandbox cannot be started again. Reload the page to try once more.";
const STOPPED = "Stopped. The data is as it was before.";

/** Requests that run a script, which are not made again. */
const SCRIPTS = new Set(["run", "check", "compare"]);

/** A request that waits for its answer. */
interface Waiting {
  readonly text: string;
  readonly type: string;
  /** Whether the frame has said anything since; if not, it was gone before. */
  received: boolean;
  again: boolean;
}

/**
 * Starts a sandbox from the files beside `base`, and gives the port by which it is asked. `newKeep` makes the end of a
 * channel for what the page keeps of the data.
 */
export async function startSandbox(base: URL, newKeep?: () => MessagePort): Promise<MessagePort> {
  const { port1, port2 } = new MessageChannel();
  const { worker, wasm } = fetchParts(base);
  // A copy: the frame takes it over.
  const getParts = (): ComingParts => ({ worker, wasm: wasm.then((bytes) => bytes.slice(0)) });
  await new Supervisor(base, port1, getParts, true, newKeep).start();
  return port2;
}

/** A sandbox that can end while nothing is asked of it, and goes on with its data when it is asked again. */
export interface RestingSandbox {
  readonly port: MessagePort;
  /** Ends the frame and its worker; the page keeps a dump. Does nothing while a request is under way. */
  sleep(): void;
}

/** Starts a sandbox for a page that has many: without a spare worker, and without its files in memory. */
export async function startResting(base: URL, getParts: () => ComingParts): Promise<RestingSandbox> {
  const { port1, port2 } = new MessageChannel();
  const supervisor = new Supervisor(base, port1, getParts, false);
  await supervisor.start();
  return { port: port2, sleep: () => void supervisor.sleep() };
}

class Supervisor {
  #frame: Frame | null = null;
  /** Whether the frame takes requests. */
  #isReady = false;
  #isAsleep = false;
  readonly #waiting = new Map<number, Waiting>();
  /** The request that has opened what is open. */
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

  /** Passes on what a frame says. */
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

  /** Whether this is a later frame's word on how it has started, which the page is not interested in. */
  #hasStarted(data: unknown): boolean {
    this.#isReady = data === '{"type":"ready","id":0}';
    // The page waits for the first one's message.
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

  /** Ends the frame until something is asked, once its last dump is whole: a blob comes bit by bit. */
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

  /** Ends a frame and starts another one with the data of the last answer. Requests that ran a script get `reason`. */
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
    if (this.#lost > MOST_LOST) return this.#giveUp(TOO_OFTEN);
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

/** An answer, with the id where the page looks for it. */
const answerText = (id: number, reply: object): string => `${JSON.stringify(reply).slice(0, -1)},"id":${id}}`;

/** The id and the type of a request. The page writes them first; a text may be long. */
function headOf(text: string): { id: number; type: string } {
  const [, id, type] = /^\{"id":(\d+),"type":"(\w+)"/.exec(text) ?? [];
  if (id !== undefined && type !== undefined) return { id: Number(id), type };
  const whole = JSON.parse(text) as { id: number; type: string };
  return { id: whole.id, type: whole.type };
}
