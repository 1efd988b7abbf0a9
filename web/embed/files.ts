/**
 * The files that all players of a page have in common, loaded once: the first player passes them on to the others, also
 * where the host has browsers keep nothing. Only pages of this origin can take part, so what comes is trusted like what
 * comes over the network.
 */

/** Milliseconds to wait for another player's word, and for the file after it. */
const PATIENCE = 500;
const COMING = 30_000;

type Message =
  | { type: "wanted"; name: string; by: string }
  /** Another player is loading it. */
  | { type: "coming"; name: string; by: string }
  | { type: "here"; name: string; by: string; file: Blob };

export class Files {
  readonly #own = new Map<string, Promise<Blob>>();
  /** Those that have come over the network: only they are passed on, so that one player answers. */
  readonly #loaded = new Map<string, Promise<Blob>>();
  readonly #asked = new Map<string, { coming(): void; here(file: Blob): void }>();
  readonly #id = Array.from(crypto.getRandomValues(new Uint32Array(2))).join("-");
  readonly #channel: BroadcastChannel;

  constructor(
    private readonly base: URL,
    private readonly hasSiblings: boolean,
  ) {
    this.#channel = new BroadcastChannel(`schema-dojo ${base.pathname}`);
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#receive(data);
  }

  /** A file beside the player, by its name there. */
  get(name: string): Promise<Blob> {
    let file = this.#own.get(name);
    if (!file) {
      file = this.hasSiblings ? this.#ask(name).catch(() => this.#load(name)) : this.#load(name);
      this.#own.set(name, file);
      // Another attempt the next time.
      file.catch(() => this.#own.delete(name));
    }
    return file;
  }

  /** A file's address for an import. */
  async address(name: string): Promise<string> {
    return URL.createObjectURL(new Blob([await this.get(name)], { type: "text/javascript" }));
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
    return response.blob();
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
