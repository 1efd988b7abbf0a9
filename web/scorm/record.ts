/**
 * The run-time interface of SCORM 1.2 and 2004, through which a course's page reports to the learning management
 * system. Reference: <https://adlnet.gov/projects/scorm-2004-4th-edition/> (Run-Time Environment), and that of SCORM
 * 1.2.
 */

/** The object that a system provides to the pages of a course. All its values are strings. */
export type Api = Readonly<Record<string, (...values: string[]) => string>>;

/** Levels of parent windows that are searched for it, as the specification recommends. */
const MAX_PARENTS = 7;

interface Names {
  readonly initialize: string;
  readonly get: string;
  readonly set: string;
  readonly commit: string;
  readonly finish: string;
  readonly raw: string;
  readonly min: string;
  readonly max: string;
  readonly time: string;
  /** The capacity of `cmi.suspend_data` in characters. */
  readonly room: number;
}

const OLD: Names = {
  initialize: "LMSInitialize",
  get: "LMSGetValue",
  set: "LMSSetValue",
  commit: "LMSCommit",
  finish: "LMSFinish",
  raw: "cmi.core.score.raw",
  min: "cmi.core.score.min",
  max: "cmi.core.score.max",
  time: "cmi.core.session_time",
  room: 4_096,
};

const NEW: Names = {
  initialize: "Initialize",
  get: "GetValue",
  set: "SetValue",
  commit: "Commit",
  finish: "Terminate",
  raw: "cmi.score.raw",
  min: "cmi.score.min",
  max: "cmi.score.max",
  time: "cmi.session_time",
  room: 64_000,
};

/** The part of a window that the search uses. */
interface Place {
  readonly parent?: Place;
  readonly opener?: Place | null;
  readonly API?: unknown;
  readonly API_1484_11?: unknown;
}

/** The result of a check. */
export interface Outcome {
  readonly passed: boolean;
  readonly stars: number;
  readonly most: number;
}

/** Finds the system's object: in the parent windows, then in the opener and its parents. */
export function findApi(from: Place): { api: Api; isNew: boolean } | null {
  for (const first of [from, from.opener]) {
    let place: Place | null | undefined = first;
    for (let level = 0; place && level <= MAX_PARENTS; level++) {
      try {
        if (isApi(place.API_1484_11)) return { api: place.API_1484_11, isNew: true };
        if (isApi(place.API)) return { api: place.API, isNew: false };
      } catch {
        // A window of another origin.
        break;
      }
      place = place.parent === place ? null : place.parent;
    }
  }
  return null;
}

function isApi(value: unknown): value is Api {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** One attempt at an exercise. A better result of an earlier attempt is kept. */
export class Recorder {
  private readonly names: Names;
  private readonly begun: number;
  private best: number;
  private isOver = false;

  /** @param now Milliseconds. */
  constructor(
    private readonly api: Api,
    private readonly isNew: boolean,
    private readonly now: () => number,
  ) {
    this.names = isNew ? NEW : OLD;
    this.begun = now();
    this.call(this.names.initialize, "");
    const status = this.read(isNew ? "cmi.completion_status" : "cmi.core.lesson_status");
    this.best =
      status === "" || status === "not attempted" || status === "unknown"
        ? -1
        : Number(this.read(this.names.raw) || "-1");
    if (!/^(passed|completed|incomplete|failed|browsed)$/.test(status)) {
      this.write(isNew ? "cmi.completion_status" : "cmi.core.lesson_status", "incomplete");
      this.call(this.names.commit, "");
    }
  }

  /** The code of the last attempt; empty if there is none. */
  get code(): string {
    return this.read("cmi.suspend_data");
  }

  /** Stores the code if the system has room for it. */
  keep(code: string): void {
    if (!this.isOver && code.length <= this.names.room) this.write("cmi.suspend_data", code);
  }

  /** Reports a check. */
  report({ passed, stars, most }: Outcome): void {
    if (this.isOver || stars < this.best || (stars === this.best && !passed)) return;
    this.best = stars;
    const { min, max, raw, commit } = this.names;
    this.write(min, "0");
    this.write(max, String(most));
    this.write(raw, String(stars));
    if (this.isNew) {
      this.write("cmi.score.scaled", (stars / most).toFixed(4));
      this.write("cmi.success_status", passed ? "passed" : "failed");
      this.write("cmi.completion_status", passed ? "completed" : "incomplete");
    } else {
      this.write("cmi.core.lesson_status", passed ? "passed" : "incomplete");
    }
    this.call(commit, "");
  }

  /** Ends the attempt; later calls do nothing. */
  finish(): void {
    if (this.isOver) return;
    this.isOver = true;
    const seconds = Math.round((this.now() - this.begun) / 1_000);
    this.write(this.names.time, this.isNew ? `PT${seconds}S` : clock(seconds));
    this.write(this.isNew ? "cmi.exit" : "cmi.core.exit", "suspend");
    this.call(this.names.commit, "");
    this.call(this.names.finish, "");
  }

  private read(name: string): string {
    return String(this.call(this.names.get, name) ?? "");
  }

  private write(name: string, value: string): void {
    this.call(this.names.set, name, value);
  }

  private call(name: string, ...values: string[]): string | undefined {
    // Called as a method, because some systems use `this`.
    return this.api[name]?.call(this.api, ...values);
  }
}

/** Formats a time for SCORM 1.2: `HHHH:MM:SS`. */
function clock(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${String(Math.floor(seconds / 3600)).padStart(4, "0")}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
