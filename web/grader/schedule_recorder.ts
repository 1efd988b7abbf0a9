/** Records the steps of a run and the documents that each changed, for a learner to replay. */
import { Changes, isWrite, textOf, type DocumentChange } from "../shell/changes.js";
import type { Engine, Operation } from "../shell/engine.js";
import { currentPlace } from "../shell/script.js";
import type { Changed, Schedule, Step, Who } from "./bundle.js";
import { CheckFailure, joined, prefixed } from "./failure.js";
import { operationName, operationText } from "./operation.js";
import { shown } from "./values.js";

/** The most steps of a schedule, changed documents of a step, and characters of a document. */
const MAX_STEPS = 120;
const MAX_CHANGED = 10;
const MAX_DOCUMENT = 4_000;
/** The most characters of all documents of a schedule. */
const MAX_TEXT = 200_000;

/** A call of a learner's function. */
export interface Calling {
  readonly name: string;
  /** The names of its leading parameters. */
  readonly given: readonly string[];
  readonly values: readonly unknown[];
}

/** Records the operations of one run. */
export class Recorder {
  readonly #steps: Step[] = [];
  #noted: Calling | null = null;
  #left = 0;
  #text = 0;

  /** `viewer` is a separate engine for reading states. */
  constructor(
    private readonly engine: Engine,
    private readonly viewer: Engine,
  ) {}

  /** Runs an operation and records its effect. */
  operation(who: Who, operation: Operation, proceed: () => Uint8Array, calling: Calling | null): Uint8Array {
    if (this.#steps.length >= MAX_STEPS || this.#text > MAX_TEXT) {
      this.#left += 1;
      return proceed();
    }
    const note = calling === this.#noted ? null : callText(calling);
    this.#noted = calling;
    const line = currentPlace()?.line;
    const step = {
      who,
      operation: textOfOperation(operation),
      ...(note === null ? {} : { note }),
      ...(line === undefined ? {} : { line }),
    };
    if (!isWrite(operation)) {
      this.#steps.push({ ...step, changed: [] });
      return proceed();
    }
    const before = this.engine.snapshot();
    let changes: Changes;
    try {
      changes = new Changes(this.engine, this.viewer, operation, before);
    } finally {
      before.free();
    }
    const reply = proceed();
    const documents = changes.after(reply).slice(0, MAX_CHANGED).map(changed);
    this.#text += documents.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0);
    this.#steps.push({ ...step, changed: documents });
    return reply;
  }

  /** Records the client's death. */
  crash(note: string): void {
    this.#noted = null;
    if (this.#steps.length < MAX_STEPS) this.#steps.push({ who: "crash", operation: "", changed: [], note });
  }

  get steps(): readonly Step[] {
    if (this.#left === 0) return this.#steps;
    const note = `${this.#left} more operations follow.`;
    return [...this.#steps, { who: this.#steps.at(-1)?.who ?? "you", operation: "", changed: [], note }];
  }
}

function changed({ namespace, id, before, after }: DocumentChange): Changed {
  const cut = (text: string | null): string | null =>
    text !== null && text.length > MAX_DOCUMENT ? `${text.slice(0, MAX_DOCUMENT)}…` : text;
  return { namespace, id, before: cut(textOf(before)), after: cut(textOf(after)) };
}

function callText(calling: Calling | null): string | null {
  return calling && `${calling.name}(${[...calling.given, ...calling.values.map(shown)].join(", ")})`;
}

/** A script may send a command that cannot be printed. */
function textOfOperation(operation: Operation): string {
  try {
    return operationText(operation);
  } catch {
    return operationName(operation);
  }
}

/** Adds the schedule to a failure: its title, and its steps before any that the failure has already. */
export function scheduled(title: string, steps: readonly Step[], error: unknown): unknown {
  const failure = prefixed(title, error);
  if (failure instanceof CheckFailure) {
    const inner = error instanceof CheckFailure ? error.schedule : null;
    const schedule: Schedule = {
      title: inner ? joined(title, inner.title) : title,
      steps: [...steps, ...(inner?.steps ?? [])],
    };
    failure.schedule = schedule;
  }
  return failure;
}
