/** The `{ session }` option of methods, which makes their commands part of the session. */
import type { Context } from "./context.js";
import type { Database } from "./database.js";

/** The part of a session that methods use. */
export interface SessionLike {
  getDatabase(name: string): Database;
}

/** The contexts of sessions. Kept outside the session objects, where scripts could reach the engine. */
const contexts = new WeakMap<object, Context>();

/** Sets the context of a session's commands. */
export function setContext(session: SessionLike, context: Context): void {
  contexts.set(session, context);
}

/** Returns the context of a session's commands. */
export function contextOf(session: SessionLike): Context {
  return contexts.get(session) as Context;
}

function sessionOf(argument: unknown): SessionLike | undefined {
  if (typeof argument !== "object" || argument === null || !Object.hasOwn(argument, "session")) return undefined;
  const given = (argument as { session: unknown }).session;
  return typeof given === "object" && given !== null && contexts.has(given) ? (given as SessionLike) : undefined;
}

/** Whether a method's options include a session. */
export function hasSession(given: unknown[]): boolean {
  for (let i = 0; i < given.length; i++) if (sessionOf(given[i])) return true;
  return false;
}

/** Extracts the session from a method's options; also returns the arguments without it. */
export function takeSession(given: unknown[]): { session: SessionLike | undefined; rest: unknown[] } {
  let session: SessionLike | undefined;
  for (let i = 0; i < given.length && !session; i++) session = sessionOf(given[i]);
  if (!session) return { session, rest: given };
  const rest = given.map((argument) => {
    if (!sessionOf(argument)) return argument;
    const { session: _session, ...options } = argument as { session: unknown };
    return options;
  });
  return { session, rest };
}
