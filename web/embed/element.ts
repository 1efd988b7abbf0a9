/**
 * `<schema-dojo>`: an author's `<pre>` becomes a player in an iframe. The text stays until the player is ready, if it
 * cannot be loaded, and without JavaScript. When printed, the element shows the edited code and the last output.
 */
import { codeElement, codeText, hide, HIDDEN, recordedText, visible } from "./author_content.js";
import { checkDocument, onBlocked } from "./document.js";
import { leave, used, wake, type Sleeper } from "./live_players.js";
import type { FromPlayer, Options, State, Theme, ToPlayer, View } from "./messages.js";
import { blocks, outputText } from "./print_version.js";
import { inTurn, whenNear } from "./queue.js";
import { onThemeChange, themeOf } from "./theme.js";

const EVENTS = {
  ready: "dojo-ready",
  change: "dojo-change",
  result: "dojo-result",
  report: "dojo-check",
  failed: "dojo-error",
} as const;
const STYLE = `:host{display:block}:host([hidden]){display:none}.bare{display:block;margin:1em 0;min-height:20rem}
iframe{display:block;width:100%;height:20rem;margin:1em 0;border:0;border-radius:8px}
button{font:inherit;margin:.5em 0;padding:.3em .8em}p{margin:.5em 0;font-size:.875em}.off,.paper{display:none}
@media print{iframe,button,p{display:none!important}.off,.paper{display:block}.edited{display:none}.bare{min-height:0}}`;
/** Milliseconds until loading the player's files times out. */
const PATIENCE = 60_000;
/** Milliseconds between a frame's load event and its first message, after which the frame counts as blocked. */
const ALIVE = 1_300;
/** Milliseconds between two pings of a busy player, and unanswered pings in a row after which it counts as gone. */
const INTERVAL = 500;
const MISSES = 8;
const LOST = "The sandbox ran out of memory and was restarted; your data is as it was before the run.";
const KEEP = "schema-dojo/embed/";

// On a server there are no elements.
const Base = (globalThis.HTMLElement ?? Object) as typeof HTMLElement;

/** The player's folder, and the hash of its document. */
let site: URL | null = null;
let hash = "";
let sheet: CSSStyleSheet | undefined;

/**
 * Registers the element with the player's folder and the hash of the player's document, in the format of `integrity`.
 * Does nothing on a server, or when called again.
 */
export function register(folder: URL, integrity: string): void {
  if (!globalThis.customElements || customElements.get("schema-dojo")) return;
  site = folder;
  hash = integrity;
  customElements.define("schema-dojo", SchemaDojo);
}

class SchemaDojo extends Base {
  static readonly observedAttributes = ["theme", "code", "readonly"];

  #state: State = "idle";
  #port: MessagePort | null = null;
  #frame: HTMLIFrameElement | null = null;
  /** The author's text with its hidden lines, which have been removed from the page. */
  #author: string | null = null;
  /** The author's code as last sent to the player. */
  #sent = "";
  #code: string | null = null;
  #output: string | null = null;
  #report: unknown = null;
  #calls = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>();
  #call = 0;
  #misses = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #started: Promise<void> | null = null;
  #theme: Theme = "light";
  #ends: (() => void)[] = [];
  #slot!: HTMLSlotElement;
  #paper!: HTMLElement;
  #note!: HTMLElement;
  readonly #sleeper: Sleeper = this.#newSleeper();

  #newSleeper(): Sleeper {
    const isBusy = (): boolean => this.#state === "running";
    return {
      get isBusy() {
        return isBusy();
      },
      awake: () => this.#port?.postMessage({ type: "awake" } satisfies ToPlayer),
      sleep: () => this.#port?.postMessage({ type: "sleep" } satisfies ToPlayer),
    };
  }

  connectedCallback(): void {
    if (!this.shadowRoot) {
      // Not a style element, which a page's policy may refuse.
      if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(STYLE);
      const root = this.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [sheet];
      [this.#slot, this.#paper, this.#note] = (["slot", "div", "p"] as const).map((name) =>
        document.createElement(name),
      ) as [HTMLSlotElement, HTMLElement, HTMLElement];
      this.#paper.className = "paper";
      this.#note.className = "off";
      root.append(this.#slot, this.#note, this.#paper);
    }
    // The parser may not have read the children yet.
    if (document.readyState === "loading")
      document.addEventListener("DOMContentLoaded", () => this.#plan(), { once: true });
    else this.#plan();
  }

  disconnectedCallback(): void {
    for (const end of this.#ends.splice(0)) end();
    this.#close(new Error("The element was removed."));
    this.#state = "idle";
    this.#started = null;
  }

  attributeChangedCallback(name: string): void {
    if (name === "theme") this.#follow();
    else if (name === "readonly") this.#post({ type: "readonly", readonly: this.hasAttribute("readonly") });
    else this.#reread();
  }

  /** The code in the editor, or the author's code before there is an editor. */
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

  /** Runs the code; returns the sandbox's result. */
  run(): Promise<unknown> {
    return this.#ask("run");
  }
  /** Grades the code; returns the report. */
  check(): Promise<unknown> {
    return this.#ask("check");
  }
  /** Restores the author's code and data. */
  reset(): Promise<unknown> {
    return this.#ask("reset");
  }

  #plan(): void {
    if (!this.isConnected || this.#started) return;
    this.#readAuthor();
    const children = new MutationObserver(() => this.#reread());
    children.observe(this, { childList: true, characterData: true, subtree: true });
    this.#ends.push(
      () => children.disconnect(),
      onThemeChange(() => this.#follow()),
    );
    const loading = this.getAttribute("loading");
    if (loading === "eager") void this.#start();
    else if (loading === "click") this.#offer();
    else this.#ends.push(whenNear(this, () => void this.#start()));
  }

  /** Reads the author's code, and removes its hidden lines from the page. */
  #readAuthor(): void {
    const element = codeElement(this);
    const text = codeText(element);
    // Lines that were removed earlier are still the author's.
    if (element && (this.#author === null || visible(this.#author) !== text)) {
      this.#author = text;
      if (text.match(HIDDEN)) hide(element);
    }
    this.#slot.classList.toggle("bare", !element);
  }

  /** Applies changes in the host page. */
  #reread(): void {
    if (!this.#slot) return;
    this.#readAuthor();
    const code = this.#authorsCode();
    if (!this.#port || code === this.#sent) return;
    if (this.#post({ type: "author", code })) this.#sent = this.#code = code;
  }

  #authorsCode(): string {
    return this.getAttribute("code") ?? this.#author ?? codeText(codeElement(this));
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

  /** Loads the player; on failure the text stays, with an error message. */
  #start(): Promise<void> {
    this.#started ??= inTurn(async () => {
      if (this.isConnected) await this.#load();
    }).catch((reason: unknown) => this.#fail(reason instanceof Error ? reason.message : String(reason)));
    return this.#started;
  }

  #fail(message: string): void {
    this.#close(new Error(message));
    this.#state = "failed";
    this.#note.textContent = message;
    this.#note.className = "";
    this.#tell("failed", { message });
  }

  async #load(): Promise<void> {
    this.#state = "loading";
    this.#note.className = "off";
    const seed = await this.#seed();
    const url = new URL("embed.html", site ?? "").href;
    await checkDocument(url, hash);
    // A cross-origin isolated page allows only frames without cookies and storage.
    let without = globalThis.crossOriginIsolated;
    for (;;) {
      const options = this.#options(seed);
      const frame = document.createElement("iframe");
      if (without) (frame as { credentialless?: boolean }).credentialless = true;
      frame.src = url;
      if (await this.#appear(frame, options)) return;
      this.#close(new Error("The player is loaded again."));
      if (without || !("credentialless" in frame)) break;
      without = true;
    }
    throw new Error(`This example cannot run here: its frame from ${String(site?.host)} was blocked or did not start.`);
  }

  /** Loads the player in a frame; false if it sends no message. */
  #appear(frame: HTMLIFrameElement, options: Options): Promise<boolean> {
    this.#frame = frame;
    frame.title = this.getAttribute("title") ?? "Code to edit and run";
    frame.allow = "clipboard-write";
    frame.className = "off";
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    return new Promise((resolve, reject) => {
      let silent: ReturnType<typeof setTimeout>;
      let fail = (message: string): void => end(() => reject(new Error(message)));
      const late = setTimeout(() => end(() => reject(new Error("The player did not start in time."))), PATIENCE);
      const end = (settle: () => void): void => {
        clearTimeout(late);
        clearTimeout(silent);
        unwatch();
        settle();
      };
      const unwatch = onBlocked(frame.src, "frame-src", (reason) => end(() => reject(reason)));
      port1.onmessage = ({ data }: MessageEvent<FromPlayer>) => {
        this.#misses = 0;
        if (data.type === "alive") clearTimeout(silent);
        else if (data.type === "failed") fail(data.message);
        else this.#receive(data);
        if (data.type !== "ready") return;
        fail = (message) => this.#fail(message);
        end(() => resolve(true));
      };
      frame.onload = () => {
        frame.onload = null;
        silent = setTimeout(() => end(() => resolve(false)), ALIVE);
        // In a page of opaque origin, frames have opaque origins, too, which cannot be named here.
        frame.contentWindow?.postMessage(
          { type: "schema-dojo", options },
          origin === "null" ? "*" : new URL(frame.src).origin,
          [port2],
        );
      };
      this.shadowRoot?.insertBefore(frame, this.#note);
    });
  }

  #options(seed: string | null): Options {
    const attribute = (name: string): string | null => this.getAttribute(name);
    this.#theme = this.#themeNow();
    return {
      exercise: attribute("exercise"),
      code: (this.#sent = this.#authorsCode()),
      kept: this.#code ?? this.#kept(),
      recorded: recordedText(this),
      seed,
      checks: this.querySelector('script[type="text/x-checks"]')?.textContent ?? null,
      before: this.#before(),
      readonly: this.hasAttribute("readonly"),
      alone: this.hasAttribute("alone"),
      autorun: this.hasAttribute("autorun"),
      view: (attribute("view") ?? "output") as View,
      theme: this.#theme,
      height: this.clientHeight,
    };
  }

  #themeNow(): Theme {
    const named = this.getAttribute("theme");
    return named === "light" || named === "dark" ? named : themeOf(this);
  }

  #follow(): void {
    if (!this.#frame) return;
    const theme = this.#themeNow();
    // The same as the player's, otherwise the frame would not be transparent.
    this.#frame.style.colorScheme = theme;
    if (theme !== this.#theme) this.#post({ type: "theme", theme });
    this.#theme = theme;
  }

  /** The key of the reader's code in the host page's storage; a frame of another site may have none. */
  #place(): string | null {
    const name = this.getAttribute("persist");
    return name === null ? null : KEEP + (name || this.id || this.getAttribute("exercise") || location.pathname);
  }

  #kept(): string | null {
    const place = this.#place();
    try {
      return place && localStorage.getItem(place);
    } catch {
      // Storage is disabled.
      return null;
    }
  }

  #keep(code: string): void {
    const place = this.#place();
    try {
      if (place && code === this.#authorsCode()) localStorage.removeItem(place);
      else if (place) localStorage.setItem(place, code);
    } catch {
      // Storage is full or disabled: the code lasts until the page is closed.
    }
  }

  /** The initial documents: this element's own, or those of an element that it depends on. */
  async #seed(): Promise<string | null> {
    for (const element of [this, ...this.#needed().reverse()]) {
      const url = element.getAttribute("seed");
      if (url) return text(url);
      const inline = element.querySelector("script[data-seed]");
      if (inline) return inline.textContent;
    }
    return null;
  }

  /** The code of the elements that this one depends on, in order of execution. */
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

  #receive(data: Exclude<FromPlayer, { type: "failed" | "alive" }>): void {
    switch (data.type) {
      case "ready":
        this.#code = data.code;
        this.#state = "ready";
        this.#show();
        this.#reread();
        return this.#tell("ready", {});
      case "height":
        return this.#size(`${Math.min(Math.max(0, Number(data.height)), 5_000)}px`);
      case "state":
        this.#state = data.state;
        used(this.#sleeper);
        return this.#watch();
      case "wake":
        return wake(this.#sleeper);
      case "pong":
        return;
      case "change":
        this.#code = data.code;
        this.#keep(data.code);
        this.#print();
        return this.#tell("change", { code: data.code });
      case "result":
        this.#output = outputText(data.result);
        this.#print();
        return this.#tell("result", data.result);
      case "report":
        this.#report = data.report;
        return this.#tell("report", data.report);
      case "done": {
        const call = this.#calls.get(data.call);
        this.#calls.delete(data.call);
        if (data.error === null) call?.resolve(data.value);
        else call?.reject(new Error(data.error));
        this.#watch();
      }
    }
  }

  /** Sets the frame's height to this one, or to the author's. */
  #size(height: string): void {
    const fixed = this.getAttribute("height") ?? "auto";
    if (this.#frame) this.#frame.style.height = fixed === "auto" ? height : fixed;
  }

  /** Replaces the text by the frame, with the same height and margins. */
  #show(): void {
    const { style } = this.#frame as HTMLIFrameElement;
    this.style.display = "flow-root";
    const whole = this.getBoundingClientRect();
    const shown = [...this.children].map((child) => child.getBoundingClientRect()).filter(({ height }) => height > 0);
    this.style.display = "";
    const [first, last] = [shown[0], shown.at(-1)];
    if (first && last) {
      style.margin = `${first.top - whole.top}px 0 ${whole.bottom - last.bottom}px`;
      this.#size(`${last.bottom - first.top}px`);
    } else this.#size("");
    this.#follow();
    this.#slot.classList.add("off");
    this.#frame?.classList.remove("off");
    this.#print();
  }

  /** Prepares the printed version. */
  #print(): void {
    const code = visible(this.code);
    const isEdited = code !== visible(this.#authorsCode());
    this.#slot.classList.toggle("edited", isEdited);
    this.#paper.replaceChildren(...blocks(isEdited ? code : null, this.#output));
  }

  #tell(what: keyof typeof EVENTS, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(EVENTS[what], { detail, bubbles: true, composed: true }));
  }

  /** Sends a message to the player; false if there is none. */
  #post(message: ToPlayer): boolean {
    const isThere = this.#state === "ready" || this.#state === "running";
    if (isThere) this.#port?.postMessage(message);
    return isThere;
  }

  async #ask(type: "run" | "check" | "reset"): Promise<unknown> {
    await this.#start();
    if (this.#state === "failed") throw new Error("The player is not available.");
    const call = ++this.#call;
    return new Promise((resolve, reject) => {
      this.#calls.set(call, { resolve, reject });
      this.#watch();
      this.#post({ type, call, before: this.#before() });
    });
  }

  /** Pings the player while it is busy or a request is pending. */
  #watch(): void {
    const isWaiting = this.#state === "running" || this.#calls.size > 0;
    if (isWaiting === (this.#timer !== undefined)) return;
    clearInterval(this.#timer);
    this.#misses = 0;
    this.#timer = isWaiting ? setInterval(() => this.#beat(), INTERVAL) : undefined;
  }

  #beat(): void {
    if (++this.#misses <= MISSES) return void this.#post({ type: "ping" });
    // A new player receives the old one's code, and the author's data.
    this.#close(new Error(LOST));
    this.#tell("failed", { message: LOST });
    this.#started = null;
    void this.#start();
  }

  #close(reason: Error): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    leave(this.#sleeper);
    this.#port?.close();
    this.#port = null;
    this.#frame?.remove();
    this.#frame = null;
    this.#slot?.classList.remove("off");
    for (const { reject } of this.#calls.values()) reject(reason);
    this.#calls.clear();
  }
}

/** The text of a file named by an attribute, relative to the host page. */
async function text(url: string): Promise<string> {
  const response = await fetch(new URL(url, document.baseURI));
  if (!response.ok) throw new Error(`The seed could not be loaded: ${url} (${response.status}).`);
  return response.text();
}
