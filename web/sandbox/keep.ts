/** The data of the free page, which stay when the page is left: the frame has no storage, so the page keeps their bytes. */

/** Milliseconds after a request before the data go to the page: the next request may already change them. */
const DELAY = 250;

/** Bytes that are kept at most. */
const MOST = 64 << 20;

/** The frame's end of it. */
export class Keep {
  #data: Promise<ArrayBuffer | null>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The page's first message is what it has kept: a dump of the database, or null. It gets dumps, or null for none. */
  constructor(private readonly port: MessagePort) {
    this.#data = new Promise((resolve) => {
      port.onmessage = (event: MessageEvent<unknown>) => resolve(event.data instanceof ArrayBuffer ? event.data : null);
    });
  }

  /** What was kept last. */
  get(): Promise<ArrayBuffer | null> {
    return this.#data;
  }

  /** Keeps this in place of what was kept before. */
  put(dump: ArrayBuffer): void {
    this.#data = Promise.resolve(dump);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.port.postMessage(dump.byteLength > MOST ? null : dump), DELAY);
  }
}
