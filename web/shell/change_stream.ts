/** Cursors over changes. Reference: <https://www.mongodb.com/docs/manual/reference/method/db.collection.watch/>. */
import type { Document } from "bson";
import type { Context } from "./context.js";
import { ShellCursor } from "./cursor.js";
import { MongoAPIError, MongoshInvalidInputError, MongoshRuntimeError } from "./errors.js";

/** A cursor over change events. */
export class ChangeStreamCursor<T = Document> extends ShellCursor<T> {
  readonly #watched: string;
  readonly #command: Document;
  #last: unknown;

  constructor(
    context: Context,
    db: string,
    collection: string,
    watched: string,
    command: Document,
    batchSize?: number,
  ) {
    super(context, db, collection);
    this.#watched = watched;
    this.#command = command;
    this.batch = batchSize;
  }
  protected command(): Document {
    return this.#command;
  }

  /** Nothing else runs while a script does, so an event that is not available now would never arrive. */
  override hasNext(): boolean {
    if (super.hasNext()) return true;
    if (this.isClosed()) return false;
    throw new MongoshRuntimeError(
      "Nothing has changed, and nothing can change while the script waits here. tryNext() returns the next change, or null if there is none.",
    );
  }
  override next(): T {
    if (!this.hasNext()) throw new MongoAPIError("ChangeStream is closed");
    return this.tryNext() as T;
  }
  override tryNext(): T | null {
    const event = super.next();
    if (event !== null) this.#last = (event as Document)["_id"];
    return event;
  }
  override isExhausted(): never {
    throw new MongoshInvalidInputError(
      "isExhausted is not implemented for ChangeStreams. isClosed() says whether it is closed, tryNext() whether there is more.",
    );
  }
  /** The resume token: of the last event returned, or of the end of the batch once all are returned. */
  getResumeToken(): unknown {
    return this.objsLeftInBatch() === 0 ? this.token : this.#last;
  }
  override printPage(): string {
    return `ChangeStreamCursor on ${this.#watched}`;
  }
}

/** Opens a change stream on a collection, a database (1) or all databases. */
export function watch(
  context: Context,
  db: string,
  target: string | 1,
  watched: string,
  pipeline: Document[] | Document = [],
  options: Document = {},
): ChangeStreamCursor {
  if (!Array.isArray(pipeline)) return watch(context, db, target, watched, [], { ...pipeline, ...options });
  const { batchSize, maxAwaitTimeMS: _wait, collation, comment, ...stage } = options;
  const command: Document = {
    aggregate: target,
    pipeline: [{ $changeStream: stage }, ...(pipeline as Document[])],
    cursor: batchSize === undefined ? {} : { batchSize },
  };
  if (collation !== undefined) command["collation"] = collation;
  if (comment !== undefined) command["comment"] = comment;
  return new ChangeStreamCursor(
    context,
    db,
    target === 1 ? "$cmd.aggregate" : target,
    watched,
    command,
    batchSize,
  ).open();
}
