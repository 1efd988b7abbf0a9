/** The player in the element's iframe: editor, buttons, results. Messages from the host page are not trusted. */
import type { EditorHandle, EditorOptions } from "../editor/index.js";
import type { Bundle } from "../grader/bundle.js";
import type { CollectionInfo, Reply, Request, RunResult } from "../types/protocol.js";
import { Client } from "./client.js";
import { element } from "./elements.js";
import type { Files } from "./files.js";
import { VIEWS, type FromPlayer, type Options, type ToPlayer, type View } from "./messages.js";
import { readMessage } from "./parse_messages.js";
import type { Block } from "../types/exercise.js";
import { task } from "./task.js";
import { muted, panel, report as drawReport, type Shown } from "./views.js";

const BASE = new URL(".", location.href);
const SITE = new URL("../", BASE);
const LABELS: Record<View, string> = { output: "Output", documents: "Documents", explain: "Plan", cost: "Cost" };
const SHOWN = 20;
/**
 * Events that count as the reader's interaction. Not a button's press, because the button must not move before it is
 * released.
 */
const TOUCHES = ["click", "keydown"] as const;
/** Pixels below which the text's area has no room for buttons: they overlap the code then. */
const LOW = 120;

/** Renders a player and reports that it is ready. */
export async function startPlayer(files: Files, options: Options, port: MessagePort): Promise<void> {
  const say = (message: FromPlayer): void => port.postMessage(message);
  const bundle = options.exercise ? await exercise(files, options.exercise) : snippet(options);
  const player = new Player(options, bundle, files, say);
  await player.draw();
  port.onmessage = ({ data }: MessageEvent<unknown>) => void player.obey(readMessage(data));
  player.begin();
}

class Player {
  #editor: EditorHandle | null = null;
  #result: RunResult | null = null;
  #collections: readonly CollectionInfo[] = [];
  #view: View;
  #client: Client | null = null;
  #opened: Promise<unknown> | null = null;
  /** Resolves once the page allows this player a sandbox; null while it sleeps. */
  #awake: Promise<void> | null = null;
  #admit: () => void = () => undefined;
  #working: Promise<unknown> = Promise.resolve();
  readonly #root = element("main", "embed untouched");
  readonly #host = element("div", "embed-editor");
  readonly #panel = element("div", "panel");
  readonly #checks = element("div", "embed-checks");
  readonly #buttons = new Map<string, HTMLButtonElement>();
  readonly #tabs = new Map<View, HTMLButtonElement>();

  constructor(
    private readonly options: Options,
    private readonly bundle: Loaded,
    private readonly files: Files,
    private readonly say: (message: FromPlayer) => void,
  ) {
    this.#view = options.view;
  }

  /** Reports readiness, with the height of the author's text until the reader interacts. */
  begin(): void {
    this.say({ type: "ready", code: this.#code() });
    for (const event of TOUCHES) addEventListener(event, () => this.#touch(), { once: true, capture: true });
    // A touch may be the start of scrolling.
    addEventListener("pointerdown", ({ pointerType }) => pointerType === "mouse" && this.#prepare());
    if (this.options.autorun) void this.#work("run", this.options.before).catch(() => undefined);
  }

  /** Starts the sandbox: the reader is about to run something. */
  #prepare(): void {
    void this.#open().catch(() => undefined);
  }

  /** Expands to the full height. */
  #touch(): void {
    if (!this.#root.classList.contains("untouched")) return;
    this.#root.classList.remove("untouched");
    this.#root.style.height = "";
    // Not higher than the content: below it the frame's canvas would show, in another colour on a page with another
    // scheme.
    new ResizeObserver(() =>
      this.say({ type: "height", height: Math.ceil(document.body.getBoundingClientRect().height) }),
    ).observe(document.body);
    this.#prepare();
  }

  /** Sends a request to the sandbox, once there is one. */
  async #ask(request: Request): Promise<Reply> {
    const client = await this.#open();
    return client.ask(request);
  }

  /** The sandbox with the snippet's data or the exercise opened. */
  async #open(): Promise<Client> {
    if (!this.#awake) {
      this.#awake = new Promise((resolve) => (this.#admit = resolve));
      this.say({ type: "wake" });
    }
    await this.#awake;
    this.#opened ??= this.#start().catch((reason: unknown) => {
      // The next call retries.
      this.#opened = null;
      throw reason;
    });
    await this.#opened;
    return this.#client as Client;
  }

  async #start(): Promise<void> {
    if (!this.#client) {
      const client = new Client();
      // The frame loads it itself, so it can only be checked beforehand.
      await this.files.get("sandbox.html");
      await client.start(BASE, () => ({
        worker: this.files.get("worker.js").then((file) => file.text()),
        wasm: this.files.get("engine/schema_dojo_bg.wasm").then((file) => file.arrayBuffer()),
      }));
      this.#client = client;
    }
    const { bundle, checkable, seeded } = this.bundle;
    await this.#client.ask({ type: "open", bundle: checkable ? bundle : null, seed: seeded });
  }

  /** Ends the sandbox after the current request. */
  #sleep(): void {
    const sleep = (): void => {
      this.#client?.sleep();
      this.#awake = null;
    };
    this.#working = this.#working.then(sleep, sleep);
  }

  /** Executes a message's command; ignores null. */
  async obey(message: ToPlayer | null): Promise<void> {
    if (message === null) return;
    if (message.type === "ping") return this.say({ type: "pong" });
    if (message.type === "awake") return this.#admit();
    if (message.type === "sleep") return this.#sleep();
    if (message.type === "code") return this.#editor?.setValue(message.code);
    if (message.type === "author") return this.#rewrite(message.code);
    if (message.type === "readonly") return this.#editor?.setReadonly(message.readonly);
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

  /** Replaces the author's code. */
  #rewrite(code: string): void {
    if (this.options.exercise === null) this.bundle.code = code;
    this.#editor?.setValue(code);
    this.#clear();
  }

  /** Runs one command at a time. */
  #work(what: "run" | "check" | "reset", before: string[]): Promise<unknown> {
    this.#touch();
    const next = this.#working.then(async () => {
      this.#busy(true);
      try {
        if (!this.#client) this.#panel.replaceChildren(muted("Starting the database …"));
        await this.#open();
        if (what === "run") return await this.#run(before);
        return what === "check" ? await this.#check() : await this.#reset();
      } catch (reason) {
        this.#panel.replaceChildren(
          element("p", "callout bad", reason instanceof Error ? reason.message : String(reason)),
        );
        throw reason;
      } finally {
        this.#busy(false);
      }
    });
    this.#working = next.catch(() => undefined);
    return next;
  }

  async #run(before: string[]): Promise<RunResult> {
    if (!this.bundle.checkable) await this.#ask({ type: "reset" });
    for (const source of before) {
      const reply = await this.#ask({ type: "run", source });
      if (reply.type === "result" && reply.error) throw new Error("The code that this example depends on failed.");
    }
    const reply = await this.#ask({ type: "run", source: this.#code() });
    if (reply.type !== "result") throw new Error("The sandbox returned no result.");
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
    const reply = await this.#ask({ type: "check", bundle: this.bundle.bundle, source: this.#code() });
    if (reply.type !== "report") throw new Error("The sandbox returned no report.");
    this.#checks.replaceChildren(drawReport(reply.report));
    this.say({ type: "report", report: reply.report });
    return reply.report;
  }

  async #reset(): Promise<null> {
    const { bundle, checkable, seeded } = this.bundle;
    await this.#ask({ type: "open", bundle: checkable ? bundle : null, seed: seeded });
    this.#editor?.setValue(this.bundle.code);
    this.#clear();
    return null;
  }

  /** Removes results. */
  #clear(): void {
    this.#result = null;
    this.#panel.replaceChildren();
    this.#checks.replaceChildren();
  }

  #code(): string {
    return this.#editor?.getValue() ?? this.bundle.code;
  }

  async draw(): Promise<void> {
    const { height, theme, recorded } = this.options;
    document.documentElement.dataset["theme"] = theme;
    const run = this.#button("Run", "primary", "run");
    const buttons = [
      run,
      ...(this.bundle.checkable ? [this.#button("Check", "strong", "check")] : []),
      this.#button("Reset", "quiet", "reset"),
    ];
    const tabs = element("div", "embed-views", ...VIEWS.map((view) => this.#tab(view)));
    tabs.setAttribute("role", "group");
    tabs.setAttribute("aria-label", "Results");
    this.#panel.setAttribute("aria-live", "polite");
    if (recorded !== null) this.#panel.append(element("div", "output", element("pre", "recorded", recorded)));
    this.#root.append(
      ...this.#caption(),
      this.#host,
      element("div", "toolbar", ...buttons, tabs),
      this.#panel,
      this.#checks,
    );
    if (height > 0) this.#root.style.height = `${height}px`;
    this.#root.classList.toggle("low", height > 0 && height < LOW);
    document.body.append(this.#root);
    const { createEditor } = (await import(await this.files.address("editor.js"))) as {
      createEditor(parent: HTMLElement, options: EditorOptions): EditorHandle;
    };
    this.#editor = createEditor(this.#host, {
      doc: this.options.kept ?? this.bundle.code,
      label: "Code",
      description: "Tab indents. Press Escape, then Tab, to leave the editor.",
      readonly: this.options.readonly,
      hides: true,
      locate: (name) => this.files.address(name),
      onChange: (code) => this.say({ type: "change", code }),
      onCommand: (command) => {
        if (command === "run" || command === "check")
          void this.#work(command, this.options.before).catch(() => undefined);
      },
    });
  }

  /** The exercise's title and task, and a link to its page, which the code alone lacks. */
  #caption(): HTMLElement[] {
    const { exercise, alone } = this.options;
    if (!exercise) return [];
    const title = element("strong", "", this.bundle.title);
    if (alone) return [element("p", "embed-caption", title), ...task(this.bundle.text, null)];
    const link = element("a", "", "Open in Schema Dojo");
    link.href = new URL(`exercise/${exercise}/`, SITE).href;
    link.target = "_blank";
    link.rel = "noopener";
    return [element("p", "embed-caption", title, link), ...task(this.bundle.text, SITE)];
  }

  #button(label: string, kind: string, what: "run" | "check" | "reset"): HTMLButtonElement {
    const button = element("button", `button ${kind}`, label);
    button.type = "button";
    // A failure is already shown in the panel.
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
        const page = await this.#ask({ type: "documents", db, collection: name, skip: 0, limit: SHOWN });
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

/** The content of the player. */
interface Loaded {
  bundle: Bundle;
  title: string;
  /** The task. */
  text: Block[];
  code: string;
  checkable: boolean;
  /** Documents by collection as extended JSON. */
  seeded: string | null;
}

async function exercise(files: Files, id: string): Promise<Loaded> {
  const file = await files.exercise(id);
  if (!file) throw new Error(`There is no exercise “${id}”.`);
  const bundle = JSON.parse(await file.text()) as Bundle & { title?: string; starter?: string; text?: Block[] };
  return {
    bundle,
    title: bundle.title ?? id,
    text: bundle.text ?? [],
    code: bundle.starter ?? "",
    checkable: true,
    seeded: null,
  };
}

function snippet({ code, seed, checks }: Options): Loaded {
  const data = `function rows() { return EJSON.parse(${JSON.stringify(seed ?? "{}")}); }`;
  const bundle = { id: "snippet", version: 1, functions: [], designs: [], data, checks: checks ?? "" };
  return { bundle, title: "", text: [], code, checkable: checks !== null, seeded: checks === null ? seed : null };
}
