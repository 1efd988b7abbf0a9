/**
 * The data of the free page, which persist after leaving it. The frame has no storage, so the page stores their bytes.
 */

/** Milliseconds between a request and storing the data: the next request may already change them. */
const DELAY = 250;

/** The most bytes that are stored. */
const MAX_BYTES = 64 << 20;

/** The frame's request for the stored data. */
export const REQUEST_STORED_DATA = "wanted";

/** The frame's side of the storage. */
export class FreePageData {
  #data: Promise<ArrayBuffer | null> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * The page receives dumps of the database, or null for none. On {@link REQUEST_STORED_DATA} it returns the last one,
   * or null.
   */
  constructor(private readonly port: MessagePort) {}

  /** The stored data. Most visits never need them, so they are fetched on first use. */
  get(): Promise<ArrayBuffer | null> {
    this.#data ??= new Promise((resolve) => {
      this.port.onmessage = (event: MessageEvent<unknown>) =>
        resolve(event.data instanceof ArrayBuffer ? event.data : null);
      this.port.postMessage(REQUEST_STORED_DATA);
    });
    return this.#data;
  }

  /** Stores a dump, replacing the previous one. */
  put(dump: ArrayBuffer): void {
    this.#data = Promise.resolve(dump);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.port.postMessage(dump.byteLength > MAX_BYTES ? null : dump), DELAY);
  }
}
