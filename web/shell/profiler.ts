/** Ties the engine's profile to the lines of a script. */
import type { Document } from "bson";
import { toNumber } from "./context.js";
import type { Engine } from "./engine.js";
import { ensureStackSpace } from "./stack_space.js";

/** A recording from {@link Profiler.start} on. */
export interface Recording {
  /** The profile's sequence number where it began. */
  readonly since: number;
  /** The commands run, in order, with their lines. */
  readonly commands: { name: string; line: number | undefined }[];
}

/** Runs commands, and while recording notes which line asked for them. */
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
    if (recording) {
      const [name = ""] = Object.keys(command);
      recording.commands.push({ name, line: this.#line() });
    }
    return this.#engine.tryCommand(db, command);
  }

  start(): Recording {
    this.#recording = { since: this.#entries(Number.MAX_SAFE_INTEGER).seq, commands: [] };
    return this.#recording;
  }

  /** Ends a recording and gives its profile entries, each with its `line`. */
  stop(recording: Recording): Document[] {
    this.#recording = undefined;
    const { entries } = this.#entries(recording.since);
    // Not every command leaves an entry, and the log forgets old ones: match from the end.
    let at = recording.commands.length - 1;
    for (const entry of entries.toReversed()) {
      const [name] = Object.keys((entry["command"] ?? {}) as Document);
      while (at >= 0 && recording.commands[at]?.name !== name) at--;
      if (at < 0) break;
      const line = recording.commands[at--]?.line;
      if (line !== undefined) entry["line"] = line;
    }
    return entries;
  }

  #entries(since: number): { entries: Document[]; seq: number } {
    const reply = decodeEntries(this.#engine, since);
    return { entries: (reply["entries"] ?? []) as Document[], seq: toNumber(reply["seq"]) };
  }
}

function decodeEntries(engine: Engine, since: number): Document {
  // Past any interceptor: looking at the profile is no operation of the script's.
  return engine.ownCommand("admin", { dojoProfile: 1, since });
}
