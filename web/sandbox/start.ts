/** The page's side of the start: fetches the sandbox's files, creates its frame, and passes the files to it. */

/** The files of a sandbox, while they load. They are transferred to its frame. */
export interface ComingParts {
  readonly worker: Promise<string>;
  readonly wasm: Promise<ArrayBuffer>;
}

/** A sandbox's frame and the port to it. */
export interface Frame {
  readonly element: HTMLIFrameElement;
  readonly port: MessagePort;
}

/**
 * Fetches the files beside `base`; the worker's source first, because the worker can start before the engine arrives.
 */
export function fetchParts(base: URL): ComingParts {
  return {
    worker: load(new URL("worker.js", base)).then((response) => response.text()),
    wasm: load(new URL("engine/schema_dojo_bg.wasm", base)).then((response) => response.arrayBuffer()),
  };
}

/**
 * Starts a sandbox in the page's existing frame, or in a new one. Its first message is that it is ready, or why it is
 * not. `keep` is a port to the page's storage of the data.
 */
export async function startFrame(
  base: URL,
  parts: ComingParts,
  keepsSpare: boolean,
  keep?: MessagePort,
): Promise<Frame> {
  const element = document.querySelector<HTMLIFrameElement>("iframe.sandbox-frame") ?? makeFrame(base);
  const loaded = isLoaded(element)
    ? Promise.resolve()
    : new Promise<void>((resolve) => element.addEventListener("load", () => resolve(), { once: true }));
  const { port1, port2 } = new MessageChannel();
  const [wasm] = await Promise.all([
    parts.wasm,
    // The worker starts while the engine is still loading.
    Promise.all([parts.worker, loaded]).then(([worker]) =>
      // A page of opaque origin has no origin to name here; nor does its frame.
      element.contentWindow?.postMessage(
        { type: "init", worker, keepsSpare },
        origin === "null" ? "*" : origin,
        keep ? [port2, keep] : [port2],
      ),
    ),
  ]);
  port1.postMessage(wasm, [wasm]);
  return { element, port: port1 };
}

/** Creates the frame on a page that does not contain it. */
function makeFrame(base: URL): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = "Sandbox that runs your code";
  // Not `hidden`: browsers give a frame that is not drawn less memory and a lower priority.
  frame.className = "sandbox-frame";
  frame.inert = true;
  frame.src = new URL("sandbox.html", base).href;
  document.body.append(frame);
  return frame;
}

/** Whether the frame's page is already loaded; it has the same origin, so its document is accessible. */
function isLoaded({ contentDocument: page }: HTMLIFrameElement): boolean {
  return page?.readyState === "complete" && page.URL !== "about:blank";
}

async function load(url: URL): Promise<Response> {
  const response = await fetch(url).catch(() => {
    throw new Error(`${url.pathname} could not be fetched.`);
  });
  if (!response.ok) throw new Error(`${url.pathname} could not be loaded (${response.status}).`);
  return response;
}
