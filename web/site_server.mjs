/** A static server for a built site, below any path; with compression on request, as hosts do. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ts": "text/plain; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** Brotli's level: hosts compress once, at 11; 9 is nearly as small and takes less than a minute per test. */
const EFFORT = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/**
 * Serves `folder` below `base` (with slashes at both ends) on the loopback interface, with Brotli when `compressed`
 * says so. Port 0 is a free one.
 *
 * @returns {Promise<{ url: string, paths: string[], sent: () => number, close: () => Promise<void> }>}
 *   `paths` are those asked for, `sent()` is how many bytes have gone out
 */
export async function serve(folder, base = "/", { compressed = false, port = 0 } = {}) {
  const smaller = new Map();
  const small = async (file) => {
    if (!smaller.has(file)) smaller.set(file, brotliCompressSync(await readFile(file), EFFORT));
    return smaller.get(file);
  };
  const paths = [];
  let sent = 0;
  const server = createServer(async (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { "content-type": "text/plain" }).end("only GET and HEAD");
      return;
    }
    const path = readPath(request.url);
    paths.push(path);
    const name = path.startsWith(base) ? normalize(path.slice(base.length) || "index.html") : "..";
    const file = join(folder, name.endsWith("/") ? `${name}index.html` : name);
    const found = name.startsWith("..") ? null : await stat(file).catch(() => null);
    // Links of a page are relative to its folder, so the address needs a slash at its end.
    if (found?.isDirectory()) {
      response.writeHead(301, { location: withSlash(request.url) }).end();
      return;
    }
    if (!found?.isFile()) {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
      return;
    }
    const body = compressed ? await small(file) : null;
    sent += body?.length ?? found.size;
    response.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "content-length": body?.length ?? found.size,
      ...(body && { "content-encoding": "br" }),
      "cache-control": "no-cache",
      // Pages of other hosts may embed the player.
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
    });
    if (body) response.end(body);
    else createReadStream(file).pipe(response);
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${server.address().port}${base}`, paths, sent: () => sent, close };
}

/** The path of a request; for a malformed one the raw path, which matches no file. */
function readPath(url = "/") {
  try {
    return decodeURIComponent(new URL(url, "http://site").pathname);
  } catch {
    return url;
  }
}

/** The URL of a request with a slash after its path. Begins with one slash: `//host` would be another host. */
function withSlash(url) {
  const [, path, query] = /^\/*([^?]*)(.*)$/.exec(url);
  return `/${path}/${query}`;
}
