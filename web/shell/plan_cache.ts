/** `collection.getPlanCache()`. Reference: <https://www.mongodb.com/docs/manual/reference/method/js-plan-cache/>. */
import type { Document } from "bson";
import { requireTypes } from "./arguments.js";
import { replyOf, type Context } from "./context.js";
import { AggregationCursor } from "./cursor.js";
import { MongoshDeprecatedError } from "./errors.js";
import { classHelp, type Help } from "./help.js";
import { PRINT } from "./printing.js";

/** The plans that the server has cached for a collection's queries. */
export class PlanCache {
  readonly #context: Context;
  readonly #database: string;
  readonly #collection: string;

  constructor(context: Context, database: string, collection: string) {
    this.#context = context;
    this.#database = database;
    this.#collection = collection;
  }

  /** Drops all cached plans. */
  clear(): Document {
    return replyOf(this.#context.run(this.#database, { planCacheClear: this.#collection }));
  }
  /** Drops the cached plans of one query shape. */
  clearPlansByQuery(query: Document, projection?: Document, sort?: Document): Document {
    requireTypes("PlanCache.clearPlansByQuery", [query], ["object"]);
    const command: Document = { planCacheClear: this.#collection, query };
    if (projection !== undefined) command["projection"] = projection;
    if (sort !== undefined) command["sort"] = sort;
    return replyOf(this.#context.run(this.#database, command));
  }
  /** The entries that `$planCacheStats` returns, passed through further stages if given. */
  list(pipeline: Document[] = []): Document[] {
    const command = { aggregate: this.#collection, pipeline: [{ $planCacheStats: {} }, ...pipeline], cursor: {} };
    return new AggregationCursor(this.#context, this.#database, this.#collection, command).toArray();
  }
  listQueryShapes(): never {
    throw new MongoshDeprecatedError("PlanCache.listQueryShapes was deprecated, please use PlanCache.list instead");
  }
  getPlansByQuery(): never {
    throw new MongoshDeprecatedError("PlanCache.getPlansByQuery was deprecated, please use PlanCache.list instead");
  }
  get help(): () => Help {
    return classHelp("PlanCache", PlanCache);
  }
  [PRINT](): string {
    return `PlanCache for collection ${this.#collection}.`;
  }
}
