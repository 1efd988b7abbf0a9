/** Mistakes found in programs whose authors did not know the checks: limits, joined keys, rounded times. */
import type { AnyNode, Node } from "acorn";

import { keyOf, methodOf, replaced, textOf, WRITES, type Change, type Place } from "./edits.js";
import type { MutationKind } from "./mutation_kinds.js";

/** Limits that people write. */
const LIMITS = [10, 20, 50, 100, 101, 200, 256, 500, 1000];
/** Limits tried per place; different places get different ones. */
const LIMITS_EACH = 2;
/** Fields whose names suggest unique values. */
const NAME = /^(name|title|user|username|message|domain|slug|url|word|tag)$/;
const COUNTS = /^(matchedCount|modifiedCount|deletedCount|upsertedCount|insertedCount)$/;

const change = (says: string, ...edits: Change["edits"][number][]): Change => ({ says, edits });
const sourceOf = ({ start, end }: Pick<Node, "start" | "end">, source: string): string => source.slice(start, end);

/** Some of the limits, which depend on the place. */
function limitsAt(start: number): readonly number[] {
  return Array.from({ length: LIMITS_EACH }, (_, at) => LIMITS[(start + at * 4) % LIMITS.length] as number);
}

const limit: MutationKind = {
  name: "limit a result",
  at({ node, source }) {
    const method = methodOf(node);
    if (node.type !== "CallExpression") return [];
    if (method === "find" && node.callee.type === "MemberExpression" && /^db\./.test(sourceOf(node, source))) {
      return limitsAt(node.start).map((count) =>
        change(`${textOf(node, source)} is limited to ${count}`, {
          start: node.end,
          end: node.end,
          text: `.limit(${count})`,
        }),
      );
    }
    const [pipeline] = node.arguments;
    if (method !== "aggregate" || pipeline?.type !== "ArrayExpression") return [];
    const last = pipeline.elements.at(-1);
    if (!last || /\$(out|merge)\b/.test(sourceOf(last, source))) return [];
    return limitsAt(node.start).map((count) =>
      change(`the pipeline is limited to ${count}`, { start: last.end, end: last.end, text: `, { $limit: ${count} }` }),
    );
  },
};

const separator: MutationKind = {
  name: "drop a separator",
  at({ node, source }) {
    if (node.type === "TemplateLiteral") {
      return node.quasis.slice(1, -1).flatMap((part) => {
        const text = sourceOf(part, source);
        return /^[^\w\s$`\\]{1,3}$/.test(text)
          ? [change(`without ${text} between the parts of ${textOf(node, source)}`, replaced(part, ""))]
          : [];
      });
    }
    if (methodOf(node) !== "join" || node.type !== "CallExpression") return [];
    const [by] = node.arguments;
    return by?.type === "Literal" && by.value !== ""
      ? [change(`joined without ${textOf(by, source)}`, replaced(by, '""'))]
      : [];
  },
};

const roundDate: MutationKind = {
  name: "round a date",
  at({ node, source }) {
    if (node.type !== "NewExpression" || node.callee.type !== "Identifier" || node.callee.name !== "Date") return [];
    const date = sourceOf(node, source);
    return [
      ["floor", 60_000, "down to minutes"],
      ["ceil", 60_000, "up to minutes"],
      ["floor", 86_400_000, "down to days"],
    ].map(([how, unit, says]) =>
      change(
        `${textOf(node, source)} rounded ${says}`,
        replaced(node, `new Date(Math.${how}(Number(${date}) / ${unit}) * ${unit})`),
      ),
    );
  },
};

const idByName: MutationKind = {
  name: "take a name for the _id",
  at({ node, around, source }) {
    if (
      node.type !== "ObjectExpression" ||
      !/^insert/.test(
        around
          .slice(0, -1)
          .map(methodOf)
          .findLast((method) => method !== null) ?? "",
      )
    )
      return [];
    const fields = new Map<string, AnyNode>();
    for (const property of node.properties)
      if (property.type === "Property") fields.set(keyOf(property) ?? "", property.value);
    const [, value] = [...fields].find(([key]) => NAME.test(key)) ?? [];
    const id = fields.get("_id");
    if (!value) return [];
    const text = sourceOf(value, source);
    if (id) return [change(`the _id is ${textOf(value, source)}`, replaced(id, text))];
    return [
      change(`the _id is ${textOf(value, source)}`, {
        start: node.start + 1,
        end: node.start + 1,
        text: ` _id: ${text},`,
      }),
    ];
  },
};

const lookThenWrite: MutationKind = {
  name: "look, then write",
  at({ node, source }) {
    const method = methodOf(node);
    if (
      node.type !== "CallExpression" ||
      node.callee.type !== "MemberExpression" ||
      !/^(updateOne|deleteOne|findOneAndUpdate)$/.test(method ?? "")
    )
      return [];
    const [filter, ...others] = node.arguments;
    const rest = others.map((argument) => `, ${sourceOf(argument, source)}`).join("");
    // An upsert's filter need not match a document.
    if (!filter || filter.type !== "ObjectExpression" || /upsert/.test(rest)) return [];
    const collection = sourceOf(node.callee.object, source);
    const none = method === "findOneAndUpdate" ? "null" : "{ matchedCount: 0, modifiedCount: 0, deletedCount: 0 }";
    const looked = `((found) => found ? ${collection}.${method}({ _id: found._id }${rest}) : ${none})(${collection}.findOne(${sourceOf(filter, source)}))`;
    return [change(`${textOf(node, source)} looks first and then writes by _id`, replaced(node, looked))];
  },
};

const ignoreRefusal: MutationKind = {
  name: "ignore a refusal",
  at({ node, source }: Place) {
    const isCount = (side: AnyNode): boolean =>
      side.type === "MemberExpression" && side.property.type === "Identifier" && COUNTS.test(side.property.name);
    if (node.type !== "BinaryExpression" || (!isCount(node.left) && !isCount(node.right))) return [];
    return [change(`${textOf(node, source)} is taken to hold`, replaced(node, `(${sourceOf(node, source)}, true)`))];
  },
};

const writeAfterAnswer: MutationKind = {
  name: "write after the answer",
  at({ node, source }) {
    if (node.type !== "BlockStatement") return [];
    const [write, answer] = node.body.slice(-2);
    if (write?.type !== "ExpressionStatement" || answer?.type !== "ReturnStatement" || !answer.argument) return [];
    const [written, answered] = [sourceOf(write, source), sourceOf(answer.argument, source)];
    // Only an answer that is read from the database can miss the write.
    if (!WRITES.test(written) || !/\bdb\b/.test(answered)) return [];
    const late = `try { return ${answered}; } finally { ${written} }`;
    return [
      change(`${textOf(write, source)} comes after the answer`, { start: write.start, end: answer.end, text: late }),
    ];
  },
};

const dropLiteral: MutationKind = {
  name: "drop a $literal",
  at({ node, source }) {
    if (node.type !== "ObjectExpression" || node.properties.length !== 1) return [];
    const [property] = node.properties;
    if (property?.type !== "Property" || keyOf(property) !== "$literal") return [];
    return [
      change(
        `without $literal around ${textOf(property.value, source)}`,
        replaced(node, sourceOf(property.value, source)),
      ),
    ];
  },
};

/** The mistakes that checks must detect. */
export const REALISTIC_MISTAKES: readonly MutationKind[] = [
  limit,
  separator,
  roundDate,
  idByName,
  lookThenWrite,
  ignoreRefusal,
  writeAfterAnswer,
  dropLiteral,
];
