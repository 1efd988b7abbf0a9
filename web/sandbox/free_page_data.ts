/**
 * The data of the free page, which stay when the page is left: the frame has no storage, so the page keeps their bytes.
 */

/** Milliseconds after a request before the data go to the page: the next request may already change them. */
const DELAY = 250;

/** Bytes that are kept at most. */
const MOST = 64 << 20;

/** The frame's request for the stored data. */
export const REQUEST_STORED_DATA = "wanted";

/** The frame's end of it. */
export class FreePageData {
  #data: Promise<ArrayBuffer | null> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * The page gets dumps of the database, or null for none; asked with {@link REQUEST_STORED_DATA} it gives back the
   * last, or null.
   */
  constructor(private readonly port: MessagePort) {}

  /** The stored data. Most visits never need it, so it is fetched on first use. */
  get(): Promise<ArrayBuffer | null> {
    this.#data ??= new Promise((resolve) => {
      this.port.onmessage = (event: MessageEvent<unknown>) =>
        resolve(event.data instanceof ArrayBuffer ? event.data : null);
      this.port.postMessage(REQUEST_STORED_DATA);
    });
    return this.#data;
  }

  /** Keeps this in place of what was kept before. */
  put(dump: ArrayBuffer): void {
    this.#data = Promise.resolve(dump);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.port.postMessage(dump.byteLength > MOST ? null : dump), DELAY);
  }
}
