/// <reference types="node" />
/** `schema-dojo serve`: runs the test server until Ctrl+C. */
import { parseArgs } from "node:util";

import { startServer } from "../server/server.js";
import { storeFiles } from "./data.js";
import { UsageError } from "./usage.js";

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;

export async function serve(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: "string", default: "27017" },
      host: { type: "string", default: "127.0.0.1" },
      "replica-set": { type: "boolean", default: false },
      data: { type: "string" },
      db: { type: "string", default: "test" },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError(`${values.port} is not a port`);
  const server = await startServer({ port, host: values.host, replicaSet: values["replica-set"] });
  if (values.data !== undefined) storeFiles(server.engine, values.db, values.data);
  if (!LOOPBACK.test(values.host))
    process.stderr.write(`Anyone who reaches ${values.host} can use this server without a password.\n`);
  process.stdout.write(`${server.uri}\nA server for tests: its data is gone when it ends. Ctrl+C ends it.\n`);
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  await server.close();
  return 0;
}
