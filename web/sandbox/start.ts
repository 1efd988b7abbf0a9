/** The page's side of the start: makes the frame and hands it the worker's text and the engine's bytes. */

/** Starts a sandbox from the files beside `base`. Its first message is that it is ready, or why it is not. */
export async function startFrame(base: URL): Promise<MessagePort> {
  const frame = document.createElement("iframe");
  frame.title = "Sandbox that runs your code";
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  frame.hidden = true;
  const loaded = new Promise<void>((resolve) => frame.addEventListener("load", () => resolve(), { once: true }));
  frame.src = new URL("sandbox.html", base).href;
  document.body.append(frame);
  const [worker, wasm] = await Promise.all([
    load(new URL("worker.js", base)).then((response) => response.text()),
    load(new URL("engine/schema_dojo_bg.wasm", base)).then((response) => response.arrayBuffer()),
    loaded,
  ]);
  const channel = new MessageChannel();
  frame.contentWindow?.postMessage({ type: "init", worker, wasm }, location.origin, [channel.port2, wasm]);
  return channel.port1;
}

async function load(url: URL): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname} could not be loaded (${response.status}).`);
  return response;
}
