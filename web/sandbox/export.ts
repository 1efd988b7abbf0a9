/** Collects the content of an exported script for the real mongosh; the page's module `data.js` writes the script. */
import type { Document } from "bson";

import { joined, toBase64 } from "../data/bytes.js";
import { part } from "../data/elements.js";
import { readRaw } from "../data/raw.js";
import type { Exported, Held } from "../data/script.js";
import { decode } from "../shell/decode.js";
import { encode } from "../shell/encode.js";
import type { Engine } from "../shell/engine.js";
import { ROWS_DB, databases, list, read } from "./documents.js";
import { withoutCalls, withSetup } from "./setup.js";

/** The most bytes of documents in an exported script. */
const MAX_BYTES = 16 << 20;

/**
 * If the database has collections, exports these and the code's declarations: the other statements have already taken
 * effect. Otherwise exports the whole code, with an exercise's rows and the call of `setup` that a run inserts.
 */
export function exported(engine: Engine, rows: Document | null, source: string, most = MAX_BYTES): Exported {
  const own = databases(engine).filter((name) => name !== ROWS_DB);
  const found = own.flatMap((db) =>
    list(engine, db).map((info) => ({ db, name: String(info["name"]), view: info["type"] === "view" })),
  );
  if (found.length === 0)
    return {
      rows: rows && toBase64(encode(rows)),
      collections: [],
      code: rows ? (withSetup(source)?.source ?? source) : source,
    };
  const sharded = engine.isCluster ? [...read(engine, "config", { find: "collections" })] : [];
  let size = 0;
  const collections = found.map(({ db, name, view }): Held => {
    const documents = view ? [] : [...readRaw(engine, db, { find: name })];
    size += documents.reduce((sum, one) => sum + one.length, 0);
    if (size > most)
      throw new Error(`The database is too large to be exported as a script (more than ${most >> 20} MB).`);
    const [info] = [...readRaw(engine, db, { listCollections: 1, filter: { name } })];
    const indexes = view
      ? []
      : [...readRaw(engine, db, { listIndexes: name })].filter((index) => decode(index)["name"] !== "_id_");
    const how = sharded.find((one) => one["_id"] === `${db}.${name}`);
    return {
      db,
      name,
      view,
      options: toBase64((info && part(info, "options")) ?? encode({})),
      indexes: toBase64(joined(indexes)),
      documents: toBase64(joined(documents)),
      shardKey: how ? toBase64(encode(how["key"])) : "",
      unique: how?.["unique"] === true,
    };
  });
  return { rows: null, collections, code: withoutCalls(source) };
}
