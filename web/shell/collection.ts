/** A collection as scripts see it: `db.books`, whose unknown properties are sub-collections (`db.books.archive`). */
import { CollectionLegacy } from "./collection_legacy.js";
import type { Context } from "./context.js";
import type { Database } from "./database.js";
import { Explainable } from "./explainable.js";
import { classHelp, COLLECTION_HELP, withHelp, type Help } from "./help.js";
import { contextOf, hasSession, takeSession } from "./session_option.js";

/** All methods of a collection. */
export class CollectionMethods extends CollectionLegacy {
  explain(verbosity?: string | boolean): Explainable {
    return new Explainable(this._context, this._databaseName, this._name, verbosity);
  }
  help(): Help {
    return HELP();
  }
}

const HELP = classHelp("Collection", CollectionMethods, COLLECTION_HELP);

/** A collection with its sub-collections. */
export interface Collection extends CollectionMethods {
  // Sub-collections, under any name.
  readonly [name: `${string}`]: any;
}

/** Names that JavaScript and its libraries look up on any object; never collection names. */
const NOT_A_NAME = new Set(["then", "toJSON", "toBSON", "_bsontype", "inspect", "nodeType", "asymmetricMatch"]);

/** Whether a property is read as the name of a collection. */
export function isCollectionName(property: string | symbol): property is string {
  return typeof property === "string" && !property.startsWith("_") && !NOT_A_NAME.has(property);
}

/** Whether a property is internal to the shell. */
export function isInternal(property: string | symbol): boolean {
  return typeof property === "string" && property.startsWith("_") && property !== "__proto__";
}

/** Proxy traps that hide the shell's own properties from scripts. */
export const hidden: Pick<ProxyHandler<object>, "ownKeys" | "getOwnPropertyDescriptor" | "defineProperty"> = {
  ownKeys: () => [],
  getOwnPropertyDescriptor: () => undefined,
  defineProperty: () => false,
};

/** Makes the object behind `db.books`. */
export function makeCollection(context: Context, database: Database, name: string): Collection {
  const collection = new CollectionMethods(context, database, name);
  /** Methods as scripts receive them, with the function that each wraps. */
  const methods = new Map<string | symbol, { value: unknown; method: unknown }>();
  const proxy: Collection = new Proxy(collection, {
    ...hidden,
    get(target: CollectionMethods, property) {
      if (isInternal(property)) return undefined;
      if (property in target || !isCollectionName(property)) {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== "function" || property === "constructor") return value;
        if (property === "help") return HELP;
        const known = methods.get(property);
        if (known?.value === value) return known.method;
        const method = withHelp("db.collection", property as string, (...given) => {
          if (!hasSession(given)) return value.apply(target, given);
          const { session, rest } = takeSession(given);
          if (!session) return value.apply(target, given);
          const within = session.getDatabase(database.getName());
          return value.apply(new CollectionMethods(contextOf(session), within, name), rest);
        });
        methods.set(property, { value, method });
        return method;
      }
      return database.getCollection(`${name}.${property}`);
    },
  }) as Collection;
  return proxy;
}
