/** Completion, search and underlined errors: a module that loads after the editor. */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type CompletionContext,
  completionKeymap,
  type CompletionResult,
  snippetCompletion,
} from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import type { EditorState, Extension, TransactionSpec } from "@codemirror/state";
import { keymap } from "@codemirror/view";

import type * as Completing from "./completion.js";
import type { Locate } from "./locate.js";

type Vocabulary = Completing.Vocabulary;

/** The interface of this module. */
export interface Later {
  extensions(vocabulary: () => Vocabulary, locate: Locate): Extension;
  faults(state: EditorState, faults: Fault[]): TransactionSpec;
}

/** A range of text to underline, by offsets. */
export interface Fault {
  from: number;
  to: number;
  message: string;
}

/** Extensions of the editor. The vocabulary is read anew for each completion. */
export function extensions(vocabulary: () => Vocabulary, locate: Locate): Extension {
  return [
    closeBrackets(),
    highlightSelectionMatches(),
    keymap.of([...closeBracketsKeymap, ...searchKeymap, ...completionKeymap, ...lintKeymap]),
    autocompletion({ override: [(context) => complete(context, vocabulary(), locate)], icons: false }),
  ];
}

/** Underlines exactly these errors. */
export function faults(state: EditorState, faults: Fault[]): TransactionSpec {
  return setDiagnostics(
    state,
    faults.map((fault) => ({ ...fault, severity: "error" as const })),
  );
}

/** Completes with a separate module; if it cannot be loaded, nothing is completed, and the next completion retries. */
async function complete(
  context: CompletionContext,
  vocabulary: Vocabulary,
  locate: Locate,
): Promise<CompletionResult | null> {
  try {
    const module = (await import(await locate("completion.js"))) as typeof Completing;
    return await module.complete(context, vocabulary, { syntaxTree, snippetCompletion, locate });
  } catch {
    return null;
  }
}
