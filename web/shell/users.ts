/**
 * Methods of a database for users and roles. Reference:
 * <https://www.mongodb.com/docs/manual/reference/method/js-user-management/>.
 */
import type { Document } from "bson";
import { requireTypes } from "./arguments.js";
import { requireArguments, requireDocument, replyOf, type Context } from "./context.js";
import { MongoshInvalidInputError } from "./errors.js";

/** Runs a user or role command, with the write concern if given. */
function run(context: Context, database: string, command: Document, concern?: Document): Document {
  return replyOf(context.run(database, concern === undefined ? command : { ...command, writeConcern: concern }));
}

/** Required fields of a new user or role, besides its name. */
const REQUIRED = { user: ["roles"], role: ["privileges", "roles"] } as const;

type Kind = keyof typeof REQUIRED;

/** `db.createUser()` and `db.createRole()`: the name is a field of the document. */
export function create(context: Context, database: string, kind: Kind, given: unknown, concern?: Document): Document {
  const command = kind === "user" ? "createUser" : "createRole";
  requireArguments(`Database.${command}`, [given]);
  const { [kind]: name, ...rest } = requireDocument(`Database.${command}`, `the ${kind}`, given);
  for (const [field, value] of [[kind, name], ...REQUIRED[kind].map((field) => [field, rest[field]])]) {
    if (value === undefined) throw new MongoshInvalidInputError(`Missing required property: "${field}"`);
  }
  if (command in rest) throw new MongoshInvalidInputError(`Cannot set ${command} field in helper method`);
  return run(context, database, { [command]: name as string, ...rest }, concern);
}

/**
 * A command with the name as its first field, and further fields: `db.updateUser()`, `db.dropUser()` … `method` is the
 * shell's name of the command, if it differs.
 */
export function userCommand(
  context: Context,
  database: string,
  command: string,
  name: string,
  rest: Document = {},
  concern?: Document,
  method = command,
): Document {
  requireTypes(`Database.${method}`, [name], ["string"]);
  return run(context, database, { [command]: name, ...rest }, concern);
}

/** `db.dropAllUsers()`, `db.dropAllRoles()`. */
export function dropAll(context: Context, database: string, command: string, concern?: Document): Document {
  return run(context, database, { [command]: 1 }, concern);
}

/** `db.getUser()` and `db.getRole()`: null if the name does not exist. */
export function getOne(
  context: Context,
  database: string,
  kind: Kind,
  name: string,
  options: Document,
): Document | null {
  const [method, command] = kind === "user" ? ["getUser", "usersInfo"] : ["getRole", "rolesInfo"];
  requireTypes(`Database.${method}`, [name], ["string"]);
  const reply = run(context, database, { [command as string]: { [kind]: name, db: database }, ...options });
  return (reply[`${kind}s`] as Document[])[0] ?? null;
}
