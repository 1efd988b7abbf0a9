/** Finds comparisons by identity in `model.js`, where equal dates and ids would count as different. */
import { parse, type AnyNode } from "acorn";
import { full } from "acorn-walk";

import { edited, methodOf, type Edit } from "./mutate/edits.js";
import type { Fault } from "./lint.js";

/** Methods of arrays, maps and sets that search for their first argument by identity. */
const BY_IDENTITY: ReadonlySet<string> = new Set([
  "includes",
  "indexOf",
  "lastIndexOf",
  "has",
  "get",
  "set",
  "add",
  "delete",
]);
/** The name of the guard in an instrumented model. */
const GUARD = "guard";
/** The name of the function that an instrumented model passes its promises through. */
export const REACH = "reach";
const ADVICE = "so that equal ones differ: compare Number(date), String(id) or numberOf(value)";

/** The type of a value whose equal copies are not identical; null for others. */
function identified(value: unknown): string | null {
  if (value instanceof Date) return "a date";
  const type = value !== null && typeof value === "object" ? (value as { _bsontype?: unknown })._bsontype : undefined;
  return typeof type === "string" ? `an ${type}`.replace(/^an (?=[^AEIOU])/, "a ") : null;
}

/** Receives the values that an instrumented model compares. */
export class ModelGuard {
  readonly #found = new Map<string, Fault>();

  /** The findings, in the order of lines. */
  get faults(): readonly Fault[] {
    return [...this.#found.values()].sort((a, b) => a.line - b.line);
  }

  /** The names that an instrumented `model.js` uses. */
  get names(): Readonly<Record<string, unknown>> {
    return {
      [GUARD]: {
        equal: (line: number, operator: string, a: unknown, b: unknown): boolean => {
          const what =
            a === null || a === undefined || b === null || b === undefined ? null : (identified(a) ?? identified(b));
          if (what !== null) this.#add(line, `it compares ${what} by ${operator}, ${ADVICE}`);
          const same = operator.length === 3 ? a === b : a == b;
          return operator.startsWith("!") ? !same : same;
        },
        key: (line: number, key: unknown): unknown => {
          const what = identified(key);
          if (what !== null) this.#add(line, `it looks for ${what} by identity, ${ADVICE}`);
          return key;
        },
        keys: (line: number, type: string, items: unknown): unknown => {
          for (const item of Array.isArray(items) ? (items as unknown[]) : []) {
            const what = identified(type === "Map" && Array.isArray(item) ? item[0] : item);
            if (what !== null) this.#add(line, `it puts ${what} into a ${type} by identity, ${ADVICE}`);
          }
          return items;
        },
        sorted: (line: number, list: unknown): unknown => {
          const odd = Array.isArray(list) && list.some((item) => typeof item !== "string");
          if (odd) this.#add(line, "it sorts values that are not strings as strings; pass a comparison to `sort`");
          return list;
        },
      },
    };
  }

  #add(line: number, message: string): void {
    this.#found.set(`${line} ${message}`, { file: "model.js", line, message });
  }
}

/** Instruments a model so that its comparisons go through a `ModelGuard`, its promises through `REACH`; lines stay. */
export function guarded(source: string): string {
  // Operators are inserted first: an inner expression may end at an operator's position.
  const [operators, inserted]: [Edit[], Edit[]] = [[], []];
  const insert = (at: number, text: string): void => void inserted.push({ start: at, end: at, text });
  const wrap = ({ start, end }: AnyNode, before: string): void => {
    insert(start, before);
    insert(end, ")");
  };
  full(parse(source, { ecmaVersion: "latest", sourceType: "script", locations: true }), (given) => {
    const node = given as AnyNode;
    const line = node.loc?.start.line ?? 0;
    if (node.type === "BinaryExpression" && /^[!=]==?$/.test(node.operator)) {
      const between = source.slice(node.left.end, node.right.start);
      const at = node.left.end + between.indexOf(node.operator);
      wrap(node, `${GUARD}.equal(${line}, "${node.operator}", `);
      operators.push({ start: at, end: at + node.operator.length, text: "," });
    } else if (node.type === "NewExpression" && node.callee.type === "Identifier") {
      const { name } = node.callee;
      const [items] = node.arguments;
      if ((name === "Map" || name === "Set") && items) wrap(items, `${GUARD}.keys(${line}, "${name}", `);
    } else if (node.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === "model") {
      const [promises] = node.arguments;
      if (promises) wrap(promises, `${REACH}(`);
    } else if (node.type === "MemberExpression" && node.computed) {
      wrap(node.property, `${GUARD}.key(${line}, `);
    } else if (node.type === "CallExpression" && node.callee.type === "MemberExpression") {
      const method = methodOf(node) ?? "";
      const [first] = node.arguments;
      if (BY_IDENTITY.has(method) && first && first.type !== "SpreadElement") wrap(first, `${GUARD}.key(${line}, `);
      if ((method === "sort" || method === "toSorted") && !first) wrap(node.callee.object, `${GUARD}.sorted(${line}, `);
    }
  });
  return edited(source, [...operators, ...inserted]);
}
