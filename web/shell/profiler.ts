/** Connects the engine's profile with the lines of a script. */
import type { Document } from "bson";
import { toNumber } from "./context.js";
import type { Engine } from "./engine.js";
import { ensureStackSpace } from "./stack_space.js";

/** A recording that {@link Profiler.start} began. */
export interface Recording {
  /** The profile's sequence number at its start. */
  readonly since: number;
  /** The lines that ran commands, keyed by the number of the command's profile entry. */
  readonly lines: Map<number, number>;
}

/** Runs commands, and during a recording notes the line that ran each. */
export class Profiler {
  readonly #engine: Engine;
  readonly #line: () => number | undefined;
  #recording: Recording | undefined;

  constructor(engine: Engine, line: () => number | undefined) {
    this.#engine = engine;
    this.#line = line;
  }

  run(db: string, command: Document): Document {
    ensureStackSpace();
    const recording = this.#recording;
    const line = recording && this.#line();
    if (!recording || line === undefined) return this.#engine.tryCommand(db, command);
    return this.#engine.profiled(
      () => this.#engine.tryCommand(db, command),
      (entry) => recording.lines.set(entry, line),
    );
  }

  start(): Recording {
    this.#recording = { since: this.#engine.profileSequence, lines: new Map() };
    return this.#recording;
  }

  /** Ends a recording and returns its profile entries, each with its `line`. */
  stop(recording: Recording): Document[] {
    this.#recording = undefined;
    // Past any interceptor: the script did not request this command.
    const reply = this.#engine.ownCommand("admin", { dojoProfile: 1, since: recording.since });
    const entries = (reply["entries"] ?? []) as Document[];
    for (const entry of entries) {
      const line = recording.lines.get(toNumber(entry["seq"]));
      if (line !== undefined) entry["line"] = line;
    }
    return entries;
  }
}
