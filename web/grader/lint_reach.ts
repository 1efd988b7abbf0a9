/**
 * Finds what a model never tries: lists that are longer than any limit in a program, and names that are the same text
 * when a program joins them to a key.
 */
import type { Fault } from "./lint.js";
import { MadeArgument } from "./model/made_argument.js";
import type { Model, ModelCall, State } from "./model/model.js";

/** The largest limit that a program is likely to have. */
const LIMIT = 1_000;
/** Levels of an answer below which lists are not looked for. */
const MAX_DEPTH = 3;

/** The arguments and answers of one function. */
interface Reached {
  /** The length of the longest list in an answer; 0 without a list. */
  longest: number;
  /** The first parts of joined arguments: by the places of the two, and by the joined text. */
  readonly joined: Map<string, string>;
  /** Whether different arguments are the same text when they are joined. */
  collides: boolean;
}

/** Watches the calls of a model. */
export class ReachGuard {
  readonly #reached = new Map<string, Reached>();
  #model: Model | null = null;

  /** Returns the model with calls that report to this guard. */
  readonly watched = (model: Model): Model => {
    this.#model = model;
    const calls = Object.entries(model.calls).map(([name, call]) => [name, this.#watchedCall(name, call)]);
    return { ...model, calls: Object.fromEntries(calls) as Model["calls"] };
  };

  /** What the model leaves out without a reason, and reasons that it does not need. */
  get faults(): readonly Fault[] {
    const model = this.#model;
    if (!model) return [];
    const found = [...this.#reached].flatMap(([name, { longest }]) =>
      listFault(name, longest, model.calls[name]?.short),
    );
    const joining = [...this.#reached].filter(([, { joined }]) => joined.size > 0).map(([name]) => name);
    const collides = [...this.#reached.values()].some((reached) => reached.collides);
    if (joining.length > 0 && !collides && model.twins === undefined)
      found.push(
        `no two calls of ${joining.join(", ")} have arguments that are the same text when they are joined: ` +
          "add a story `twins`, draw from `g.pair()`, or say in `twins` why no program joins them",
      );
    return found.map((message) => ({ file: "model.js", line: 1, message }));
  }

  #watchedCall(name: string, call: ModelCall): ModelCall {
    const reached: Reached = this.#reached.get(name) ?? { longest: 0, joined: new Map(), collides: false };
    this.#reached.set(name, reached);
    return {
      ...call,
      run: (state, ...args) => {
        join(reached, args);
        return call.run(state, ...args);
      },
      took: (state: State, answer: unknown, ...args: readonly unknown[]) => {
        reached.longest = Math.max(reached.longest, longestIn(answer));
        call.took?.(state, answer, ...args);
      },
    };
  }
}

function listFault(name: string, longest: number, reason: string | undefined): string[] {
  if (longest > LIMIT && reason !== undefined)
    return [`${name} says why its lists are short, and has returned one of ${longest} elements`];
  if (longest === 0 || longest > LIMIT || reason !== undefined) return [];
  return [
    `the longest list of ${name} has ${longest} elements: let one grow beyond ${LIMIT} with \`long\` or \`grows\`, ` +
      "or say in the call's `short` why there is none",
  ];
}

/** Notes every two arguments that may form a key. */
function join(reached: Reached, args: readonly unknown[]): void {
  if (reached.collides) return;
  const places = args.flatMap((value, place) => keysIn(value, String(place)));
  for (const [at, [one, a]] of places.entries()) {
    for (const [other, b] of places.slice(at + 1)) {
      const key = `${one} ${other} ${a}${b}`;
      const known = reached.joined.get(key);
      if (known === undefined) reached.joined.set(key, String(a));
      else if (known !== String(a)) reached.collides = true;
    }
  }
}

/** The strings and numbers in an argument with their places: the argument itself, or its fields. */
function keysIn(value: unknown, place: string): readonly (readonly [place: string, value: string | number])[] {
  const data: unknown = value instanceof MadeArgument ? value.data : value;
  if (typeof data === "string" || typeof data === "number") return [[place, data]];
  if (data === null || typeof data !== "object" || Object.getPrototypeOf(data) !== Object.prototype) return [];
  return Object.entries(data).flatMap(([field, inner]) =>
    typeof inner === "string" || typeof inner === "number" ? [[`${place}.${field}`, inner] as const] : [],
  );
}

/** The length of the longest list in an answer; 0 without a list. */
function longestIn(answer: unknown, depth = 0): number {
  if (answer === null || typeof answer !== "object" || depth > MAX_DEPTH) return 0;
  const isRecord = Object.getPrototypeOf(answer) === Object.prototype;
  const parts: readonly unknown[] = Array.isArray(answer) ? answer : isRecord ? Object.values(answer) : [];
  return parts.reduce(
    (most: number, part) => Math.max(most, longestIn(part, depth + 1)),
    Array.isArray(answer) ? answer.length : 0,
  );
}
