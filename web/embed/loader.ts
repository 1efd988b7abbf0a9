/**
 * `<schema-dojo>`: an author's `<pre>` becomes a player in an iframe.
 *
 * The text stays as it is until the player is ready, when it cannot be loaded, without JavaScript, and on
 * paper. This file is all that a host page loads before a player comes near the window.
 */
import type { FromPlayer, Hello, Options, State, ToPlayer, View } from "./messages.js";

const EVENTS = { ready: "dojo-ready", change: "dojo-change", result: "dojo-result", report: "dojo-check", failed: "dojo-error" } as const;
const STYLE = `:host{display:block;margin:1em 0}:host([hidden]){display:none}iframe{display:block;width:100%;border:0;border-radius:8px;color-scheme:normal}
button{font:inherit;margin:.5em 0;padding:.3em .8em}.off{display:none}
@media print{iframe,button{display:none!important}.off{display:block}}`;
/** Pixels before the window's edge at which a lazy player starts. */
const NEAR = "300px";
/** Milliseconds for the player to appear. */
const PATIENCE = 60_000;
/**
 * Milliseconds between two pings of a player that is at work, and pings in a row without any word after which it is
 * gone.
 */
const INTERVAL = 500;
const MISSES = 8;
const LOST = "The sandbox ran out of memory and was restarted; your data is as it was before the run.";

class SchemaDojo extends HTMLElement {
  #state: State = "idle";
  #port: MessagePort | null = null;
  #frame: HTMLIFrameElement | null = null;
  #observer: IntersectionObserver | null = null;
  #code: string | null = null;
  #report: unknown = null;
  #calls = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>();
  #call = 0;
  #misses = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #slot = document.createElement("slot");
  #started: Promise<void> | null = null;

  connectedCallback(): void {
    if (!this.shadowRoot) {
      const style = document.createElement("style");
      style.textContent = STYLE;
      this.attachShadow({ mode: "open" }).append(style, this.#slot);
    }
    const loading = this.getAttribute("loading") ?? "lazy";
    // The parser may not have read the children yet.
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => this.#plan(loading), { once: true });
    else this.#plan(loading);
  }

  disconnectedCallback(): void {
    this.#observer?.disconnect();
    this.#close(new Error("The element was removed."));
    this.#state = "idle";
    this.#started = null;
  }

  /** The code in the editor; before there is one, that of the author. */
  get code(): string {
    return this.#code ?? this.#authorsCode();
  }
  set code(text: string) {
    this.#code = String(text);
    this.#post({ type: "code", code: this.#code });
  }
  /** "idle", "loading", "ready", "running" or "failed". */
  get state(): State {
    return this.#state;
  }
  /** The report of the last check, or null. */
  get report(): unknown {
    return this.#report;
  }

  /** Runs the code; gives what the sandbox says of the run. */
  run(): Promise<unknown> {
    return this.#ask("run");
  }
  /** Grades the code; gives the report. */
  check(): Promise<unknown> {
    return this.#ask("check");
  }
  /** Brings the author's code and data back. */
  reset(): Promise<unknown> {
    return this.#ask("reset");
  }

  #plan(loading: string): void {
    if (!this.isConnected || this.#started) return;
    if (loading === "eager") void this.#start();
    else if (loading === "click") this.#offer();
    else {
      this.#observer = new IntersectionObserver((entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void this.#start();
      }, { rootMargin: NEAR });
      this.#observer.observe(this);
    }
  }

  #offer(): void {
    const button = document.createElement("button");
    button.textContent = "Edit and run";
    button.onclick = () => {
      button.disabled = true;
      void this.#start().finally(() => button.remove());
    };
    this.shadowRoot?.append(button);
  }

  /** Loads the player; a failure leaves the text in place. */
  #start(): Promise<void> {
    this.#observer?.disconnect();
    this.#started ??= this.#load().catch((reason: unknown) => {
      const message = reason instanceof Error ? reason.message : String(reason);
      this.#close(new Error(message));
      this.#state = "failed";
      this.#notify("failed", { message });
    });
    return this.#started;
  }

  async #load(): Promise<void> {
    this.#state = "loading";
    const options = await this.#options();
    const frame = document.createElement("iframe");
    this.#frame = frame;
    frame.title = this.getAttribute("title") ?? "Code to edit and run";
    frame.allow = "clipboard-write";
    frame.className = "off";
    frame.src = new URL("../embed.html", import.meta.url).href;
    const channel = new MessageChannel();
    this.#port = channel.port1;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("The player did not start in time.")), PATIENCE);
      channel.port1.onmessage = ({ data }: MessageEvent<FromPlayer>) => {
        this.#misses = 0;
        if (data.type === "ready" || data.type === "failed") clearTimeout(timer);
        if (data.type === "ready") resolve();
        if (data.type === "failed") reject(new Error(data.message));
        else this.#receive(data);
      };
      const hello: Hello = { type: "schema-dojo", options };
      frame.onload = () => frame.contentWindow?.postMessage(hello, new URL(frame.src).origin, [channel.port2]);
      frame.onerror = () => reject(new Error("The player could not be loaded."));
      this.shadowRoot?.append(frame);
    });
  }

  async #options(): Promise<Options> {
    const attribute = (name: string): string | null => this.getAttribute(name);
    return {
      exercise: attribute("exercise"),
      code: this.code,
      seed: await this.#seed(),
      checks: this.querySelector('script[type="text/x-checks"]')?.textContent ?? null,
      before: this.#before(),
      readonly: this.hasAttribute("readonly"),
      autorun: this.hasAttribute("autorun"),
      view: (attribute("view") ?? "output") as View,
      theme: (attribute("theme") ?? "auto") as Options["theme"],
      persist: this.hasAttribute("persist") ? attribute("persist") || this.id || attribute("exercise") || location.pathname : null,
    };
  }

  /** The documents to begin with: this element's own, or those of one that it depends on. */
  async #seed(): Promise<string | null> {
    for (const element of [this, ...this.#needed().reverse()]) {
      const url = element.getAttribute("seed");
      if (url) return text(url);
      const inline = element.querySelector("script[data-seed]");
      if (inline) return inline.textContent;
    }
    return null;
  }

  /** The code of the elements that this one depends on, first things first. */
  #before(): string[] {
    return this.#needed().map((element) => element.code);
  }

  #needed(seen: Set<SchemaDojo> = new Set([this])): SchemaDojo[] {
    const ids = (this.getAttribute("depends-on") ?? "").split(/\s+/).filter(Boolean);
    return ids.flatMap((id) => {
      const other = document.getElementById(id);
      if (!(other instanceof SchemaDojo) || seen.has(other)) return [];
      seen.add(other);
      return [...other.#needed(seen), other];
    });
  }

  #authorsCode(): string {
    const code = this.querySelector("pre code") ?? this.querySelector("pre");
    return (code?.textContent ?? "").replace(/^\n+|\s+$/g, "");
  }

  #receive(data: Exclude<FromPlayer, { type: "failed" }>): void {
    switch (data.type) {
      case "ready":
        this.#code = data.code;
        this.#state = "ready";
        this.#slot.classList.add("off");
        this.#frame?.classList.remove("off");
        return this.#notify("ready", {});
      case "height":
        if (this.#frame && (this.getAttribute("height") ?? "auto") === "auto") this.#frame.style.height = `${Math.min(Math.max(0, Number(data.height)), 5_000)}px`;
        else if (this.#frame) this.#frame.style.height = this.getAttribute("height") ?? "";
        return;
      case "state":
        this.#state = data.state;
        return this.#watch();
      case "pong":
        return;
      case "change":
        this.#code = data.code;
        return this.#notify("change", { code: data.code });
      case "result":
        return this.#notify("result", data.result);
      case "report":
        this.#report = data.report;
        return this.#notify("report", data.report);
      case "done": {
        const call = this.#calls.get(data.call);
        this.#calls.delete(data.call);
        if (data.error === null) call?.resolve(data.value);
        else call?.reject(new Error(data.error));
        this.#watch();
      }
    }
  }

  #notify(what: keyof typeof EVENTS, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(EVENTS[what], { detail, bubbles: true, composed: true }));
  }

  #post(message: ToPlayer): void {
    if (this.#state === "ready" || this.#state === "running") this.#port?.postMessage(message);
  }

  async #ask(type: "run" | "check" | "reset"): Promise<unknown> {
    await this.#start();
    if (this.#state === "failed") throw new Error("The player is not there.");
    const call = ++this.#call;
    return new Promise((resolve, reject) => {
      this.#calls.set(call, { resolve, reject });
      this.#watch();
      this.#post({ type, call, before: this.#before() });
    });
  }

  /** Pings the player while it is at work or has been asked for something. */
  #watch(): void {
    const isWaiting = this.#state === "running" || this.#calls.size > 0;
    if (isWaiting === (this.#timer !== undefined)) return;
    clearInterval(this.#timer);
    this.#misses = 0;
    this.#timer = isWaiting ? setInterval(() => this.#beat(), INTERVAL) : undefined;
  }

  #beat(): void {
    if (++this.#misses <= MISSES) return this.#post({ type: "ping" });
    // A new player has the code of the old one, and the author's data.
    this.#close(new Error(LOST));
    this.#notify("failed", { message: LOST });
    this.#started = null;
    void this.#start();
  }

  #close(reason: Error): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#port?.close();
    this.#port = null;
    this.#frame?.remove();
    this.#frame = null;
    this.#slot.classList.remove("off");
    for (const { reject } of this.#calls.values()) reject(reason);
    this.#calls.clear();
  }
}

/** A file named by an attribute, relative to the host page. */
async function text(url: string): Promise<string> {
  const response = await fetch(new URL(url, document.baseURI));
  if (!response.ok) throw new Error(`The seed could not be loaded: ${url} (${response.status}).`);
  return response.text();
}

/**
 * Code fenced as `mongosh`, as generators of documentation write it: Hugo and mdBook, MkDocs, Sphinx.
 * The inner ones first, so that nothing is wrapped twice.
 */
const FENCES = ["pre:has(> code.language-mongosh)", ".language-mongosh pre", ".highlight-mongosh pre"];

/** Makes an element of every fenced block; asked for with `schema-dojo.js?fences`. */
function wrapFences(): void {
  for (const pre of document.querySelectorAll(FENCES.join(","))) {
    if (pre.closest("schema-dojo")) continue;
    const element = document.createElement("schema-dojo");
    pre.replaceWith(element);
    element.append(pre);
  }
}

if (!customElements.get("schema-dojo")) customElements.define("schema-dojo", SchemaDojo);
// A module runs when the document has been read.
if (new URL(import.meta.url).searchParams.has("fences")) wrapFences();
