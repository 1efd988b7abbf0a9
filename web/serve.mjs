/**
 * `node web/serve.mjs <folder> [port]`: serves a built site on this computer until Ctrl+C. `cargo xtask serve` runs it.
 */
import { serve } from "./site_server.mjs";

/** The default port, so that addresses stay the same between runs. If it is taken, a free one is used. */
const PORT = 8080;

const [folder, port] = process.argv.slice(2);
try {
  const { url } = await (port === undefined
    ? serve(folder, "/", { port: PORT }).catch(() => serve(folder))
    : serve(folder, "/", { port: Number(port) }));
  console.log(`\nSchema Dojo is at http://localhost:${new URL(url).port}/  (Ctrl+C ends it)`);
} catch (error) {
  console.error(`port ${port}: ${error.message}`);
  process.exitCode = 1;
}
