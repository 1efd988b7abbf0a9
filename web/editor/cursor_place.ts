/** The place of the cursor in a script: the call, the argument, and the names of the surrounding objects. */
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";

/** A call, and the path within it. */
export interface Place {
  /** The method; undefined outside of calls. */
  readonly method: string | undefined;
  /** The collection that it is called on, if the script names one. */
  readonly collection: string | undefined;
  /** The index of the argument. */
  readonly argument: number;
  /** Names of the properties from the outside in; array items add none. */
  readonly path: readonly string[];
  /** Whether the innermost object is an item of an array. */
  readonly isItem: boolean;
}

/** The type of CodeMirror's {@link syntaxTree}, which the editor's own module contains. */
export type TreeOf = (state: EditorState) => Tree;

const BETWEEN = new Set(["(", ")", ",", "LineComment", "BlockComment"]);

/** The place of a key that is being typed in the object around `node`, or of a string. */
export function placeOf(state: EditorState, node: SyntaxNode): Place {
  const path: string[] = [];
  let isItem: boolean | undefined;
  let below = node;
  for (let at: SyntaxNode | null = node; at; below = at, at = at.parent) {
    if (at.name === "ObjectExpression") isItem ??= at.parent?.name === "ArrayExpression";
    // Inside a property's value, not its name.
    if (at.name === "Property" && at.firstChild && below.from > at.firstChild.to)
      path.unshift(nameOf(state, at.firstChild));
    if (/^(Arrow)?Function/.test(at.name) && at !== node) break;
    if (at.name !== "ArgList" || at.parent?.name !== "CallExpression") continue;
    const callee = at.parent.firstChild;
    const text = callee ? state.sliceDoc(callee.from, Math.min(callee.to, callee.from + 400)) : "";
    const method = callee?.name === "MemberExpression" ? /(\w+)\s*$/.exec(text)?.[1] : undefined;
    if (method === undefined) break;
    let argument = 0;
    for (let one = at.firstChild; one && one.to <= below.from; one = one.nextSibling) if (one.name === ",") argument++;
    return { method, collection: collectionOf(text), argument, path, isItem: isItem ?? false };
  }
  return { method: undefined, collection: undefined, argument: 0, path, isItem: isItem ?? false };
}

/** The collection in `db.books.find`, `db["books"].find` or `db.getCollection("books").find`. */
export function collectionOf(text: string): string | undefined {
  const named =
    /\bdb\s*(?:\.\s*getCollection\(\s*["']([^"']+)["']\s*\)|\[\s*["']([^"']+)["']\s*\]|\.\s*([\w$]+))\s*\./.exec(text);
  return named?.[1] ?? named?.[2] ?? named?.[3];
}

/** The name of a property. */
export function nameOf(state: EditorState, node: SyntaxNode): string {
  return state.sliceDoc(node.from, node.to).replace(/^["']|["']$/g, "");
}

/** The collections and their fields that the script itself names. */
export function scriptNames(state: EditorState, tree: Tree): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  const of = (collection: string): Set<string> => {
    const known = names.get(collection) ?? new Set<string>();
    names.set(collection, known);
    return known;
  };
  tree.iterate({
    enter({ name, node }) {
      if (name !== "CallExpression" && name !== "Property") return;
      if (name === "CallExpression") {
        const text = state.sliceDoc(node.from, Math.min(node.to, node.from + 200));
        const collection = text.startsWith("db") ? collectionOf(text) : undefined;
        if (collection !== undefined && !/^db\s*\.\s*[\w$]+\s*\(/.test(text.replace(/^db\s*\.\s*getCollection\(/, "")))
          of(collection);
        return;
      }
      const key = node.firstChild;
      const field = key ? nameOf(state, key) : "";
      if (field === "" || field.startsWith("$") || BETWEEN.has(field)) return;
      const { collection, method, argument, path } = placeOf(state, node);
      // Names in options and in output of stages are not fields.
      if (collection === undefined || method === undefined || argument > 1 || path.length > MAX_LEVELS) return;
      const outer = path.filter((part) => !part.startsWith("$"));
      of(collection).add([...outer, field].join("."));
    },
  });
  return names;
}

/** The most levels of nested names. */
const MAX_LEVELS = 5;
