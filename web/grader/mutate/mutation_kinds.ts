/** The kinds of mutation: each inspects one node of the tree and returns possible mistakes there. */
import type { AnyNode, Expression, Literal, SpreadElement, Statement } from "acorn";
import { full } from "acorn-walk";

import { isOrder, keyOf, methodOf, replaced, textOf, without, type Change, type Place, WRITES } from "./edits.js";
import { REALISTIC_MISTAKES } from "./realistic_mistakes.js";

/** A kind of mutation. */
export interface MutationKind {
  readonly name: string;
  readonly at: (place: Place) => Change[];
}

/** Operators, stages and methods with the most similar wrong choice. */
const SWAPS: Readonly<Record<string, string>> = {
  $inc: "$set",
  $set: "$inc",
  $push: "$addToSet",
  $addToSet: "$push",
  $setOnInsert: "$set",
  $min: "$max",
  $max: "$min",
  $gte: "$gt",
  $gt: "$gte",
  $lte: "$lt",
  $lt: "$lte",
  $ne: "$eq",
  $in: "$nin",
  $nin: "$in",
  $and: "$or",
  $or: "$and",
  $all: "$in",
  $first: "$last",
  $last: "$first",
  $add: "$subtract",
  $subtract: "$add",
  $pop: "$unset",
  $each: "$in",
};
const METHODS: Readonly<Record<string, string>> = {
  updateMany: "updateOne",
  updateOne: "updateMany",
  deleteMany: "deleteOne",
  deleteOne: "deleteMany",
  replaceOne: "updateOne",
  insertMany: "insertOne",
  some: "every",
  every: "some",
  push: "unshift",
  shift: "pop",
  pop: "shift",
  max: "min",
  min: "max",
  ceil: "floor",
  floor: "ceil",
};
const COMPARISONS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "==": "!=",
  "!=": "==",
  "+": "-",
  "-": "+",
};
/** Method calls that can be removed from a chain without breaking it. */
const LINKS = new Set(["sort", "limit", "skip", "reverse", "filter", "hint", "slice", "project", "collation"]);

const change = (says: string, ...edits: Change["edits"][number][]): Change => ({ says, edits });

const dropField: MutationKind = {
  name: "drop a field",
  at({ node, source }) {
    if (node.type !== "ObjectExpression") return [];
    return node.properties.flatMap((property, at) => {
      const edit = without(node.properties, at);
      return edit ? [change(`without ${textOf(property, source)}`, edit)] : [];
    });
  },
};

const dropElement: MutationKind = {
  name: "drop an element",
  at({ node, source }) {
    if (node.type !== "ArrayExpression") return [];
    return node.elements.flatMap((element, at) => {
      const edit = without(node.elements, at);
      return element && edit ? [change(`without the element ${textOf(element, source)}`, edit)] : [];
    });
  },
};

const dropStatement: MutationKind = {
  name: "drop a statement",
  at({ node, source }) {
    const plain = node.type === "ExpressionStatement" && !("directive" in node && node.directive);
    if (!plain && node.type !== "ThrowStatement" && node.type !== "ContinueStatement" && node.type !== "BreakStatement")
      return [];
    return [change(`without ${textOf(node, source)}`, replaced(node, ";"))];
  },
};

const dropReturn: MutationKind = {
  name: "drop a return",
  at({ node, source }) {
    if (node.type !== "ReturnStatement" || !node.argument) return [];
    return [
      change(
        `${textOf(node, source)} returns nothing`,
        replaced(node, `void (${source.slice(node.argument.start, node.argument.end)});`),
      ),
    ];
  },
};

const dropLink: MutationKind = {
  name: "drop a link of a chain",
  at({ node, source }) {
    const method = methodOf(node);
    if (
      node.type !== "CallExpression" ||
      node.callee.type !== "MemberExpression" ||
      method === null ||
      !LINKS.has(method)
    )
      return [];
    const { end } = node.callee.object;
    return [
      change(`without .${method}(${node.arguments.map((argument) => textOf(argument, source)).join(", ")})`, {
        start: end,
        end: node.end,
        text: "",
      }),
    ];
  },
};

const dropOptions: MutationKind = {
  name: "drop an argument",
  at({ node, source }) {
    if (node.type !== "CallExpression" || methodOf(node) === null || node.arguments.length < 2) return [];
    const last = node.arguments.at(-1) as Expression | SpreadElement;
    const edit = without(node.arguments, node.arguments.length - 1);
    return last.type === "ObjectExpression" && edit
      ? [change(`without the argument ${textOf(last, source)}`, edit)]
      : [];
  },
};

const swapOperator: MutationKind = {
  name: "swap an operator",
  at({ node, source }) {
    const name = node.type === "Property" ? keyOf(node) : null;
    const other = name === null ? undefined : SWAPS[name];
    if (node.type !== "Property" || other === undefined) return [];
    return [change(`${name} becomes ${other} in ${textOf(node, source)}`, replaced(node.key, other))];
  },
};

const swapMethod: MutationKind = {
  name: "swap a method",
  at({ node, source }) {
    const method = methodOf(node);
    const other = method === null ? undefined : METHODS[method];
    if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression" || other === undefined) return [];
    return [change(`${method} becomes ${other} in ${textOf(node, source)}`, replaced(node.callee.property, other))];
  },
};

const number = (node: AnyNode): node is Literal => node.type === "Literal" && typeof node.value === "number";

const turnOrder: MutationKind = {
  name: "turn an order",
  at(place) {
    const { node, source } = place;
    if (node.type !== "ObjectExpression" || !isOrder(place, node)) return [];
    return node.properties.flatMap((property) => {
      if (property.type !== "Property") return [];
      const { value } = property;
      const text = source.slice(value.start, value.end);
      if (text !== "1" && text !== "-1") return [];
      return [change(`${textOf(property, source)} the other way round`, replaced(value, text === "1" ? "-1" : "1"))];
    });
  },
};

const offByOne: MutationKind = {
  name: "off by one",
  at(place) {
    const { node, around, source } = place;
    if (!number(node) || around.some((outer) => outer.type === "ObjectExpression" && isOrder(place, outer))) return [];
    const outer = around.at(-2);
    const object = around.at(-3);
    // Directions and projections have their own kinds.
    const flag =
      outer?.type === "Property" &&
      outer.value === node &&
      (node.value === 1 || node.value === 0) &&
      object?.type === "ObjectExpression";
    const operator = flag && (keyOf(outer) ?? "").startsWith("$");
    const counted =
      flag &&
      /inc|sum|limit|skip|slice/i.test(
        around.flatMap((n) => (n.type === "Property" ? [keyOf(n) ?? ""] : [])).join(" "),
      );
    if (flag && !operator && !counted) return [];
    const context = textOf(outer ?? node, source);
    return [
      change(
        `${node.raw} becomes ${Number(node.value) + 1} in ${context}`,
        replaced(node, String(Number(node.value) + 1)),
      ),
      change(
        `${node.raw} becomes ${Number(node.value) - 1} in ${context}`,
        replaced(node, `(${Number(node.value) - 1})`),
      ),
    ];
  },
};

const boolean: MutationKind = {
  name: "turn a boolean",
  at({ node, around, source }) {
    if (node.type !== "Literal" || typeof node.value !== "boolean") return [];
    return [
      change(
        `${node.raw} becomes ${!node.value} in ${textOf(around.at(-2) ?? node, source)}`,
        replaced(node, String(!node.value)),
      ),
    ];
  },
};

const guard: MutationKind = {
  name: "guard",
  at({ node, source }) {
    if (node.type !== "IfStatement" && node.type !== "ConditionalExpression") return [];
    const test = source.slice(node.test.start, node.test.end);
    const shown = textOf(node.test, source);
    return [
      change(`the condition ${shown} always holds`, replaced(node.test, "true")),
      change(`the condition ${shown} never holds`, replaced(node.test, "false")),
      change(`the condition ${shown} is negated`, replaced(node.test, `!(${test})`)),
    ];
  },
};

const logic: MutationKind = {
  name: "drop a condition",
  at({ node, source }) {
    if (node.type !== "LogicalExpression") return [];
    const [left, right] = [node.left, node.right].map((side) => `(${source.slice(side.start, side.end)})`) as [
      string,
      string,
    ];
    return [
      change(`without ${node.operator} ${textOf(node.right, source)}`, replaced(node, left)),
      change(`without ${textOf(node.left, source)} ${node.operator}`, replaced(node, right)),
    ];
  },
};

const comparison: MutationKind = {
  name: "swap a comparison",
  at({ node, source }) {
    const other = node.type === "BinaryExpression" ? COMPARISONS[node.operator] : undefined;
    if (node.type !== "BinaryExpression" || other === undefined) return [];
    const between = source.slice(node.left.end, node.right.start);
    const at = node.left.end + between.indexOf(node.operator);
    return [
      change(`${node.operator} becomes ${other} in ${textOf(node, source)}`, {
        start: at,
        end: at + node.operator.length,
        text: other,
      }),
    ];
  },
};

const sign: MutationKind = {
  name: "drop a sign",
  at({ node, around, source }) {
    if (node.type !== "UnaryExpression" || (node.operator !== "-" && node.operator !== "!")) return [];
    if (number(node.argument)) return [];
    return [
      change(`without ${node.operator} in ${textOf(around.at(-2) ?? node, source)}`, {
        start: node.start,
        end: node.argument.start,
        text: "",
      }),
    ];
  },
};

/** The names that a statement declares. */
function declares(statement: Statement): string[] {
  if (statement.type !== "VariableDeclaration") return [];
  const names: string[] = [];
  for (const { id } of statement.declarations)
    full(
      id,
      (node) => void ((node as AnyNode).type === "Identifier" && names.push((node as { name?: string }).name ?? "")),
    );
  return names;
}

const reorder: MutationKind = {
  name: "reorder two writes",
  at({ node, source }) {
    if (node.type !== "BlockStatement") return [];
    const body = node.body as Statement[];
    return body.slice(0, -1).flatMap((first, at) => {
      const second = body[at + 1] as Statement;
      const [a, b] = [first, second].map(({ start, end }) => source.slice(start, end)) as [string, string];
      const movable = [first, second].every(
        ({ type }) => type === "ExpressionStatement" || type === "VariableDeclaration" || type === "ForOfStatement",
      );
      if (!movable || !WRITES.test(a) || !WRITES.test(b)) return [];
      // The second statement cannot precede the first if it uses its declarations.
      if (declares(first).some((name) => new RegExp(`\\b${name.replace(/\$/g, "\\$")}\\b`).test(b))) return [];
      return [
        change(
          `${textOf(second, source)} comes before ${textOf(first, source)}`,
          replaced(first, b),
          replaced(second, a),
        ),
      ];
    });
  },
};

/** All kinds of mutation. */
export const KINDS: readonly MutationKind[] = [
  dropField,
  dropElement,
  dropStatement,
  dropReturn,
  dropLink,
  dropOptions,
  swapOperator,
  swapMethod,
  turnOrder,
  offByOne,
  boolean,
  guard,
  logic,
  comparison,
  sign,
  reorder,
  ...REALISTIC_MISTAKES,
];
