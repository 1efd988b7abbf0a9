/** The sandbox without the page: its answers, message by message. */

/** Starts a sandbox in a blank page of the site. */
export class Raw {
  constructor(page) {
    this.page = page;
  }

  static async start(page, url) {
    await page.route(`${url}blank.html`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><title>blank</title>" }),
    );
    await page.goto(`${url}blank.html`);
    await page.evaluate(async () => {
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.src = "sandbox.html";
      const loaded = new Promise((resolve) => (frame.onload = resolve));
      document.body.append(frame);
      const worker = await (await fetch("worker.js")).text();
      const wasm = await (await fetch("engine/schema_dojo_bg.wasm")).arrayBuffer();
      await loaded;
      const { port1, port2 } = new MessageChannel();
      const waiting = new Map();
      globalThis.messages = [];
      port1.onmessage = ({ data }) => {
        // Not a string: a copy of the data for the supervisor.
        if (typeof data !== "string") return;
        const message = JSON.parse(data);
        globalThis.messages.push(message);
        if (message.type !== "progress") waiting.get(message.id)?.(message);
      };
      let last = 0;
      globalThis.post = (text) => port1.postMessage(text);
      globalThis.ask = (request) => {
        const id = ++last;
        port1.postMessage(JSON.stringify({ id, ...request }));
        return new Promise((resolve) => waiting.set(id, resolve));
      };
      const ready = new Promise((resolve) => waiting.set(0, resolve));
      frame.contentWindow.postMessage({ type: "init", worker, keepsSpare: true }, location.origin, [port2]);
      port1.postMessage(wasm, [wasm]);
      const first = await ready;
      if (first.type !== "ready") throw new Error(first.message);
    });
    return new Raw(page);
  }

  /** Sends a request; returns the answer with its milliseconds as `took`. */
  ask(request) {
    return this.page.evaluate(async (request) => {
      const begun = performance.now();
      const reply = await globalThis.ask(request);
      return { ...reply, took: performance.now() - begun };
    }, request);
  }

  /** Sends texts unchanged. */
  post(...texts) {
    return this.page.evaluate((texts) => texts.forEach((text) => globalThis.post(text)), texts);
  }

  /** Runs a script; returns its output and its error as one text, or the sandbox's message. */
  async run(source) {
    const reply = await this.ask({ type: "run", source });
    if (reply.type === "failed") return reply.message;
    const error = reply.error
      ? `\n${reply.error.name}: ${reply.error.message} (line ${reply.error.line}, column ${reply.error.column})`
      : "";
    return reply.output.map(({ text }) => text).join("\n") + error;
  }
}
