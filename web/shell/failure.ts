/** Errors as results: description and position. */
import type { Document } from "bson";
import { MongoBulkWriteError } from "./errors.js";
import { inspect } from "./printing.js";
import { ScriptSyntaxError } from "./rewrite.js";
import { placeOf, scriptFrames } from "./script.js";

/** An error of a script. Lines and columns count from 1. */
export interface ScriptError {
  name: string;
  message: string;
  code?: number | string;
  codeName?: string;
  line?: number;
  column?: number;
  stack?: string;
  /** The text that mongosh prints. */
  text: string;
  /** Further fields of the server's reply, and the counts of a bulk write. */
  details?: Document;
}

/** Describes any thrown value, even a hostile one. */
export function describeError(thrown: unknown, filename: string): ScriptError {
  const message = "the script threw something that cannot be read";
  return safely(() => describe(thrown, filename), { name: "Error", message, text: `Error: ${message}` });
}

function describe(thrown: unknown, filename: string): ScriptError {
  if (!(thrown instanceof Error)) {
    const message =
      typeof thrown === "string" ? thrown : safely(() => inspect(thrown), "a value that cannot be printed");
    return { name: "Error", message, text: `Error: ${message}` };
  }
  const error = thrown as Error & { code?: unknown; codeName?: unknown; errInfo?: unknown };
  const name = safely(() => String(error.name), "Error");
  const message = explained(safely(() => String(error.message), ""));
  const described: ScriptError = { name, message, text: message ? `${name}${codeName(error)}: ${message}` : name };
  if (typeof error.code === "number" || typeof error.code === "string") described.code = error.code;
  if (typeof error.codeName === "string") described.codeName = error.codeName;
  const stack = safely(() => String(error.stack ?? ""), "");
  const place = error instanceof ScriptSyntaxError ? error : placeOf(stack);
  if (place) {
    described.line = place.line;
    described.column = place.column;
  }
  if (error instanceof ScriptSyntaxError) described.text += `\n\n${error.frame}`;
  const frames = scriptFrames(stack, filename);
  if (frames.length > 0) described.stack = [described.text, ...frames].join("\n");
  const extra = details(error);
  if (extra.length > 0) {
    described.details = Object.fromEntries(extra);
    described.text += extra.map(([title, value]) => `\n${title}: ${inspect(value, { depth: 20 })}`).join("");
  }
  return described;
}

/** The name of a server's error code, which mongosh appends to the error's name: `MongoServerError[BadValue]: …`. */
function codeName(error: { code?: unknown; codeName?: unknown }): string {
  return typeof error.code === "number" && typeof error.codeName === "string" && error.codeName
    ? `[${error.codeName}]`
    : "";
}

/** The fields that mongosh prints below the message. */
function details(error: Error & { errInfo?: unknown }): [string, unknown][] {
  const found: [string, unknown][] = [];
  if (error.errInfo !== undefined) found.push(["Additional information", error.errInfo]);
  if (error instanceof MongoBulkWriteError) {
    found.push(["Result", error.result]);
    found.push(["Write Errors", error.writeErrors.slice(0, 100)]);
  }
  return found;
}

function explained(message: string): string {
  return message === "Maximum call stack size exceeded" ? `${message}: a function calls itself without end` : message;
}

function safely<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
