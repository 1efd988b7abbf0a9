/// <reference types="node" />
/**
 * A MongoDB server for tests: speaks the wire protocol on the loopback address over an {@link Engine} in this process.
 * It is a test double, not a database: nothing is stored on disk, and there is no authentication.
 */
import { createServer, type AddressInfo, type Server as NetServer } from "node:net";

import { Engine, init, type EngineOptions } from "../shell/engine.js";
import { Shell } from "../shell/shell.js";
import { Connection } from "./connection.js";
import { Commands } from "./commands.js";

export interface ServerOptions extends Omit<EngineOptions, "now"> {
  /** The port to listen on; 0, the default, selects a free one. */
  port?: number;
  /**
   * The address to listen on; 127.0.0.1 by default. With any other address, other machines can connect without a
   * password.
   */
  host?: string;
  /** Replies as the primary of a replica set of one member, which drivers require for transactions. */
  replicaSet?: boolean;
  /**
   * The clock's start. With it the clock stands still until `engine.clock.advance(…)`; without it, the clock follows
   * real time.
   */
  now?: number | Date;
  /** The most concurrent connections; 200 by default. Further ones are closed at once. */
  maxConnections?: number;
}

/** A running server. */
export interface RunningServer {
  /** The connection string for a driver: `mongodb://127.0.0.1:50123/?directConnection=true`. */
  readonly uri: string;
  readonly port: number;
  /** The database itself, for `snapshot()`, `restore()` and the clock. */
  readonly engine: Engine;
  /** Closes all connections and frees the database. */
  close(): Promise<void>;
}

const DEFAULT_CONNECTIONS = 200;
const REPLICA_SET = "rs0";

/**
 * Starts a server and waits until it listens.
 *
 * @throws the system's error if the port is in use or the address is not this machine's.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const {
    port = 0,
    host = "127.0.0.1",
    replicaSet = false,
    now,
    maxConnections = DEFAULT_CONNECTIONS,
    ...rest
  } = options;
  await init();
  const engine = new Engine({ ...rest, now: now ?? Date.now() });
  // The shell runs JavaScript inside the database: $where, $function, mapReduce.
  new Shell(engine, { db: "test" });
  const server = createServer({ noDelay: true });
  server.maxConnections = maxConnections;
  try {
    await listen(server, port, host);
  } catch (error) {
    engine.free();
    throw error;
  }
  const address = server.address() as AddressInfo;
  const shown = `${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}`;
  const commands = new Commands(engine, {
    address: shown,
    setName: replicaSet ? REPLICA_SET : null,
    followsRealTime: now === undefined,
  });
  const connections = new Set<Connection>();
  server.on("connection", (socket) => {
    const connection = new Connection(socket, commands, () => connections.delete(connection));
    connections.add(connection);
  });
  const query = replicaSet ? `replicaSet=${REPLICA_SET}` : "directConnection=true";
  let closing: Promise<void> | null = null;
  return {
    uri: `mongodb://${shown}/?${query}`,
    port: address.port,
    engine,
    close: () => (closing ??= stop(server, connections, commands, engine)),
  };
}

function listen(server: NetServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function stop(
  server: NetServer,
  connections: ReadonlySet<Connection>,
  commands: Commands,
  engine: Engine,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  commands.close();
  for (const connection of connections) connection.close();
  await closed;
  engine.free();
}
