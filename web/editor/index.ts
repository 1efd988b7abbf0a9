/**
 * The code editor: a thin wrapper over CodeMirror 6 with the small surface that the page calls.
 *
 * The editor lives in a shadow root, where CodeMirror adds its styles as constructed sheets: the page's
 * Content-Security-Policy then needs no `unsafe-inline`.
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

import { hiddenLines, untouchable } from "./hidden.js";
import type { Vocabulary } from "./completion.js";
import type { Fault, Later } from "./later.js";
import { inSite, type Locate } from "./locate.js";
import { colours } from "./theme.js";

/** Options of a new editor. */
export interface EditorOptions {
  /** The text to edit. */
  doc: string;
  /** The name under which the cursor's place is remembered while the page is open. */
  name?: string;
  /** The accessible name. */
  label: string;
  /** How to leave the editor with the keyboard; read out after the name. */
  description: string;
  /** Whether the text can only be read. */
  readonly?: boolean;
  /** Whether lines from `// hide` to `// show` are left out of view, and kept as they are. */
  hides?: boolean;
  /** Where the files are that come with the first completion; by default in the site's folder. */
  locate?: Locate;
  /** Called with the whole text, at most every 250 ms, and at once when the editor or page loses focus. */
  onChange(text: string): void;
  /** Called for a key that belongs to the page: "run" (Mod-Enter) or "check" (Mod-Shift-Enter). */
  onCommand(command: string): void;
}

/** A fault at a place in the text. Lines and columns count from 1. */
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
  /** Marks a line and brings it into view; 0 marks none. */
  markLine(line: number): void;
  /** Takes the focus, and puts the cursor at an offset if there is one. */
  focus(offset?: number): void;
  destroy(): void;
}

const CHANGE_DELAY = 250;

/**
 * Text that is typed over a selection. Left to itself, Chromium styles the new text like the old with an attribute that
 * the page's policy refuses, with a complaint in the console.
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

/** Where completion and search are put in when they have come. */
const LATER = new Compartment();

/** Lines of text up to which long ones are wrapped. Of more CodeMirror guesses the height so badly that it jumps. */
const WRAPPED = 1_000;
const WRAPPING = new Compartment();
const wrapping = (lines: number): Extension => (lines > WRAPPED ? [] : EditorView.lineWrapping);

/** Wraps lines as long as the text is not too long for it. */
const wrapsShortTexts = EditorState.transactionExtender.of(({ startState, newDoc, docChanged }) => {
  const [before, after] = [startState.doc.lines, docChanged ? newDoc.lines : startState.doc.lines];
  return before > WRAPPED === after > WRAPPED ? null : { effects: WRAPPING.reconfigure(wrapping(after)) };
});

/** Extensions of every JavaScript editor. */
const COMMON: Extension = [
  // Room below the last line in view for what underlines it.
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
  // Without the completion that comes with the language: `later.ts` has its own.
  javascriptLanguage,
  keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
  typedOverSelection,
  colours,
];

/** Cursor and scroll positions in texts that were open before, by their names. */
const places = new Map<string, { anchor: number; top: number }>();

/** Makes an editor inside `parent`, which must be empty and in the document. */
export function createEditor(parent: HTMLElement, options: EditorOptions): EditorHandle {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  root.replaceChildren();
  const description = document.createElement("p");
  description.id = "how-to-leave";
  description.textContent = options.description;
  description.hidden = true;
  const host = document.createElement("div");
  // Without a height the editor is as tall as its text: it draws all of it and does not scroll.
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
    // The page's own keys come before CodeMirror's, which would insert a line for Mod-Enter.
    Prec.highest(
      keymap.of([
        { key: "Mod-Shift-Enter", run: command("check"), preventDefault: true, stopPropagation: true },
        { key: "Mod-Enter", run: command("run"), preventDefault: true, stopPropagation: true },
      ]),
    ),
    // Before the common ones: its keys are tried first.
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
      // It can be focused anyway; said for those who look for a way into what scrolls.
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
  import("./later.js").then(
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

/** Marks the line that begins at an offset; null marks none. */
const markedLine = StateEffect.define<number | null>();

/** The marked line. Typing takes the mark away: the step it stands for was another text's. */
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

/** The offset of a line and column, each brought inside the text. */
function offset(doc: Text, line: number, column: number): number {
  const row = doc.line(Math.min(Math.max(1, Math.floor(line) || 1), doc.lines));
  return Math.min(row.to, row.from + Math.max(0, (Math.floor(column) || 1) - 1));
}

/** A fault is underlined from its column to the end of the word there, or one character. */
function placed(doc: Text, fault: Diagnostic): Fault {
  const start = offset(doc, fault.line, fault.column);
  const row = doc.lineAt(start);
  const word = /^[\w$]+|^\S/.exec(row.text.slice(start - row.from));
  const end = Math.min(row.to, start + (word ? word[0].length : 1));
  // At the end of a line there is nothing to underline: take the character before.
  const from = end > start ? start : Math.max(row.from, start - 1);
  return { from, to: Math.max(end, from), message: fault.message };
}
