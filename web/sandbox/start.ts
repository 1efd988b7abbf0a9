/** The page's side of the start: makes the frame and hands it the worker's text and the engine's bytes. */

/**
 * Starts a sandbox from the files beside `base`. Its first message is that it is ready, or why it is not.
 * `keep` is the end of a channel for what the page keeps of the data.
 */
export async function startFrame(base: URL, keep?: MessagePort): Promise<MessagePort> {
  const frame = document.querySelector<HTMLIFrameElement>("iframe.sandbox-frame") ?? makeFrame(base);
  const loaded = isLoaded(frame)
    ? Promise.resolve()
    : new Promise<void>((resolve) => frame.addEventListener("load", () => resolve(), { once: true }));
  const { port1, port2 } = new MessageChannel();
  const [wasm] = await Promise.all([
    load(new URL("engine/schema_dojo_bg.wasm", base)).then((response) => response.arrayBuffer()),
    // The worker starts while the engine is still on its way.
    Promise.all([load(new URL("worker.js", base)).then((response) => response.text()), loaded]).then(([worker]) =>
      frame.contentWindow?.postMessage({ type: "init", worker }, location.origin, keep ? [port2, keep] : [port2]),
    ),
  ]);
  port1.postMessage(wasm, [wasm]);
  return port1;
}

/** The frame of a page that does not bring it along. */
function makeFrame(base: URL): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = "Sandbox that runs your code";
  // Not `hidden`: a browser runs a frame that is not drawn with less memory and at a lower priority.
  frame.className = "sandbox-frame";
  frame.inert = true;
  frame.src = new URL("sandbox.html", base).href;
  document.body.append(frame);
  return frame;
}

/** Whether the frame's page is there already; it is of the same origin, so that one can look. */
function isLoaded({ contentDocument: page }: HTMLIFrameElement): boolean {
  return page?.readyState === "complete" && page.URL !== "about:blank";
}

async function load(url: URL): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname} could not be loaded (${response.status}).`);
  return response;
}
