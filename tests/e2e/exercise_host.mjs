/** Another host with exercises: JSON at a few paths, for every origin. */
import { createServer } from "node:http";

/**
 * Serves values as JSON by the paths they are asked for at, on a free port of the loopback interface.
 *
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveExercises(files) {
  const server = createServer((request, response) => {
    const file = files[request.url];
    response.writeHead(file ? 200 : 404, { "access-control-allow-origin": "*", "content-type": "application/json" });
    response.end(JSON.stringify(file ?? null));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())),
  };
}
