/** A mongosh over an engine. */
import type { Document } from "bson";
import { requireTypes } from "./arguments.js";
import { defaultSettings, printOptions } from "./config.js";
import { Bulk, BulkFind, BulkWriteResult } from "./bulk.js";
import { CollectionMethods } from "./collection.js";
import type { Context } from "./context.js";
import { ChangeStreamCursor } from "./change_stream.js";
import { AggregationCursor, Cursor, ShellCursor } from "./cursor.js";
import { DatabaseMethods, type Database } from "./database.js";
import { Engine } from "./engine.js";
import { Explainable, ExplainableCursor } from "./explainable.js";
import { MongoServerError, ScriptEnd } from "./errors.js";
import { describeError, type ScriptError } from "./failure.js";
import { Globals } from "./globals.js";
import { installHost } from "./host.js";
import { Mongo } from "./mongo.js";
import { setNames } from "./set_names.js";
import { Output, type OutputItem } from "./output.js";
import { errorText, PRINT, show } from "./printing.js";
import { PlanCache } from "./plan_cache.js";
import { Profiler } from "./profiler.js";
import { type Binding, compileScript, currentPlace, hasValue } from "./script.js";
import { resetMarks } from "./server_value_marks.js";
import { Session } from "./session.js";
import { showCommand } from "./show.js";
import { settled, SyncPromise, unhandled } from "./sync_promise.js";
import { Timeout, Timers } from "./timers.js";
import { enterScript, PLACE_LIMIT } from "./stack_traces.js";

export interface ShellOptions {
  /** The initial database; `test` by default. */
  db?: string;
  /** Characters of output per evaluation; a million by default. */
  outputLimit?: number;
  /** Called for every piece of output as it is printed. */
  onOutput?: (item: OutputItem) => void;
  /** Whether evaluations report unread cursors, which takes a stack trace per cursor; true by default. */
  reportsUnread?: boolean;
}

export interface EvaluateOptions {
  /** The name of the script in stack traces. */
  filename?: string;
}

/** The result of {@link Shell.evaluate}. */
export interface Evaluation {
  /** The value of the last expression statement. */
  value: unknown;
  /** The value as mongosh prints it; empty for `undefined`. */
  printed: string;
  output: OutputItem[];
  error: ScriptError | null;
  /** The profile entries of this evaluation, each with the `line` that caused it. */
  profile: Document[];
  /** The first few cursors that were never read: their commands were never sent. */
  unread: UnreadCursor[];
}

/** A cursor that was never read. */
export interface UnreadCursor {
  /** `find` or `aggregate`. */
  method: string;
  collection: string;
  line?: number;
}

/** The most cursors that one evaluation tracks. */
const MAX_TRACKED = 200;

/** A learner's functions, ready to call. */
export type CompiledFunctions = Record<string, (...args: never[]) => unknown>;

/** The methods of `sh`. */
export type Sharding = Readonly<Record<string, (...given: any[]) => any>>;

// Scripts check types by the constructor's name. Reference:
// <https://www.mongodb.com/docs/mongodb-shell/reference/data-types/#type-checking>.
setNames({
  AggregationCursor,
  Bulk,
  BulkFindOp: BulkFind,
  BulkWriteResult,
  ChangeStreamCursor,
  Collection: CollectionMethods,
  Cursor,
  Database: DatabaseMethods,
  Explainable,
  ExplainableCursor,
  Mongo,
  PlanCache,
  Promise: SyncPromise,
  Session,
  Timeout,
});

const DEFAULT_OUTPUT_LIMIT = 1_000_000;

/** A shell: databases, variables and output of one person. */
export class Shell {
  readonly engine: Engine;
  readonly context: Context;
  readonly mongo: Mongo;
  readonly #options: ShellOptions;
  readonly #globals: Globals;
  /** Variables of the scripts so far, as accessors. */
  readonly #variables = Object.create(null) as Record<string, unknown>;
  /** The `db` variables of scripts whose functions may still be called. */
  readonly #dbBindings: Binding[] = [];
  readonly #profiler: Profiler;
  readonly #timers: Timers;
  readonly #deprecated = new Set<string>();
  #db: Database;
  #output: Output;
  /** The line of the value that is being printed. */
  #valueLine: number | undefined;
  #lastCursor: ShellCursor<unknown> | undefined;
  /** The unread cursors of this evaluation, and how many cursors were tracked. */
  readonly #unread = new Map<object, UnreadCursor>();
  #tracked = 0;

  constructor(engine: Engine, options: ShellOptions = {}) {
    if (!(engine instanceof Engine)) throw new TypeError("The first argument of Shell must be an Engine");
    this.engine = engine;
    this.#options = options;
    this.#output = this.#newOutput();
    this.#profiler = new Profiler(engine, () => this.currentLine());
    const tryRun = (db: string, command: Document): Document => this.#profiler.run(db, command);
    this.context = {
      engine,
      tryRun,
      run(db, command) {
        const reply = tryRun(db, command);
        if (reply["ok"] !== 1) throw new MongoServerError(reply);
        return reply;
      },
      // Deprecations are reported once, as in mongosh.
      note: (text) =>
        this.#output.note(text, this.currentLine(), text.startsWith("Deprecation") ? this.#deprecated : undefined),
      settings: defaultSettings(),
      opened: (cursor, method, collection) => {
        // Finding the script's position is slow, and a loop that opens thousands of cursors usually reads them.
        if (this.#options.reportsUnread === false || this.#tracked++ >= MAX_TRACKED) return;
        const line = this.currentLine();
        this.#unread.set(cursor, { method, collection, ...(line === undefined ? {} : { line }) });
      },
      read: (cursor) => this.#unread.delete(cursor),
    };
    this.mongo = new Mongo(this.context);
    this.#db = this.mongo.getDB(options.db ?? "test");
    this.#timers = new Timers(engine);
    this.#globals = new Globals(this, this.#timers);
    installHost(engine, () => new Globals(this, new Timers(engine)));
  }

  #newOutput(): Output {
    return new Output(this.#options.outputLimit ?? DEFAULT_OUTPUT_LIMIT, this.#options.onOutput);
  }

  /** The current database, as scripts see it. */
  get db(): Database {
    return this.#db;
  }

  /** The global `sh`, as scripts see it. */
  get sh(): Sharding {
    return this.#globals.get("sh") as Sharding;
  }

  /** Virtual milliseconds that this shell's scripts have slept. */
  get slept(): number {
    return this.#timers.slept;
  }

  /** Switches to another database, as `use` does, and returns the message. */
  use(name: string): string {
    requireTypes("Mongo.use", [name], ["string"]);
    const before = this.#db.getName();
    this.#setDb(this.mongo.getDB(name));
    return `${before === name ? "already on" : "switched to"} db ${name}`;
  }
  /**
   * Runs a command typed without parentheses. Its message is printed wherever in a script it stands, while a call's
   * value is a value.
   */
  #command(name: string, ...given: string[]): void {
    const text = name === "use" ? this.use(given[0] as string) : showCommand(this, given[0], given[1]);
    if (text !== undefined) this.print("value", text);
  }
  #setDb(db: Database): void {
    this.#db = db;
    for (const [, set] of this.#dbBindings) set(db);
  }

  /** Defines a global that scripts can read. */
  define(name: string, value: unknown): void {
    this.#globals.set(name, value);
  }

  /** Adds to the output. */
  print(kind: OutputItem["kind"], text: string): void {
    const line = this.currentLine();
    this.#output.add({ kind, text, ...(line === undefined ? {} : { line }) });
  }

  /** The line of the learner's source that is running, if any. */
  currentLine(): number | undefined {
    return currentPlace()?.line ?? this.#valueLine;
  }

  /** Runs a script as if typed at the prompt; its variables persist. Never throws. */
  evaluate(source: string, options: EvaluateOptions = {}): Evaluation {
    resetMarks();
    const output = (this.#output = this.#newOutput());
    const profile = this.#profiler.start();
    const result: Evaluation = {
      value: undefined,
      printed: "",
      output: output.items,
      error: null,
      profile: [],
      unread: [],
    };
    this.#unread.clear();
    this.#tracked = 0;
    try {
      this.#timers.during(() => {
        const { value, line } = enterScript(() => this.#evaluate(String(source)));
        result.value = value;
        this.#valueLine = line;
        result.printed = this.display(value);
        if (result.printed !== "") this.print("value", result.printed);
        this.#valueLine = undefined;
        enterScript(() => this.#timers.drain());
        throwUnhandled();
      });
    } catch (error) {
      // The exception of `quit()` is not an error.
      if (!ScriptEnd.is(error)) result.error = this.#fail(error, options, output);
      this.#timers.forget();
    } finally {
      this.#valueLine = undefined;
      result.profile = this.#profiler.stop(profile);
      result.unread = [...this.#unread.values()];
      this.#unread.clear();
      output.end();
    }
    return result;
  }

  /** Describes an error and adds it to the output. */
  #fail(error: unknown, options: EvaluateOptions, output: Output): ScriptError {
    const described = describeError(error, options.filename ?? "script");
    // A cursor's command may fail when the cursor is printed.
    if (this.#valueLine !== undefined) described.line ??= this.#valueLine;
    const { line, text } = described;
    output.add({ kind: "error", text, ...(line === undefined ? {} : { line }) });
    return described;
  }

  #evaluate(source: string): { value: unknown; line: number | undefined } {
    unhandled.clear();
    const globals = this.#globals.beside("db", this.#db);
    const variables = this.#variables;
    const script = compileScript(source, {
      globals,
      variables,
      more: () => this.#more(),
      command: (...given) => this.#command(...given),
    });
    let dbBinding: Binding | undefined;
    const result = script.run((bindings) => {
      for (const [name, [get, set]] of Object.entries(bindings)) {
        if (name === "db" && !script.declared.includes("db")) {
          dbBinding = [get, set];
          this.#dbBindings.push(dbBinding);
          if (this.#dbBindings.length > 100) this.#dbBindings.shift();
        } else {
          // Before the first statement only functions have a value: functions of earlier scripts then call the new one.
          const hoisted = initialized([get, set]);
          if (typeof hoisted === "function" && hasValue(variables, name)) variables[name] = hoisted;
          Object.defineProperty(variables, name, { get, set, enumerable: true, configurable: true });
        }
      }
    });
    this.#followDb(dbBinding);
    throwUnhandled();
    return result;
  }

  /** `db = db.getSiblingDB("other")` changes the shell's database. */
  #followDb(binding: Binding | undefined): void {
    const now = binding?.[0]();
    if (now !== undefined && now !== this.#db && isDatabase(now)) this.#setDb(now);
  }

  #more(): unknown {
    const cursor = this.#lastCursor;
    if (!cursor || cursor.isExhausted()) return { [PRINT]: () => "no cursor" };
    const page = cursor.printPage(true);
    return { [PRINT]: () => page || "no cursor" };
  }

  /** A value as mongosh shows it at the prompt; for a cursor, its next 20 documents. */
  display(value: unknown): string {
    if (value === undefined) return "";
    if (value instanceof ShellCursor) {
      this.#lastCursor = value as ShellCursor<unknown>;
      return value.printPage();
    }
    if (value instanceof Error) return errorText(value);
    return show(value, printOptions(this.context.settings));
  }

  /**
   * Runs a script with its own variables and returns those functions among `names` that it defines. {@link
   * Shell.describeError} describes their errors and the script's.
   *
   * With `onError`, exceptions of the script's statements are passed to it, and the functions defined so far are
   * returned. Syntax errors are always thrown.
   */
  compile(source: string, names: readonly string[], onError?: (error: unknown) => void): CompiledFunctions {
    const globals = this.#globals.beside("db", this.#db);
    const variables = Object.create(null) as Record<string, unknown>;
    const script = compileScript(String(source), {
      globals,
      variables,
      more: () => undefined,
      command: (...given) => this.#command(...given),
    });
    let bindings: Record<string, Binding> = {};
    unhandled.clear();
    try {
      enterScript(() => script.run((all) => (bindings = all)));
    } catch (error) {
      if (!onError) throw error;
      onError(error);
    }
    const functions: CompiledFunctions = {};
    for (const name of names) {
      const value = Object.hasOwn(bindings, name) ? initialized(bindings[name] as Binding) : undefined;
      if (typeof value !== "function") continue;
      const fn = value as (...given: unknown[]) => unknown;
      functions[name] = (...args) =>
        enterScript(() => {
          const result = this.#timers.during(() => settled(fn(...args)));
          throwUnhandled();
          return result;
        }, PLACE_LIMIT);
    }
    return functions;
  }

  /** Name, text, code and position of an error that a script threw. */
  describeError(error: unknown, filename = "script"): ScriptError {
    return describeError(error, filename);
  }
}

/** Throws the rejection of an async function that nobody awaited. */
function throwUnhandled(): void {
  const [rejected] = unhandled;
  unhandled.clear();
  rejected?.unwrap();
}

/** A variable's value; undefined if the script stopped before initializing it. */
function initialized([get]: Binding): unknown {
  try {
    return get();
  } catch {
    return undefined;
  }
}

function isDatabase(value: unknown): value is Database {
  return typeof value === "object" && value !== null && typeof (value as Database).getSiblingDB === "function";
}
