/** A host page on another origin, with its own headers. */
import { createServer } from "node:http";

/**
 * Serves pages by their paths, each with its headers, on a free port of the loopback interface.
 *
 * @param {Record<string, { text: string, headers?: Record<string, string> }>} pages
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function servePages(pages) {
  const server = createServer((request, response) => {
    const page = pages[new URL(request.url ?? "/", "http://host").pathname.slice(1)];
    response.writeHead(page ? 200 : 404, { "content-type": "text/html; charset=utf-8", ...page?.headers });
    response.end(page?.text ?? "not found");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}

/** A host page with the element's script from `site`. */
export function hostPage(site, body, head = "") {
  return `<!doctype html><html lang="en"><head><title>Guide</title><link rel="icon" href="data:,">
<script type="module" src="${site}v1/schema-dojo.js?fences"></script>${head}</head><body>${body}</body></html>`;
}
