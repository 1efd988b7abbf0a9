/** `show …`. Reference: <https://www.mongodb.com/docs/mongodb-shell/reference/access-mdb-shell-help/>. */
import type { Document } from "bson";
import { toNumber } from "./context.js";
import { MongoshInvalidInputError } from "./errors.js";
import { FULL, inspect } from "./printing.js";
import type { Shell } from "./shell.js";

const KINDS: Record<string, (shell: Shell, argument?: string) => string> = {
  dbs: databases,
  databases,
  collections,
  tables: collections,
  profile,
  users: (shell) => inspect(shell.db.getUsers()["users"]),
  roles: (shell) => inspect(shell.db.getRoles()["roles"]),
  log: (shell, name = "global") => inspect(shell.db.adminCommand({ getLog: name })["log"]),
  startupWarnings: nothing,
  automationNotices: nothing,
  nonGenuineMongoDBCheck: nothing,
  logs: (shell) => inspect(shell.db.adminCommand({ getLog: "*" })["names"]),
};

/** The requested listing; undefined if there is nothing to print. */
export function showCommand(shell: Shell, what: unknown, argument?: string): string | undefined {
  const kind = String(what);
  const found = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!found) {
    throw new MongoshInvalidInputError(`'${kind}' is not a valid argument for "show".`);
  }
  return found(shell, argument) || undefined;
}

/** Notices that only a real server or service has. */
function nothing(): string {
  return "";
}

function databases(shell: Shell): string {
  const list = shell.context.run("admin", { listDatabases: 1 })["databases"] as Document[];
  const rows = list.map((database) => [String(database["name"]), size(toNumber(database["sizeOnDisk"]))] as const);
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  const sizes = Math.max(0, ...rows.map(([, text]) => text.length));
  return rows.map(([name, text]) => `${name.padEnd(width)}  ${text.padStart(sizes)}`).join("\n");
}

function size(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(2)} ${units[unit]}`;
}

function collections(shell: Shell): string {
  const infos = shell.db
    .getCollectionInfos({}, { nameOnly: true })
    .map(({ name, type }) => ({ name: String(name), type: type as unknown }));
  const own = (name: string): boolean => name.startsWith("system.");
  infos.sort((a, b) => Number(own(a.name)) - Number(own(b.name)));
  const width = Math.max(0, ...infos.map(({ name }) => name.length)) + 2;
  return infos
    .map(({ name, type }) =>
      type === "view" || type === "timeseries"
        ? `${name.padEnd(width)}[${type === "view" ? "view" : "time-series"}]`
        : name,
    )
    .join("\n");
}

function profile(shell: Shell): string {
  const entries = shell.db.getCollection("system.profile").find().sort({ $natural: -1 }).limit(5).toArray();
  return entries.length === 0 ? "" : inspect(entries, FULL);
}
