// fails: operations
// says: said "one"
// from: a-lookup.js
// Two publishers may lie on two shards.

function targets(key, op) {
  if (op.name === "insertOne") return "one";
  const filter = op.filter ?? op.pipeline[0].$match ?? {};
  const [first] = Object.keys(key);
  const has = (field, names) => field in filter && kind(filter[field]).some((name) => names.includes(name));
  if (Object.keys(key).every((field) => has(field, ["$eq", "$in"]))) return "one";
  if (has(first, key[first] === "hashed" ? ["$eq", "$in"] : ["$eq", "$in", ...RANGES])) return "some";
  const branches = filter.$or ?? [];
  return branches.length > 0 && branches.every((branch) => targets(key, { filter: branch }) !== "all") ? "some" : "all";
}

