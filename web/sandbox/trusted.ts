/** The classes that a script is given objects of, whose methods it may not replace. */
import * as bson from "bson";

import * as collection from "../shell/collection.js";
import * as cursor from "../shell/cursor.js";
import * as database from "../shell/database.js";
import * as engine from "../shell/engine.js";
import * as errors from "../shell/errors.js";
import * as shell from "../shell/shell.js";

/** Classes and functions. */
export const trusted: readonly object[] = [bson, collection, cursor, database, engine, errors, shell].flatMap((module) =>
  Object.values(module).filter((value): value is () => unknown => typeof value === "function"),
);
