/** Edits of a script's source, located in its syntax tree. */
import type { AnyNode, Node, ObjectExpression } from "acorn";

/** A range of the source and its replacement. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One mutation of a script, in one place. */
export interface Change {
  readonly edits: readonly Edit[];
  /** The description for the list of survivors: `$inc becomes $set`. */
  readonly says: string;
}

/** A place in the tree: the node and its ancestors, the outermost first and the node itself last. */
export interface Place {
  readonly node: AnyNode;
  readonly around: readonly AnyNode[];
  readonly source: string;
}

/** The source of a node, on one line and truncated if long. */
export function textOf({ start, end }: Pick<Node, "start" | "end">, source: string): string {
  const text = source.slice(start, end).replace(/\s+/g, " ");
  return text.length <= 70 ? text : `${text.slice(0, 69)}…`;
}

/** Replaces a node's source. */
export const replaced = ({ start, end }: Pick<Node, "start" | "end">, text: string): Edit => ({ start, end, text });

/** Removes an item from a comma-separated list. */
export function without(items: readonly (Node | null)[], at: number): Edit | null {
  const item = items[at];
  if (!item) return null;
  const next = items[at + 1];
  const before = items[at - 1];
  if (next) return { start: item.start, end: next.start, text: "" };
  if (before) return { start: before.end, end: item.end, text: "" };
  return { start: item.start, end: item.end, text: "" };
}

/** A property's name, if it is not computed. */
export function keyOf(property: { readonly computed: boolean; readonly key: AnyNode }): string | null {
  if (property.computed) return null;
  if (property.key.type === "Identifier") return property.key.name;
  return property.key.type === "Literal" ? String(property.key.value) : null;
}

/** The name of the called method; null if the node is not a call `object.method()`. */
export function methodOf(node: AnyNode | undefined): string | null {
  if (node?.type !== "CallExpression" || node.callee.type !== "MemberExpression" || node.callee.computed) return null;
  return node.callee.property.type === "Identifier" ? node.callee.property.name : null;
}

/** Whether an object is the order of a sort or of an index's keys. */
export function isOrder(place: Place, object: ObjectExpression): boolean {
  const outer = place.around[place.around.indexOf(object) - 1];
  const method = methodOf(outer);
  if (
    outer?.type === "CallExpression" &&
    (method === "sort" || method === "createIndex") &&
    outer.arguments[0] === object
  )
    return true;
  return outer?.type === "Property" && ["sort", "$sort", "sortBy", "key"].includes(keyOf(outer) ?? "");
}

/** Applies edits that do not overlap. */
export function edited(source: string, edits: readonly Edit[]): string {
  let text = source;
  for (const { start, end, text: by } of [...edits].sort((a, b) => b.start - a.start))
    text = text.slice(0, start) + by + text.slice(end);
  return text;
}

/** Calls that change the database. */
export const WRITES =
  /\.(insert|update|replace|delete|findOneAnd|findAndModify|bulkWrite|createIndex|drop|commitTransaction|abortTransaction)\w*\s*\(/;
