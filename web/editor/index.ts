/**
 * The code editor: a thin wrapper over CodeMirror 6 with the small interface that the page uses.
 *
 * The editor is in a shadow root, where CodeMirror adds its styles as constructed style sheets, so that the page's
 * Content-Security-Policy needs no `unsafe-inline`.
 */
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascriptLanguage } from "@codemirror/lang-javascript";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import {
  Compartment,
  EditorState,
  Prec,
  StateEffect,
  StateField,
  type Extension,
  type Text,
  type Transaction,
} from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";

import { hiddenLines, untouchable } from "./hidden_lines.js";
import type { Vocabulary } from "./completion.js";
import type { Fault, Later } from "./deferred_features.js";
import { inSite, type Locate } from "./locate.js";
import { colours } from "./theme.js";

/** Options of a new editor. */
export interface EditorOptions {
  /** The text to edit. */
  doc: string;
  /** The name under which the cursor's position is stored while the page is open. */
  name?: string;
  /** The accessible name. */
  label: string;
  /** How to leave the editor with the keyboard; screen readers read it after the name. */
  description: string;
  /** Whether the text is read-only. */
  readonly?: boolean;
  /** Whether lines from `// hide` to `// show` are invisible and not editable. */
  hides?: boolean;
  /** Locates the files that load with the first completion; by default in the site's folder. */
  locate?: Locate;
  /** Called with the whole text, at most every 250 ms, and at once when the editor or page loses focus. */
  onChange(text: string): void;
  /** Called for a shortcut of the page: "run" (Mod-Enter) or "check" (Mod-Shift-Enter). */
  onCommand(command: string): void;
}

/** An error at a position in the text. Lines and columns count from 1. */
export interface Diagnostic {
  line: number;
  column: number;
  message: string;
}

/** The page's handle of an editor. */
export interface EditorHandle {
  getValue(): string;
  setValue(text: string): void;
  setReadonly(readonly: boolean): void;
  setDiagnostics(diagnostics: Diagnostic[]): void;
  setCompletions(vocabulary: Vocabulary): void;
  goTo(line: number, column: number): void;
  /** Marks a line and scrolls to it; 0 removes the mark. */
  markLine(line: number): void;
  /** Takes the focus, and moves the cursor to the offset if given. */
  focus(offset?: number): void;
  destroy(): void;
}

const CHANGE_DELAY = 250;

/**
 * Handles text typed over a selection. By default, Chromium copies the old text's style to the new one in an attribute,
 * which the page's policy refuses with an error in the console.
 */
const typedOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    const { from, to, empty } = state.selection.main;
    if (
      event.inputType !== "insertText" ||
      event.data === null ||
      empty ||
      event.isComposing ||
      view.composing ||
      state.readOnly
    )
      return false;
    event.preventDefault();
    const text = event.data;
    const insert = (): Transaction =>
      state.update(state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
    if (!state.facet(EditorView.inputHandler).some((handler) => handler(view, from, to, text, insert)))
      view.dispatch(insert());
    return true;
  },
});

/** The compartment for completion and search, which load later. */
const LATER = new Compartment();

/**
 * The most lines of a text with line wrapping. For longer texts CodeMirror's height estimates are so inaccurate that it
 * jumps.
 */
const WRAPPED = 1_000;
const WRAPPING = new Compartment();
const wrapping = (lines: number): Extension => (lines > WRAPPED ? [] : EditorView.lineWrapping);

/** Wraps lines unless the text is too long. */
const wrapsShortTexts = EditorState.transactionExtender.of(({ startState, newDoc, docChanged }) => {
  const [before, after] = [startState.doc.lines, docChanged ? newDoc.lines : startState.doc.lines];
  return before > WRAPPED === after > WRAPPED ? null : { effects: WRAPPING.reconfigure(wrapping(after)) };
});

/** Extensions of every JavaScript editor. */
const COMMON: Extension = [
  // Leaves room below the last visible line for an underline.
  EditorView.scrollMargins.of(() => ({ top: 8, bottom: 8 })),
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  dropCursor(),
  EditorState.allowMultipleSelections.of(true),
  indentUnit.of("  "),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  // Without the language's own completion: `deferred_features.ts` has another.
  javascriptLanguage,
  keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
  typedOverSelection,
  colours,
];

/** Cursor and scroll positions in texts that were open before, by name. */
const places = new Map<string, { anchor: number; top: number }>();

/** Creates an editor inside `parent`, which must be empty and in the document. */
export function createEditor(parent: HTMLElement, options: EditorOptions): EditorHandle {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  root.replaceChildren();
  const description = document.createElement("p");
  description.id = "how-to-leave";
  description.textContent = options.description;
  description.hidden = true;
  const host = document.createElement("div");
  // Without a fixed height the editor is as tall as its text: it draws all of it and does not scroll.
  host.style.height = "100%";
  root.append(description, host);

  const writable = new Compartment();
  let vocabulary: Vocabulary = { collections: [], fields: {} };
  let faults: Fault[] = [];
  let later: Later | undefined;
  let pending: ReturnType<typeof setTimeout> | undefined;

  const flush = (): void => {
    if (pending === undefined) return;
    clearTimeout(pending);
    pending = undefined;
    options.onChange(view.state.doc.toString());
  };
  const changed = (): void => {
    pending ??= setTimeout(flush, CHANGE_DELAY);
  };

  const command = (name: string) => (): boolean => {
    flush();
    options.onCommand(name);
    return true;
  };

  const extensions: Extension[] = [
    // Before CodeMirror's shortcuts, which would insert a line for Mod-Enter.
    Prec.highest(
      keymap.of([
        { key: "Mod-Shift-Enter", run: command("check"), preventDefault: true, stopPropagation: true },
        { key: "Mod-Enter", run: command("run"), preventDefault: true, stopPropagation: true },
      ]),
    ),
    // Before the common extensions, so that its shortcuts have precedence.
    LATER.of([]),
    COMMON,
    WRAPPING.of(wrapping(options.doc.split("\n").length)),
    wrapsShortTexts,
    marked,
    writable.of(EditorState.readOnly.of(options.readonly ?? false)),
    options.hides ? hiddenLines : [],
    EditorView.contentAttributes.of({
      "aria-label": options.label,
      "aria-describedby": description.id,
      // It is focusable anyway; this makes it explicit for tools that look for focusable scroll areas.
      tabindex: "0",
      autocapitalize: "off",
      autocorrect: "off",
      spellcheck: "false",
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) changed();
      if (update.focusChanged && !update.view.hasFocus) flush();
    }),
  ];

  const view = new EditorView({
    state: EditorState.create({ doc: options.doc, extensions }),
    parent: host,
    root,
  });

  const showFaults = (): void => {
    if (later) view.dispatch(later.faults(view.state, faults));
  };
  let gone = false;
  import("./deferred_features.js").then(
    (module) => {
      if (gone) return;
      later = module;
      view.dispatch({ effects: LATER.reconfigure(module.extensions(() => vocabulary, options.locate ?? inSite)) });
      showFaults();
    },
    (reason: unknown) => console.warn("The editor has no completion and search:", reason),
  );

  const known = options.name === undefined ? undefined : places.get(options.name);
  if (known) {
    view.dispatch({ selection: { anchor: Math.min(known.anchor, view.state.doc.length) } });
    view.requestMeasure({ read: () => undefined, write: () => (view.scrollDOM.scrollTop = known.top) });
  }

  const onHide = (): void => {
    if (document.visibilityState === "hidden") flush();
  };
  document.addEventListener("visibilitychange", onHide);
  window.addEventListener("pagehide", flush);

  return {
    getValue: () => view.state.doc.toString(),
    setValue(text) {
      if (text === view.state.doc.toString()) return;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: 0 },
        annotations: untouchable.of(false),
      });
      flush();
    },
    setReadonly(readonly) {
      view.dispatch({ effects: writable.reconfigure(EditorState.readOnly.of(readonly)) });
    },
    setDiagnostics(diagnostics) {
      faults = diagnostics.map((diagnostic) => placed(view.state.doc, diagnostic));
      showFaults();
    },
    setCompletions(next) {
      vocabulary = next;
    },
    goTo(line, column) {
      const anchor = offset(view.state.doc, line, column);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
      view.focus();
    },
    markLine(line) {
      const at = line > 0 ? offset(view.state.doc, line, 1) : null;
      const effects: StateEffect<unknown>[] = [markedLine.of(at)];
      if (at !== null) effects.push(EditorView.scrollIntoView(at, { y: "start", yMargin: 40 }));
      view.dispatch({ effects });
    },
    focus(offset) {
      if (offset !== undefined)
        view.dispatch({ selection: { anchor: Math.min(offset, view.state.doc.length) }, scrollIntoView: true });
      view.focus();
    },
    destroy() {
      gone = true;
      flush();
      if (options.name !== undefined)
        places.set(options.name, { anchor: view.state.selection.main.anchor, top: view.scrollDOM.scrollTop });
      document.removeEventListener("visibilitychange", onHide);
      window.removeEventListener("pagehide", flush);
      view.destroy();
    },
  };
}

/** Marks the line that starts at an offset; null removes the mark. */
const markedLine = StateEffect.define<number | null>();

/** The marked line. Typing removes the mark, which belongs to the unedited text. */
const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(markedLine))
        return effect.value === null
          ? Decoration.none
          : Decoration.set(Decoration.line({ class: "marked-line" }).range(effect.value));
    }
    return transaction.docChanged ? Decoration.none : set;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The offset of a line and column, each clamped to the text. */
function offset(doc: Text, line: number, column: number): number {
  const row = doc.line(Math.min(Math.max(1, Math.floor(line) || 1), doc.lines));
  return Math.min(row.to, row.from + Math.max(0, (Math.floor(column) || 1) - 1));
}

/** The range of an error to underline: from its column to the end of the word, or one character. */
function placed(doc: Text, fault: Diagnostic): Fault {
  const start = offset(doc, fault.line, fault.column);
  const row = doc.lineAt(start);
  const word = /^[\w$]+|^\S/.exec(row.text.slice(start - row.from));
  const end = Math.min(row.to, start + (word ? word[0].length : 1));
  // At the end of a line there is nothing to underline: use the character before.
  const from = end > start ? start : Math.max(row.from, start - 1);
  return { from, to: Math.max(end, from), message: fault.message };
}
