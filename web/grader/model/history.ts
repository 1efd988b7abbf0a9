/** Histories of calls: played on the learner's program and the model in parallel, shortened, and displayed. */
import { millis, type Duration } from "../../shell/engine.js";
import type { Schedule } from "../bundle.js";
import { spread } from "../search_schedules.js";
import { CheckFailure, LearnerError } from "../failure.js";
import { canonical, isScalar, shown } from "../values.js";
import type { World } from "../world.js";
import { simplest, type Generator } from "./generator.js";
import { faultOf, isFulfilled } from "./matchers.js";
import { callWith, MadeArgument } from "./made_argument.js";
import { cloned, storedIn, type PlayedModel, type State } from "./model.js";
import type { ReadModel } from "./read_model.js";
import { Reference, referencesIn, replaced } from "./reference.js";

/** One call of a history. Values from an earlier call's result are stored as references to it. */
export interface Step {
  readonly name: string;
  readonly args: readonly unknown[];
  /** The time that passes before the call. */
  readonly passes?: Duration | undefined;
}

/**
 * The first difference between program and model. Its texts are written when they are read: most differences only rule
 * out one of several states.
 */
export class Fault {
  /** The call that revealed it. */
  readonly #call: Read;
  readonly #words: (call: string) => string;

  constructor(
    call: Read,
    words: (call: string) => string,
    /** Whether the function threw. */
    readonly thrown = false,
  ) {
    this.#call = call;
    this.#words = words;
  }

  /** The text of the call. */
  get call(): string {
    const [name, ...args] = this.#call;
    return callText(name, args);
  }

  get words(): string {
    return this.#words(this.call);
  }
}

/** The results of reads of one state, so that comparing it with several expected states reads each only once. */
export class Answers {
  readonly #known = new Map<string, Answer>();

  of(world: World, read: Read): Answer {
    const key = canonical(read);
    let answer = this.#known.get(key);
    if (!answer) this.#known.set(key, (answer = answerOf(world, read)));
    return answer;
  }
}

/** The result of a call, or the error that the learner's function threw. */
interface Answer {
  readonly value?: unknown;
  readonly error?: LearnerError;
}

/** The most calls in a message. */
const MOST_SHOWN = 12;
/** The most reads for comparing two states, and the most among them that are unrelated to the call. */
const MOST_READS = 40;
const FAR_READS = 3;

/** The text of an argument; for an object with only methods, their names. */
function argumentText(value: unknown): string {
  if (value instanceof MadeArgument) return value.words;
  const methods = value !== null && typeof value === "object" ? Object.entries(value) : [];
  return methods.length > 0 && methods.every(([, method]) => typeof method === "function")
    ? `{ ${methods.map(([name]) => name).join(", ")} }`
    : shown(value);
}

/** The text of a call. */
export const callText = (name: string, args: readonly unknown[]): string =>
  storedIn(name) === null ? `${name}(${["db", ...args.map(argumentText)].join(", ")})` : `${name}()`;

/** Plays one history from a world's current state. */
export class Player {
  state: State;
  readonly steps: Step[] = [];
  readonly #handedOut = new Map<string, Reference>();
  readonly #answers: unknown[] = [];

  constructor(
    readonly world: World,
    readonly read: ReadModel,
    state: State,
    /** Collects the names of the called functions. */
    private readonly called: Set<string> = new Set(),
  ) {
    this.state = state;
  }

  get model(): PlayedModel {
    return this.read.model;
  }

  /** Draws the next step; null if no function can be called now. */
  draw(g: Generator): Step | null {
    this.read.tick(this.world.clock.now());
    const names = Object.keys(this.model.calls).flatMap((name) =>
      Array<string>(Math.max(1, this.model.calls[name]?.weight ?? 1)).fill(name),
    );
    for (let tries = 0; tries < 8; tries++) {
      const name = g.pick(names);
      const args = this.argsOf(name, g);
      if (!args) continue;
      const { clock } = this.model;
      const passes = clock && clock.length > 0 && g.chance(0.4) ? g.pick(clock) : undefined;
      // Skips the passing of time if it would make the call invalid.
      return passes && this.allows({ name, args, passes }) ? { name, args, passes } : { name, args };
    }
    return null;
  }

  /** Arguments of a call that the task allows now. */
  argsOf(name: string, g: Generator): readonly unknown[] | null {
    const call = this.model.calls[name];
    const args = call?.args(g, this.state) ?? null;
    return args && call?.allowed?.(this.state, ...args) === false ? null : args;
  }

  /** The simplest arguments of a call that the task allows now; null if the model draws until a value fits. */
  simplestArgs(name: string): readonly unknown[] | null {
    try {
      const args = this.argsOf(name, simplest());
      return args && this.referred(args);
    } catch {
      return null;
    }
  }

  /** Whether the task allows a call after the time before it has passed. */
  allows({ name, args, passes = 0 }: Step): boolean {
    const now = this.world.clock.now();
    this.read.tick(new Date(now.getTime() + millis(passes)));
    const allowed = this.model.calls[name]?.allowed?.(this.state, ...args) !== false;
    this.read.tick(now);
    return allowed;
  }

  /** The model's state after a call, as a string that is unique per state. */
  stateAfter(name: string, args: readonly unknown[]): string {
    const copy = cloned(this.state);
    this.model.calls[name]?.run(copy, ...args);
    return canonical(copy);
  }

  /** Makes a call on both sides; null if the result is as promised. */
  perform(step: Step): Fault | null {
    const { world, read, model } = this;
    if (step.passes) world.clock.advance(step.passes);
    read.tick(world.clock.now());
    const call = model.calls[step.name];
    if (!call) throw new TypeError(`the model has no call ${step.name}`);
    this.steps.push({ ...step, args: this.referred(step.args) });
    this.called.add(step.name);
    const promise = call.run(this.state, ...step.args);
    const { error, value: answer } = answerOf(world, [step.name, ...step.args]);
    const fault = faultIn([step.name, ...step.args], promise, answer, error);
    if (fault) return fault;
    this.#remember(answer, this.steps.length - 1, []);
    this.#answers.push(answer);
    call.took?.(this.state, answer, ...step.args);
    return null;
  }

  /**
   * Compares the states that the model observes. With `about`, only the reads related to these values and a few others.
   */
  observe(about?: readonly unknown[]): Fault | null {
    return observed(this.world, this.read, this.state, readsOf(this.model, [this.state], about));
  }

  /**
   * Plays recorded steps, skipping those that the task no longer allows; returns the first fault. `before` is called
   * before each step.
   */
  replay(steps: readonly Step[], before?: (at: number) => void): Fault | null {
    for (const [at, step] of steps.entries()) {
      before?.(at);
      const args = this.resolved(step.args);
      if (args === null || !this.allows({ ...step, args })) {
        // Keeps its index, because later steps refer to indexes.
        this.steps.push(step);
        this.#answers.push(undefined);
        continue;
      }
      const fault = this.perform({ ...step, args });
      if (fault) return fault;
    }
    return null;
  }

  /** Records the ids in a result, to which later calls refer. */
  #remember(answer: unknown, step: number, path: readonly string[]): void {
    if (answer === null || typeof answer !== "object" || path.length > 3) return;
    if (isObjectId(answer)) {
      const key = canonical(answer);
      if (!this.#handedOut.has(key)) this.#handedOut.set(key, new Reference(step, path));
      return;
    }
    for (const [key, item] of Object.entries(answer).slice(0, 50)) this.#remember(item, step, [...path, key]);
  }

  /** The arguments with references instead of ids from earlier results. */
  referred(args: readonly unknown[]): readonly unknown[] {
    if (this.#handedOut.size === 0) return args;
    return args.map((arg) =>
      replaced(arg, (value) => (isObjectId(value) ? (this.#handedOut.get(canonical(value)) ?? value) : value)),
    );
  }

  /** The arguments with the results that they refer to; null if there is no such result. */
  resolved(args: readonly unknown[]): readonly unknown[] | null {
    if (referencesIn(args).some((reference) => this.#answer(reference) === undefined)) return null;
    return args.map((arg) => replaced(arg, (value) => (value instanceof Reference ? this.#answer(value) : value)));
  }

  #answer({ step, path }: Reference): unknown {
    let found: unknown = this.#answers[step];
    for (const key of path) found = (found as Record<string, unknown> | null | undefined)?.[key];
    return found;
  }
}

const isObjectId = (value: unknown): boolean => (value as { _bsontype?: unknown } | null)?._bsontype === "ObjectId";

/** Formats a fault in a call's result as a sentence. */
const sentence = (call: string, words: string): string =>
  words.startsWith("is ") ? `${call} returned ${words.slice(3)}` : `${call}: ${words}`;

/** A read that compares states. */
export type Read = readonly [string, ...unknown[]];

/**
 * The reads that distinguish states. With `about`, those related to these values and a few others. If the model
 * observes by calls that change the state, all of them, because each builds on the previous ones.
 */
export function readsOf(model: PlayedModel, states: readonly State[], about?: readonly unknown[]): readonly Read[] {
  const observing = states.map((state) => model.observe(state));
  if (observing.flat().some(([name]) => !model.calls[name]?.reads)) return observing.flat();
  const reads = [...new Map(observing.flat().map((read) => [canonical(read), read])).values()];
  if (!about) return spread(reads, MOST_READS);
  const wanted = new Set(about.flatMap(parts));
  const near = reads.filter(
    ([name, ...args]) => storedIn(name) !== null || args.flatMap(parts).some((part) => wanted.has(part)),
  );
  const far = reads.filter((read) => !near.includes(read));
  return [...spread(near, MOST_READS), ...spread(far, FAR_READS)];
}

/** The result of a learner's function, or the content of a collection. */
function answerOf(world: World, [name, ...args]: Read): Answer {
  const collection = storedIn(name);
  try {
    return {
      value: collection === null ? callWith(world, name, args) : world.db.getCollection(collection).find().toArray(),
    };
  } catch (error) {
    if (error instanceof LearnerError) return { error };
    throw error;
  }
}

/** The fault of a call; null if it returned what is promised. */
function faultIn(call: Read, promise: unknown, answer: unknown, error: LearnerError | undefined): Fault | null {
  if (error) return new Fault(call, () => error.message, true);
  if (promise === undefined || isFulfilled(promise, answer)) return null;
  return new Fault(call, (text) => sentence(text, faultOf(promise, answer) ?? ""));
}

/**
 * Compares the model's and the program's results of these reads; restores both states afterwards. `answers` are the
 * results so far in the program's current state.
 */
export function observed(
  world: World,
  read: ReadModel,
  state: State,
  reads: readonly Read[],
  answers?: Answers,
): Fault | null {
  read.tick(world.clock.now());
  const changes = reads.some(([name]) => !read.model.calls[name]?.reads);
  if (!changes) return compared(world, read, state, reads, answers);
  const before = world.snapshot();
  try {
    return compared(world, read, cloned(state), reads);
  } finally {
    world.restore(before);
    before.free();
  }
}

/** The first read or call whose result the model doesn't promise; null if there is none. */
export function compared(
  world: World,
  read: ReadModel,
  state: State,
  reads: readonly Read[],
  answers?: Answers,
): Fault | null {
  for (const one of reads) {
    const [name, ...args] = one;
    const call = read.model.calls[name];
    if (!call) throw new TypeError(`the model observes ${name}, which is not a call`);
    const promise = call.run(state, ...args);
    if (promise === undefined && call.reads) continue;
    const { error, value: answer } = answers ? answers.of(world, one) : answerOf(world, one);
    const fault = faultIn(one, promise, answer, error);
    if (fault) return fault;
    call.took?.(state, answer, ...args);
  }
  return null;
}

/** The simple values inside an argument, and its field names, which may be data as well. */
function parts(value: unknown): string[] {
  if (isScalar(value)) return [canonical(value)];
  const names = Array.isArray(value) ? [] : Object.keys(value as object);
  return [
    ...names.slice(0, 20).map(canonical),
    ...Object.values(value as object)
      .slice(0, 20)
      .flatMap(parts),
  ];
}

/** The text of the time between two calls. */
const passing = (duration: Duration): string =>
  Object.entries(duration)
    .map(([unit, count]) => `${count} ${count === 1 && unit !== "ms" ? unit.replace(/s$/, "") : unit}`)
    .join(" ");

/** The text of a history. */
export function storyText(steps: readonly Step[]): string {
  const said = steps.map(({ name, args, passes }) => {
    const values = args.map((arg) => replaced(arg, (value) => (value instanceof Reference ? "…" : value)));
    return `${passes ? `(${passing(passes)} later) ` : ""}${callText(name, values)}`;
  });
  const left = said.length - MOST_SHOWN;
  return left <= 0
    ? said.join("; ")
    : `${said.slice(0, 3).join("; ")}; … ${left} more …; ${said.slice(3 - MOST_SHOWN).join("; ")}`;
}

/** The failure of a history, with its steps for replay; `earlier` calls led to its start. */
export function storyFailure(
  world: World,
  steps: readonly Step[],
  fault: Fault,
  replay: () => void,
  earlier: readonly Step[] = [],
): CheckFailure {
  // The last call is part of the message.
  const last = steps.at(-1);
  // An error names the function alone.
  const isNamed = last !== undefined && !fault.thrown && callText(last.name, last.args) === fault.call;
  const before = [...earlier, ...(isNamed ? steps.slice(0, -1) : steps)];
  const prefix = before.length === 0 ? "" : `After ${storyText(before)}: `;
  const later = isNamed && last.passes ? `(${passing(last.passes)} later) ` : "";
  const failure = new CheckFailure(`${prefix}${later}${fault.words}`);
  const title = `A history of ${steps.length} ${steps.length === 1 ? "call" : "calls"}`;
  const recorded = world.recorded((recorder) => {
    world.watch(replay, (operation, _, proceed) => recorder.operation("you", operation, proceed, world.calling));
  });
  failure.schedule = { title, steps: recorded } satisfies Schedule;
  return failure;
}
