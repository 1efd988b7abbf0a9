/** Requests of one kind, one after the other, with the workers that answer them. */
import { TIME } from "./budget.js";
import { Hand, type Answer } from "./hand.js";
import type { Keep } from "./keep.js";

/** A request of the page. `text` is the JSON text as it came. */
export interface Job {
  id: number;
  type: string;
  text: string;
  /** Of an `open` request: that no data come with it, and that those of an earlier visit are wanted. */
  free: boolean;
  kept: boolean;
}

/** Milliseconds between an answer and the start of a spare worker, which would hold up what the page does with it. */
const SPARE_DELAY = 200;
/** Milliseconds after which a spare worker runs the exercise's code: not while the page is still being drawn. */
const WARM_DELAY = 500;

/** Makes workers, and keeps one ready so that ending another costs the learner nothing. */
export class Crew {
  #spare: Hand | null = null;
  /** The request that has opened the exercise. */
  opened: string | null = null;

  constructor(
    private readonly url: string,
    private readonly module: Promise<WebAssembly.Module>,
  ) {}

  /** A worker that nobody else uses. */
  take(): Hand {
    const hand = this.#spare?.alive ? this.#spare : this.make();
    this.#spare = null;
    return hand;
  }

  /** Has a spare made soon where there is none. Whoever takes it hears of a failure. */
  replenish(): void {
    setTimeout(() => void this.prepare().then(() => this.#warm()).catch(() => undefined), SPARE_DELAY);
  }

  #warm(): void {
    setTimeout(() => this.opened !== null && this.#spare?.warm(this.opened), WARM_DELAY);
  }

  /** Makes the spare. Resolves when it is ready. */
  async prepare(): Promise<void> {
    if (!this.#spare?.alive) this.#spare = this.make();
    await this.#spare.ready;
  }

  private make(): Hand {
    return new Hand(this.url, this.module);
  }
}

/** Says something to the page about a request. `text` is a JSON object without id. */
export type Say = (id: number, text: string) => void;

/** A queue with at most one request under way. */
export abstract class Lane {
  readonly #queue: Job[] = [];
  #current: Job | null = null;

  constructor(
    protected readonly crew: Crew,
    private readonly say: Say,
  ) {}

  /** How many wait or run. */
  get length(): number {
    return this.#queue.length + (this.#current ? 1 : 0);
  }

  /** The request under way. */
  get current(): Job | null {
    return this.#current;
  }

  /** Puts a request at the end. */
  add(job: Job): void {
    this.#queue.push(job);
    if (!this.#current) void this.#work();
  }

  /** Ends the request under way if it is one of these types. */
  stop(types: readonly string[], reason: string): void {
    if (this.#current && types.includes(this.#current.type)) this.abort(reason);
  }

  async #work(): Promise<void> {
    for (let job = this.#queue.shift(); job; job = this.#queue.shift()) {
      this.#current = job;
      const { id, type } = job;
      let timer: ReturnType<typeof setTimeout> | undefined;
      try {
        const budget = TIME[type] ?? TIME["run"] ?? 0;
        const begun = (): void => {
          timer = setTimeout(() => this.abort(late(type, budget)), budget);
        };
        const answer = await this.perform(job, begun, (text) => this.say(id, text));
        this.say(id, answer.text);
      } catch (reason) {
        this.say(id, JSON.stringify({ type: "failed", message: reason instanceof Error ? reason.message : String(reason) }));
      } finally {
        clearTimeout(timer);
        this.#current = null;
        // Not before: two starts would compete, and the learner waits for the answer.
        this.crew.replenish();
      }
    }
  }

  /** Ends what runs; `perform` rejects with the reason. */
  protected abstract abort(reason: string): void;

  /** Has a request answered. Calls `begun` when the worker has it. */
  protected abstract perform(job: Job, begun: () => void, progress: (text: string) => void): Promise<Answer>;
}

/** The learner's session: a worker that lives on, and what is needed to bring another to where it was. */
export class SessionLane extends Lane {
  #hand: Hand | null = null;
  #opened: string | null = null;
  /** The state after the last request that was answered. */
  #dump: ArrayBuffer | null = null;
  /** Tells workers apart, also from those of an earlier visit. */
  #restarts = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  #restored: Promise<unknown> = Promise.resolve();
  /** Whether the data are the free page's, which are kept. */
  #free = false;

  constructor(
    crew: Crew,
    say: Say,
    /** Gets the state whenever it has changed. */
    private readonly backUp: (dump: ArrayBuffer) => void,
    private readonly keep?: Keep,
  ) {
    super(crew, say);
  }

  /** Goes on where another frame was. */
  resume(opened: Job | null, dump: ArrayBuffer | null): void {
    this.#dump = dump;
    if (!opened) return;
    this.#opened = this.crew.opened = opened.text;
    this.#free = opened.free;
  }

  protected override abort(reason: string): void {
    this.#hand?.end(reason);
    this.#restore();
  }

  #restore(): Hand {
    const hand = this.crew.take();
    this.#hand = hand;
    if (this.#opened !== null || this.#dump) {
      const text = JSON.stringify({ type: "restore", opened: this.#opened, restarts: ++this.#restarts });
      this.#restored = hand.ask(text, this.#dump, () => undefined);
      // A failure ends the worker, and the next request says so.
      this.#restored.catch(() => hand.end("The data could not be brought back."));
    }
    return hand;
  }

  protected override async perform(job: Job, begun: () => void, progress: (text: string) => void): Promise<Answer> {
    const hand = this.#hand?.alive ? this.#hand : this.#restore();
    await hand.ready;
    await this.#restored;
    const kept = (job.type === "open" && job.free && job.kept && (await this.keep?.get())) || null;
    begun();
    const answer = await hand.ask(job.text, kept, progress);
    if (job.type === "open" && answer.text.startsWith('{"type":"opened"')) {
      this.#opened = this.crew.opened = job.text;
      this.#free = job.free;
      this.#dump = kept;
      if (kept) this.backUp(kept);
    }
    if (answer.dump) {
      this.#dump = answer.dump;
      this.backUp(answer.dump);
      if (this.#free) this.keep?.put(answer.dump);
    }
    return answer;
  }
}

/** Grading: each request in a worker of its own, which no script has seen before. */
export class GradingLane extends Lane {
  #hand: Hand | null = null;

  protected override abort(reason: string): void {
    this.#hand?.end(reason);
  }

  protected override async perform(job: Job, begun: () => void, progress: (text: string) => void): Promise<Answer> {
    const hand = this.crew.take();
    this.#hand = hand;
    try {
      await hand.ready;
      begun();
      return await hand.ask(job.text, null, progress);
    } finally {
      hand.end("The check has ended.");
      this.#hand = null;
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
