/** Writes the database as a script for the real mongosh. */
import { EJSON, type Document } from "bson";

import type { Engine } from "../shell/engine.js";
import { ROWS_DB, databases, list, read } from "./documents.js";

/** Characters of the script; a larger database needs another way. */
const MAX_TEXT = 24 << 20;
/** Documents of one `insertMany`. */
const BATCH = 500;

/** The script: collections with their options, indexes, shard keys, then documents as canonical extended JSON. */
export function exportScript(engine: Engine): string {
  const out = ["// Made with Schema Dojo. Run it with: mongosh <address> <this file>"];
  let size = 0;
  const add = (line: string): void => {
    size += line.length;
    if (size > MAX_TEXT) throw new Error(`The database is too large to be exported as a script (more than ${MAX_TEXT >> 20} MB).`);
    out.push(line);
  };
  const sharded = new Map(shardedCollections(engine).map((one) => [String(one["_id"]), one]));
  for (const db of databases(engine).filter((name) => name !== ROWS_DB)) {
    for (const info of list(engine, db)) {
      const name = String(info["name"]);
      const database = db === "test" ? "db" : `db.getSiblingDB(${JSON.stringify(db)})`;
      const collection = `${database}.getCollection(${JSON.stringify(name)})`;
      add("");
      const options = info["options"] as Document | undefined;
      const has = options && Object.keys(options).length > 0;
      add(`${database}.createCollection(${JSON.stringify(name)}${has ? `, ${literal(options)}` : ""});`);
      if (info["type"] === "view") continue;
      for (const index of indexes(engine, db, name)) {
        const { key, v: _version, ns: _ns, ...rest } = index;
        add(`${collection}.createIndex(${literal(key)}, ${literal(rest)});`);
      }
      const how = sharded.get(`${db}.${name}`);
      if (how) add(`sh.shardCollection(${collection}.getFullName(), ${literal(how["key"])}, ${String(how["unique"] === true)});`);
      let batch: string[] = [];
      const flush = (): void => {
        if (batch.length > 0) add(`${collection}.insertMany(EJSON.parse(${JSON.stringify(`[${batch.join(",")}]`)}, { relaxed: false }));`);
        batch = [];
      };
      for (const document of read(engine, db, { find: name })) {
        batch.push(EJSON.stringify(document, { relaxed: false }));
        if (batch.length === BATCH) flush();
      }
      flush();
    }
  }
  return `${out.join("\n")}\n`;
}

function shardedCollections(engine: Engine): Document[] {
  return engine.isCluster ? [...read(engine, "config", { find: "collections" })] : [];
}

function indexes(engine: Engine, db: string, name: string): Document[] {
  const reply = engine.runCommand(db, { listIndexes: name });
  return (reply["cursor"] as { firstBatch: Document[] }).firstBatch.filter((index) => index["name"] !== "_id_");
}

function literal(value: unknown): string {
  return `EJSON.parse(${JSON.stringify(EJSON.stringify(value as Document, { relaxed: false }))}, { relaxed: false })`;
}
