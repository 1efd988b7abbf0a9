/** The option `{ session }` of methods: what they send then belongs to the session. */
import type { Context } from "./context.js";
import type { Database } from "./database.js";

/** What methods need of a session. */
export interface SessionLike {
  getDatabase(name: string): Database;
}

/** The contexts of sessions. Not in the sessions themselves, where scripts would get at the engine. */
const contexts = new WeakMap<object, Context>();

/** Sets what a session's commands go through. */
export function setContext(session: SessionLike, context: Context): void {
  contexts.set(session, context);
}

/** What a session's commands go through. */
export function contextOf(session: SessionLike): Context {
  return contexts.get(session) as Context;
}

function sessionOf(argument: unknown): SessionLike | undefined {
  if (typeof argument !== "object" || argument === null || !Object.hasOwn(argument, "session")) return undefined;
  const given = (argument as { session: unknown }).session;
  return typeof given === "object" && given !== null && contexts.has(given) ? (given as SessionLike) : undefined;
}

/** Whether there is a session among a method's options. */
export function hasSession(given: unknown[]): boolean {
  for (let i = 0; i < given.length; i++) if (sessionOf(given[i])) return true;
  return false;
}

/** The session among a method's options, and the arguments without it. */
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
