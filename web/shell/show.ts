/** `show …`. Reference: <https://www.mongodb.com/docs/mongodb-shell/reference/access-mdb-shell-help/>. */
import type { Document } from "bson";
import { toNumber, unsupported } from "./context.js";
import { MongoshInvalidInputError } from "./errors.js";
import { FULL, inspect } from "./printing.js";
import type { Shell } from "./shell.js";

const KINDS: Record<string, (shell: Shell) => string> = {
  dbs: databases,
  databases,
  collections,
  tables: collections,
  profile,
  users: () => unsupported("show users"),
  roles: () => unsupported("show roles"),
  log: () => unsupported("show log"),
  logs: () => unsupported("show logs"),
};

/** Prints what was asked for. */
export function showCommand(shell: Shell, what: unknown, _argument?: string): void {
  const kind = String(what);
  const found = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!found) {
    const valid = Object.keys(KINDS).join(", ");
    throw new MongoshInvalidInputError(`'${kind}' is not a valid argument for "show". Valid are: ${valid}`);
  }
  shell.print("value", found(shell));
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
  return shell.db
    .getCollectionInfos({}, { nameOnly: true })
    .map((info) => (info["type"] === "view" ? `${String(info["name"])}  [view]` : String(info["name"])))
    .join("\n");
}

function profile(shell: Shell): string {
  const entries = shell.db.getCollection("system.profile").find().sort({ $natural: -1 }).limit(5).toArray();
  return entries.length === 0 ? "" : inspect(entries, FULL);
}
