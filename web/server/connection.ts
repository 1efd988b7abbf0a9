/// <reference types="node" />
/**
 * One client's connection: receives bytes, runs commands in order, sends replies. An error closes it and affects
 * nothing else.
 */
import type { Socket } from "node:net";

import type { Client, Commands } from "./commands.js";
import { MessageReader, readRequest, writeReply, type Request } from "./wire.js";

/** The most waiting requests of a client; then reading stops until some are answered. */
const MOST_WAITING = 100;

let connections = 0;

export class Connection {
  readonly #socket: Socket;
  readonly #commands: Commands;
  readonly #reader = new MessageReader();
  readonly #waiting: Request[] = [];
  readonly #client: Client = { id: ++connections, signal: new AbortController() };
  #running = false;

  constructor(socket: Socket, commands: Commands, onClose: () => void) {
    this.#socket = socket;
    this.#commands = commands;
    socket.on("data", (chunk) => this.#take(chunk));
    // Some clients disconnect with a reset.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      this.#client.signal.abort();
      this.#commands.forget(this.#client);
      onClose();
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    try {
      for (const message of this.#reader.add(chunk)) this.#waiting.push(readRequest(message));
    } catch {
      // The rest cannot be parsed: a ProtocolError, or a read past the end of a damaged message.
      this.#socket.destroy();
      return;
    }
    if (this.#waiting.length > MOST_WAITING) this.#socket.pause();
    if (!this.#running) void this.#answerAll();
  }

  async #answerAll(): Promise<void> {
    this.#running = true;
    for (let request = this.#waiting.shift(); request && !this.#socket.destroyed; request = this.#waiting.shift()) {
      const reply = this.#commands.run(request.command, this.#client);
      // Only a reply that must wait lets other clients' commands run.
      const body = reply instanceof Promise ? await reply : reply;
      if (!request.unacknowledged && !this.#socket.destroyed) this.#socket.write(writeReply(request, body));
      if (this.#socket.isPaused() && this.#waiting.length < MOST_WAITING) this.#socket.resume();
    }
    this.#running = false;
  }
}
