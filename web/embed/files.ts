/**
 * The files that players share. The first player that needs one loads it into a cache, and the others take it from
 * there, also where the host lets browsers store nothing. Every file must have its hash, wherever it comes from.
 */

/** Hashes by file name, as `integrity` has them. */
export type Hashes = Readonly<Record<string, string>>;

/** The file with the hashes of the exercises. */
const EXERCISES = "hashes.json";

export class Files {
  readonly #files = new Map<string, Promise<Blob>>();
  readonly #addresses = new Map<string, Promise<string>>();
  readonly #cache: Promise<Cache | null>;

  constructor(
    private readonly base: URL,
    private readonly hashes: Hashes,
    /** Called with a sentence when a file over the network does not have its hash. */
    private readonly onChanged: (message: string) => void,
  ) {
    this.#cache = openCache(base);
  }

  /** A file beside the player, by its name there. */
  get(name: string): Promise<Blob> {
    let file = this.#files.get(name);
    if (!file) {
      file = this.#load(name);
      this.#files.set(name, file);
      // The next call tries again.
      file.catch(() => this.#files.delete(name));
    }
    return file;
  }

  /** A file's address, the same each time, as of a script. */
  address(name: string): Promise<string> {
    let address = this.#addresses.get(name);
    if (!address) {
      address = this.get(name).then((file) => URL.createObjectURL(new Blob([file], { type: "text/javascript" })));
      this.#addresses.set(name, address);
      address.catch(() => this.#addresses.delete(name));
    }
    return address;
  }

  /** An exercise's file, or null if there is none of that name. */
  async exercise(id: string): Promise<Blob | null> {
    const name = `exercises/${id}.json`;
    return (await this.#hash(name)) === undefined ? null : this.get(name);
  }

  async #hash(name: string): Promise<string | undefined> {
    if (!name.startsWith("exercises/")) return this.hashes[name];
    return (JSON.parse(await (await this.get(EXERCISES)).text()) as Hashes)[name];
  }

  /** Whether a file has its hash. */
  async #isRight(name: string, file: Blob): Promise<boolean> {
    const hash = await this.#hash(name);
    if (!hash) return false;
    if (!crypto.subtle) return isFetched(file, hash);
    const bytes = await file.arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-384", bytes));
    // The memory is free at once, where the browser can do that.
    (bytes as { transfer?(length: number): ArrayBuffer }).transfer?.(0);
    return hash === `sha384-${btoa(String.fromCharCode(...digest))}`;
  }

  /** Takes a file from the cache, or over the network; one player at a time, so that only the first one loads it. */
  async #load(name: string): Promise<Blob> {
    const cache = await this.#cache;
    if (!cache) return this.#fetch(name);
    const { href } = new URL(name, this.base);
    return navigator.locks.request(href, async () => {
      const stored = await (await cache.match(href))?.blob();
      if (stored && (await this.#isRight(name, stored))) return stored;
      const file = await this.#fetch(name);
      // The storage may be full.
      await cache.put(href, new Response(file)).catch(() => undefined);
      return file;
    });
  }

  /** Fetches a file. The path includes the version, so the browser may use a stored copy whose hash is right. */
  async #fetch(name: string): Promise<Blob> {
    for (const cache of ["force-cache", "reload"] as const) {
      const response = await fetch(new URL(name, this.base), { cache });
      if (!response.ok) throw new Error(`${name} could not be loaded (${response.status}).`);
      const file = await response.blob();
      if (await this.#isRight(name, file)) return file;
    }
    const message = `This example cannot run here: ${name} is not the published file.`;
    this.onChanged(message);
    throw new Error(message);
  }
}

/**
 * The cache of the player's version; those of other versions of the site are deleted. `null` where there is none: over
 * plain HTTP, in a frame of opaque origin, or where the reader has blocked storage.
 */
async function openCache(base: URL): Promise<Cache | null> {
  const { href } = new URL("..", base);
  const prefix = `schema-dojo player ${href} `;
  const own = prefix + base.href.slice(href.length);
  try {
    // Fails where locks may not be used, as `caches` does.
    await navigator.locks.query();
    for (const name of await caches.keys()) {
      if (name.startsWith(prefix) && name !== own) await caches.delete(name);
    }
    return await caches.open(own);
  } catch {
    return null;
  }
}

/** Whether a file has its hash, as browsers check it; for pages over plain HTTP, which have no `crypto.subtle`. */
async function isFetched(file: Blob, integrity: string): Promise<boolean> {
  const url = URL.createObjectURL(file);
  try {
    await (await fetch(url, { integrity })).body?.cancel();
    return true;
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(url);
  }
}
