/**
 * The files that all players of a page have in common, loaded once: the first player passes them on to the others, also
 * where the host has browsers keep nothing. Each file has to have its hash, wherever it comes from.
 */

/** Milliseconds to wait for another player's word, and for the file after it. */
const PATIENCE = 500;
const COMING = 30_000;

type Message =
  | { type: "wanted"; name: string; by: string }
  /** Another player is loading it. */
  | { type: "coming"; name: string; by: string }
  | { type: "here"; name: string; by: string; file: Blob };

/** Hashes by file name, as `integrity` has them. */
export type Hashes = Readonly<Record<string, string>>;

/** The file with the hashes of the exercises. */
const EXERCISES = "hashes.json";

export class Files {
  readonly #own = new Map<string, Promise<Blob>>();
  readonly #addresses = new Map<string, Promise<string>>();
  /** Those that have come over the network: only they are passed on, so that one player answers. */
  readonly #loaded = new Map<string, Promise<Blob>>();
  readonly #asked = new Map<string, { coming(): void; here(file: Blob): void }>();
  readonly #id = Array.from(crypto.getRandomValues(new Uint32Array(2))).join("-");
  readonly #channel: BroadcastChannel;

  constructor(
    private readonly base: URL,
    private readonly hasSiblings: boolean,
    private readonly hashes: Hashes,
    /** Called with a sentence when a file over the network does not have its hash. */
    private readonly onChanged: (message: string) => void,
  ) {
    this.#channel = new BroadcastChannel(`schema-dojo ${base.pathname}`);
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#receive(data);
  }

  /** A file beside the player, by its name there. */
  get(name: string): Promise<Blob> {
    let file = this.#own.get(name);
    if (!file) {
      file = this.hasSiblings ? this.#shared(name).catch(() => this.#load(name)) : this.#load(name);
      this.#own.set(name, file);
      // Another attempt the next time.
      file.catch(() => this.#own.delete(name));
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

  /** A file from another player. */
  async #shared(name: string): Promise<Blob> {
    const file = await this.#ask(name);
    if (!(await this.#isRight(name, file))) throw new Error(`${name} has been changed.`);
    return file;
  }

  #load(name: string): Promise<Blob> {
    const file = this.#fetch(name);
    this.#loaded.set(name, file);
    file.catch(() => this.#loaded.delete(name));
    return file;
  }

  async #fetch(name: string): Promise<Blob> {
    const response = await fetch(new URL(name, this.base));
    if (!response.ok) throw new Error(`${name} could not be loaded (${response.status}).`);
    const file = await response.blob();
    if (await this.#isRight(name, file)) return file;
    const message = `This example cannot run here: ${name} is not the published file.`;
    this.onChanged(message);
    throw new Error(message);
  }

  #ask(name: string): Promise<Blob> {
    return new Promise((resolve, reject) => {
      const wait = (millis: number): ReturnType<typeof setTimeout> =>
        setTimeout(() => reject(new Error("nobody has it")), millis);
      let timer = wait(PATIENCE);
      const coming = (): void => {
        clearTimeout(timer);
        timer = wait(COMING);
      };
      const here = (file: Blob): void => {
        clearTimeout(timer);
        resolve(file);
      };
      this.#asked.set(name, { coming, here });
      this.#channel.postMessage({ type: "wanted", name, by: this.#id } satisfies Message);
    });
  }

  #receive(message: Message): void {
    const { type, name, by } = message;
    if (type !== "wanted") {
      const asked = by === this.#id ? this.#asked.get(name) : undefined;
      if (type === "here") asked?.here(message.file);
      else asked?.coming();
      return;
    }
    const file = this.#loaded.get(name);
    if (!file) return;
    this.#channel.postMessage({ type: "coming", name, by } satisfies Message);
    void file
      .then((file) => this.#channel.postMessage({ type: "here", name, by, file } satisfies Message))
      .catch(() => undefined);
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
