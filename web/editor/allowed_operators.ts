/** Which operators are allowed at a place. */
import type { Place } from "./cursor_place.js";

/** The kinds in `completion_lists.ts`, with query operators divided by where they are allowed. */
export type Kind = "top" | "query" | "update" | "modifier" | "stage" | "accumulator" | "window" | "expression";

/** Query operators that are allowed in place of fields; others follow a field. */
export const TOP = new Set([
  "$and",
  "$or",
  "$nor",
  "$expr",
  "$text",
  "$where",
  "$jsonSchema",
  "$comment",
  "$sampleRate",
  "$alwaysTrue",
  "$alwaysFalse",
]);

/** Operators by frequency of use, the most frequent first. */
const COMMON: Readonly<Record<Kind, string>> = {
  top: "$or $and $expr $nor $text",
  query: "$gt $gte $in $lt $lte $ne $exists $elemMatch $eq $regex $nin $not $all $size $type $mod",
  update: "$set $inc $push $unset $pull $addToSet $setOnInsert $max $min $pop $mul $rename $currentDate",
  modifier: "$each $slice $sort $position",
  stage:
    "$match $group $sort $project $lookup $unwind $limit $set $addFields $count $skip $facet $replaceRoot $merge $out $unset",
  accumulator: "$sum $avg $push $first $last $max $min $addToSet $count $topN",
  window: "$sum $avg $rank $documentNumber $shift $denseRank",
  expression:
    "$sum $cond $eq $gt $gte $lt $lte $ne $in $and $or $add $subtract $multiply $divide $ifNull $concat $size $filter $map $arrayElemAt $first $max $min $avg $dateTrunc $toString",
};

const ranks = new Map<string, number>();
for (const [kind, names] of Object.entries(COMMON))
  names.split(" ").forEach((name, at) => ranks.set(`${kind} ${name}`, 60 - at));

/** The rank of an operator within its kind; 0 for rarely used ones. */
export function rank(kind: Kind, name: string): number {
  return ranks.get(`${kind} ${name}`) ?? 0;
}

/** The kind of an operator, with its place if it is a query operator. */
export function placed(kind: string, name: string): Kind {
  return kind === "query" && TOP.has(name) ? "top" : (kind as Kind);
}

const QUERY: readonly Kind[] = ["top"];
const NONE: readonly Kind[] = [];
const ALL: readonly Kind[] = ["query", "top", "update", "stage", "expression", "accumulator", "modifier", "window"];

const FILTERED = new Set([
  "find",
  "findOne",
  "countDocuments",
  "count",
  "deleteOne",
  "deleteMany",
  "remove",
  "distinct",
  "findOneAndDelete",
  "replaceOne",
  "findOneAndReplace",
]);
const UPDATED = new Set(["updateOne", "updateMany", "update", "findOneAndUpdate"]);
const INSERTED = new Set(["insertOne", "insertMany", "insert", "save", "createIndex", "createIndexes", "sort", "hint"]);

/** The kinds of keys allowed at a place, in order of preference. */
export function allowed({ method, argument, path, isItem }: Place): readonly Kind[] {
  if (method === undefined) return loose(path, isItem);
  if (INSERTED.has(method)) return NONE;
  if (method === "aggregate" || method === "watch") return argument === 0 ? pipeline(path) : NONE;
  if (method === "distinct") return argument === 1 ? query(path) : NONE;
  if (UPDATED.has(method)) {
    if (argument === 0) return query(path);
    if (argument === 1) return isItem && path.length === 0 ? ["stage"] : update(path);
    return path[0] === "arrayFilters" ? query(path.slice(1)) : NONE;
  }
  if (FILTERED.has(method)) {
    if (argument === 0) return query(path);
    return argument === 1 && /^find(One)?$/.test(method) ? projection(path) : NONE;
  }
  if (method === "project" || method === "projection") return projection(path);
  if (method === "bulkWrite" || method === "findAndModify") {
    const [name, ...rest] = method === "bulkWrite" ? path.slice(1) : path;
    if (name === "filter" || name === "query") return query(rest);
    return name === "update" ? update(rest) : NONE;
  }
  if (method === "createView") return argument === 2 ? pipeline(path) : NONE;
  return method === "map" || method === "forEach" ? loose(path, isItem) : ALL;
}

/** The kinds allowed outside of known calls, based on the surrounding names. */
function loose(path: readonly string[], isItem: boolean): readonly Kind[] {
  const [first] = path;
  if (first === undefined) return isItem ? ["stage", "top", "update"] : ["top", "update", "stage"];
  if (rank("stage", first) > 0 && rank("update", first) === 0) return pipeline(path);
  if (rank("update", first) > 0) return update(path);
  return first.startsWith("$") ? ALL : ["query"];
}

function query(path: readonly string[]): readonly Kind[] {
  if (path.includes("$expr")) return ["expression"];
  if (path.includes("$jsonSchema")) return NONE;
  const last = path.at(-1);
  if (last === undefined || /^\$(and|or|nor)$/.test(last)) return QUERY;
  return last === "$elemMatch" ? ["query", "top"] : ["query"];
}

function update([operator, ...path]: readonly string[]): readonly Kind[] {
  if (operator === undefined) return ["update"];
  if (operator === "$pull") return path.length === 0 ? NONE : ["query"];
  if (/^\$(push|addToSet)$/.test(operator)) return path.length === 1 ? ["modifier"] : NONE;
  // A pipeline of stages.
  return rank("update", operator) === 0 || path.length > 1 ? pipeline([operator, ...path]) : NONE;
}

function projection(path: readonly string[]): readonly Kind[] {
  return path.length === 0 ? NONE : ["expression", "query"];
}

function pipeline([stage, ...path]: readonly string[]): readonly Kind[] {
  if (stage === undefined) return ["stage"];
  const [part, ...inner] = path;
  switch (stage) {
    case "$match":
      return query(path);
    case "$geoNear":
      return part === "query" ? query(inner) : NONE;
    case "$graphLookup":
      if (part === "restrictSearchWithMatch") return query(inner);
      return part === "startWith" ? ["expression"] : NONE;
    case "$lookup":
    case "$unionWith":
      if (part === "pipeline") return pipeline(inner);
      return part === "let" && inner.length > 0 ? ["expression"] : NONE;
    case "$facet":
      return part === undefined ? NONE : pipeline(inner);
    case "$group":
      return part === undefined ? NONE : part === "_id" || path.length > 1 ? ["expression"] : ["accumulator"];
    case "$bucket":
    case "$bucketAuto":
    case "$setWindowFields":
      if (part !== "output") return part === undefined || part === "sortBy" ? NONE : ["expression"];
      if (inner.length === 0) return NONE;
      return inner.length > 1
        ? ["expression"]
        : stage === "$setWindowFields"
          ? ["window", "accumulator"]
          : ["accumulator"];
    case "$replaceWith":
      return ["expression"];
    case "$sort":
    case "$unwind":
    case "$merge":
    case "$out":
      return NONE;
    default:
      return part === undefined ? NONE : ["expression"];
  }
}
