/** The page in the element's iframe: editor, buttons, results. What the host page says is not trusted. */
import type { EditorHandle, EditorOptions } from "../editor/index.js";
import type { Bundle, CollectionInfo, RunResult } from "../sandbox/protocol.js";
import { Client } from "./client.js";
import { VIEWS, type FromPlayer, type Options, type ToPlayer, type View } from "./messages.js";
import { readHello, readMessage } from "./read.js";
import { element, panel, report as drawReport, type Shown } from "./views.js";

const BASE = new URL(".", location.href);
const KEEP = "schema-dojo/embed/";
const LABELS: Record<View, string> = { output: "Output", documents: "Documents", explain: "Plan", cost: "Cost" };
const SHOWN = 20;

addEventListener("message", begin);
// Opened on its own, the player would be an empty page.
if (parent === self) location.replace(BASE);

function begin({ source, ports: [port], data }: MessageEvent<unknown>): void {
  const options = source === parent && port ? readHello(data) : null;
  if (!port || !options) return;
  removeEventListener("message", begin);
  const say = (message: FromPlayer): void => port.postMessage(message);
  Player.start(options, say).then(
    (player) => {
      port.onmessage = ({ data }: MessageEvent<unknown>) => void player.obey(readMessage(data));
      player.begin();
    },
    (reason: unknown) => say({ type: "failed", message: reason instanceof Error ? reason.message : String(reason) }),
  );
}

class Player {
  #editor: EditorHandle | null = null;
  #result: RunResult | null = null;
  #collections: CollectionInfo[] = [];
  #view: View;
  #working: Promise<unknown> = Promise.resolve();
  readonly #host = element("div", "embed-editor");
  readonly #panel = element("div", "panel");
  readonly #checks = element("div", "embed-checks");
  readonly #buttons = new Map<string, HTMLButtonElement>();
  readonly #tabs = new Map<View, HTMLButtonElement>();

  static async start(options: Options, say: (message: FromPlayer) => void): Promise<Player> {
    document.documentElement.dataset["theme"] = options.theme;
    const client = new Client();
    const [bundle] = await Promise.all([options.exercise ? exercise(options.exercise) : snippet(options), client.start(BASE)]);
    const player = new Player(options, bundle, client, say);
    await player.#draw();
    await player.#reset();
    return player;
  }

  private constructor(
    private readonly options: Options,
    private readonly bundle: Loaded,
    private readonly client: Client,
    private readonly say: (message: FromPlayer) => void,
  ) {
    this.#view = options.view;
  }

  /** Says that it is there. */
  begin(): void {
    this.say({ type: "ready", code: this.#code() });
    // No more than that: what is beyond has the colour of the frame's canvas, which shows on a page of another scheme.
    new ResizeObserver(() => this.say({ type: "height", height: Math.ceil(document.body.getBoundingClientRect().height) })).observe(document.body);
    if (this.options.autorun) void this.#work("run", this.options.before).catch(() => undefined);
  }

  /** Does what a message asks for; what is no message asks for nothing. */
  async obey(message: ToPlayer | null): Promise<void> {
    if (message === null) return;
    if (message.type === "ping") return this.say({ type: "pong" });
    if (message.type === "code") return this.#editor?.setValue(message.code);
    if (message.type === "theme") {
      document.documentElement.dataset["theme"] = message.theme;
      return;
    }
    const { type, call, before } = message;
    try {
      const value = await this.#work(type, before);
      this.say({ type: "done", call, value, error: null });
    } catch (reason) {
      this.say({ type: "done", call, value: null, error: reason instanceof Error ? reason.message : String(reason) });
    }
  }

  /** One thing after the other. */
  #work(what: "run" | "check" | "reset", before: string[]): Promise<unknown> {
    const next = this.#working.then(async () => {
      this.#busy(true);
      try {
        if (what === "run") return await this.#run(before);
        return what === "check" ? await this.#check() : await this.#reset(true);
      } catch (reason) {
        this.#panel.replaceChildren(element("p", "callout bad", reason instanceof Error ? reason.message : String(reason)));
        throw reason;
      } finally {
        this.#busy(false);
      }
    });
    this.#working = next.catch(() => undefined);
    return next;
  }

  async #run(before: string[]): Promise<RunResult> {
    const client = this.client;
    if (!this.bundle.checkable) await client.ask({ type: "reset" });
    for (const source of before) {
      const reply = await client.ask({ type: "run", source });
      if (reply.type === "result" && reply.error) throw new Error("The code that this one depends on fails.");
    }
    const reply = await client.ask({ type: "run", source: this.#code() });
    if (reply.type !== "result") throw new Error("The sandbox gave no result.");
    this.#result = reply;
    this.#collections = reply.collections;
    const { line, column, message } = reply.error ?? {};
    this.#editor?.setDiagnostics(line ? [{ line, column: column ?? 1, message: String(message) }] : []);
    await this.#show();
    this.say({ type: "result", result: reply });
    return reply;
  }

  async #check(): Promise<unknown> {
    if (!this.bundle.checkable) throw new Error("There are no checks here.");
    const reply = await this.client.ask({ type: "check", bundle: this.bundle.bundle, source: this.#code() });
    if (reply.type !== "report") throw new Error("The sandbox gave no report.");
    this.#checks.replaceChildren(drawReport(reply.report));
    this.say({ type: "report", report: reply.report });
    return reply.report;
  }

  async #reset(code = false): Promise<null> {
    const { bundle, checkable, seeded } = this.bundle;
    await this.client.ask({ type: "open", bundle: checkable ? bundle : null, seed: seeded });
    if (code) this.#editor?.setValue(this.bundle.code);
    this.#result = null;
    this.#panel.replaceChildren();
    this.#checks.replaceChildren();
    return null;
  }

  #code(): string {
    return this.#editor?.getValue() ?? this.bundle.code;
  }

  async #draw(): Promise<void> {
    const run = this.#button("Run", "primary", "run");
    const buttons = [run, ...(this.bundle.checkable ? [this.#button("Check", "strong", "check")] : []), this.#button("Reset", "quiet", "reset")];
    const tabs = element("div", "embed-views", ...VIEWS.map((view) => this.#tab(view)));
    tabs.setAttribute("role", "group");
    tabs.setAttribute("aria-label", "Results");
    this.#panel.setAttribute("aria-live", "polite");
    // Before the sandbox, which would start anew if it were moved.
    document.body.prepend(element("main", "embed", ...this.#caption(), this.#host, element("div", "toolbar", ...buttons, tabs), this.#panel, this.#checks));
    const { createEditor } = (await import(new URL("editor.js", BASE).href)) as {
      createEditor(parent: HTMLElement, options: EditorOptions): EditorHandle;
    };
    this.#editor = createEditor(this.#host, {
      doc: recall(this.options.persist) ?? this.bundle.code,
      label: "Code",
      description: "Tab indents. Press Escape, then Tab, to leave the editor.",
      readonly: this.options.readonly,
      onChange: (code) => {
        keep(this.options.persist, code);
        this.say({ type: "change", code });
      },
      onCommand: (command) => {
        if (command === "run" || command === "check") void this.#work(command, this.options.before).catch(() => undefined);
      },
    });
  }

  /** What an exercise is called, and the way to its text: the code alone does not say what is to be done. */
  #caption(): HTMLElement[] {
    const { exercise } = this.options;
    if (!exercise) return [];
    const link = element("a", "", "Situation and task");
    link.href = new URL(`exercise/${exercise}/`, BASE).href;
    link.target = "_blank";
    link.rel = "noopener";
    return [element("p", "embed-caption", element("strong", "", this.bundle.title), link)];
  }

  #button(label: string, kind: string, what: "run" | "check" | "reset"): HTMLButtonElement {
    const button = element("button", `button ${kind}`, label);
    button.type = "button";
    // A failure is in the panel already.
    button.onclick = () => void this.#work(what, this.options.before).catch(() => undefined);
    this.#buttons.set(what, button);
    return button;
  }

  #tab(view: View): HTMLButtonElement {
    const button = element("button", "chip", LABELS[view]);
    button.type = "button";
    button.ariaPressed = String(view === this.#view);
    button.onclick = () => {
      this.#view = view;
      for (const [name, other] of this.#tabs) other.ariaPressed = String(name === view);
      void this.#show();
    };
    this.#tabs.set(view, button);
    return button;
  }

  async #show(): Promise<void> {
    if (!this.#result) return;
    const shown: Shown[] = [];
    if (this.#view === "documents") {
      for (const { db, name } of this.#collections) {
        const page = await this.client.ask({ type: "documents", db, collection: name, skip: 0, limit: SHOWN });
        if (page.type === "documents") shown.push({ ns: `${db}.${name}`, total: page.total, docs: page.docs });
      }
    }
    this.#panel.replaceChildren(...panel(this.#view, this.#result, shown));
  }

  #busy(busy: boolean): void {
    for (const button of this.#buttons.values()) button.disabled = busy;
    this.say({ type: "state", state: busy ? "running" : "ready" });
  }
}

/** What the player works on. */
interface Loaded {
  bundle: Bundle;
  title: string;
  code: string;
  checkable: boolean;
  /** Documents by collection as extended JSON. */
  seeded: string | null;
}

async function exercise(id: string): Promise<Loaded> {
  const response = await fetch(new URL(`exercises/${id}.json`, BASE));
  if (!response.ok) throw new Error(`There is no exercise “${id}”.`);
  const bundle = (await response.json()) as Bundle & { title?: string; starter?: string };
  return { bundle, title: bundle.title ?? id, code: bundle.starter ?? "", checkable: true, seeded: null };
}

function snippet({ code, seed, checks }: Options): Loaded {
  const data = `function rows() { return EJSON.parse(${JSON.stringify(seed ?? "{}")}); }`;
  const bundle = { id: "snippet", version: 1, functions: [], designs: [], data, checks: checks ?? "" };
  return { bundle, title: "", code, checkable: checks !== null, seeded: checks === null ? seed : null };
}

function recall(name: string | null): string | null {
  try {
    return name === null ? null : localStorage.getItem(KEEP + name);
  } catch {
    // Storage is switched off here.
    return null;
  }
}

function keep(name: string | null, code: string): void {
  try {
    if (name !== null) localStorage.setItem(KEEP + name, code);
  } catch {
    // Storage is full or switched off: the code lasts until the page is closed.
  }
}
