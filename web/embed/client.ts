/** The player's side of the sandbox: starts it, sends requests and waits for answers. */
import { MAX_MESSAGE_LENGTH, MAX_UNREQUESTED_MESSAGES, type Reply, type Request } from "../types/protocol.js";
import type { ComingParts } from "../sandbox/start.js";
import { startResting, type RestingSandbox } from "../sandbox/supervisor.js";

interface Waiting {
  resolve: (reply: Reply) => void;
  reject: (reason: Error) => void;
}

export class Client {
  #port: MessagePort | null = null;
  #sandbox: RestingSandbox | null = null;
  #waiting = new Map<number, Waiting>();
  #last = 0;
  #unasked = 0;

  /** Starts a sandbox from the files beside `base`. */
  async start(base: URL, getParts: () => ComingParts): Promise<void> {
    const sandbox = await startResting(base, getParts);
    const ready = this.#wait(0);
    sandbox.port.onmessage = (event: MessageEvent<unknown>) => this.#receive(event.data);
    await ready;
    this.#sandbox = sandbox;
    this.#port = sandbox.port;
  }

  /** Ends the sandbox until the next request. */
  sleep(): void {
    this.#sandbox?.sleep();
  }

  /** Sends a request; a failure is thrown with the sandbox's sentence. */
  async ask(request: Request): Promise<Reply> {
    if (!this.#port) throw new Error("The sandbox is closed.");
    const id = ++this.#last;
    const answer = this.#wait(id);
    this.#port.postMessage(JSON.stringify({ id, ...request }));
    return answer;
  }

  #wait(id: number): Promise<Reply> {
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #receive(data: unknown): void {
    const message = read(data);
    const waiting = message && this.#waiting.get(message.id);
    if (!message || !waiting) {
      if (++this.#unasked > MAX_UNREQUESTED_MESSAGES)
        this.#close("The sandbox sent too many unexpected messages and was closed.");
      return;
    }
    if (message.reply.type === "progress") return;
    this.#waiting.delete(message.id);
    if (message.reply.type === "failed") waiting.reject(new Error(String(message.reply.message)));
    else waiting.resolve(message.reply);
  }

  #close(reason: string): void {
    this.#port?.close();
    this.#port = null;
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    this.#waiting.clear();
  }
}

function read(data: unknown): { id: number; reply: Reply } | null {
  if (typeof data !== "string" || data.length > MAX_MESSAGE_LENGTH) return null;
  try {
    const value = JSON.parse(data) as { id?: unknown; type?: unknown } | null;
    if (typeof value !== "object" || value === null || typeof value.type !== "string") return null;
    return { id: Number(value.id ?? 0), reply: value as unknown as Reply };
  } catch {
    return null;
  }
}
