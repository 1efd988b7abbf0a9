/** Lines from `// hide` to `// show`, or to the end: part of the text, but invisible and not editable. */
import { Annotation, EditorState, StateField, type Extension, type Range, type Text } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

import { HIDDEN } from "../embed/author_content.js";

/** Whether a change must leave hidden lines unchanged; true without the annotation. */
export const untouchable = Annotation.define<boolean>();

const hidden = Decoration.replace({ block: true });

/** The hidden ranges, each from the start of its first line to the end of its last one. */
function stretches(doc: Text): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const { index, 0: text } of doc.toString().matchAll(HIDDEN)) {
    const to = index + text.length - (text.endsWith("\n") && index + text.length <= doc.length ? 1 : 0);
    ranges.push(hidden.range(index, to));
  }
  return Decoration.set(ranges);
}

const field = StateField.define<DecorationSet>({
  create: ({ doc }) => stretches(doc),
  // A reader's edit cannot hide lines.
  update: (set, transaction) =>
    transaction.annotation(untouchable) === false ? stretches(transaction.newDoc) : set.map(transaction.changes),
  provide: (field) => [
    EditorView.decorations.from(field),
    EditorView.atomicRanges.of((view) => view.state.field(field)),
  ],
});

/** The ranges that must not change: the hidden ranges with the adjacent line ends. */
const protect = EditorState.changeFilter.of((transaction) => {
  if (transaction.annotation(untouchable) === false) return true;
  const { doc } = transaction.startState;
  const places: number[] = [];
  const cursor = transaction.startState.field(field).iter();
  for (; cursor.value; cursor.next()) places.push(Math.max(0, cursor.from - 1), Math.min(doc.length, cursor.to + 1));
  return places.length === 0 || places;
});

export const hiddenLines: Extension = [field, protect];
