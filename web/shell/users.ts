/** The methods of a database that are about users and roles. Reference: <https://www.mongodb.com/docs/manual/reference/method/js-user-management/>. */
import type { Document } from "bson";
import { requireTypes } from "./arguments.js";
import { requireArguments, requireDocument, replyOf, type Context } from "./context.js";
import { MongoshInvalidInputError } from "./errors.js";

/** Runs a command about users, with the write concern if one is given. */
function run(context: Context, database: string, command: Document, concern?: Document): Document {
  return replyOf(context.run(database, concern === undefined ? command : { ...command, writeConcern: concern }));
}

/** `db.createUser()`: the name stands in the document. */
export function createUser(context: Context, database: string, user: unknown, concern?: Document): Document {
  requireArguments("Database.createUser", [user]);
  const { user: name, ...rest } = requireDocument("Database.createUser", "the user", user);
  for (const [field, value] of [["user", name], ["roles", rest["roles"]]] as const) {
    if (value === undefined) throw new MongoshInvalidInputError(`Missing required property: "${field}"`);
  }
  if ("createUser" in rest) throw new MongoshInvalidInputError("Cannot set createUser field in helper method");
  return run(context, database, { createUser: name as string, ...rest }, concern);
}

/** A command whose first field is the name, and what it says besides: `db.updateUser()`, `db.dropUser()` … */
export function userCommand(context: Context, database: string, [command, method]: [string, string], name: string, rest: Document = {}, concern?: Document): Document {
  requireTypes(`Database.${method}`, [name], ["string"]);
  return run(context, database, { [command]: name, ...rest }, concern);
}

/** `db.dropAllUsers()`, `db.dropAllRoles()`. */
export function dropAll(context: Context, database: string, command: string, concern?: Document): Document {
  return run(context, database, { [command]: 1 }, concern);
}

/** `db.getUser()`: null when there is none of the name. */
export function getUser(context: Context, database: string, name: string, options: Document = {}): Document | null {
  requireTypes("Database.getUser", [name], ["string"]);
  const reply = run(context, database, { usersInfo: { user: name, db: database }, ...options });
  return (reply["users"] as Document[])[0] ?? null;
}

/** `db.createRole()`: the name stands in the document. */
export function createRole(context: Context, database: string, role: unknown, concern?: Document): Document {
  requireArguments("Database.createRole", [role]);
  const { role: name, ...rest } = requireDocument("Database.createRole", "the role", role);
  for (const [field, value] of [["role", name], ["privileges", rest["privileges"]], ["roles", rest["roles"]]] as const) {
    if (value === undefined) throw new MongoshInvalidInputError(`Missing required property: "${field}"`);
  }
  if ("createRole" in rest) throw new MongoshInvalidInputError("Cannot set createRole field in helper method");
  return run(context, database, { createRole: name as string, ...rest }, concern);
}

/** `db.getRole()`: null when there is none of the name. */
export function getRole(context: Context, database: string, name: string, options: Document = {}): Document | null {
  requireTypes("Database.getRole", [name], ["string"]);
  const reply = run(context, database, { rolesInfo: { role: name, db: database }, ...options });
  return (reply["roles"] as Document[])[0] ?? null;
}
