// The whole tree is one document, subjects nested in subjects: one read shows everything, and every change rewrites it.
// wins: When the tree is small, always shown as a whole, and changed by one editor.

function setup(db, rows) {
  const nodes = new Map(rows.subjects.map(({ name }) => [name, { name, below: [] }]));
  const top = [];
  for (const { name, parent } of rows.subjects) (parent === null ? top : nodes.get(parent).below).push(nodes.get(name));
  db.trees.insertOne({ _id: "subjects", version: 1, below: top });
}

// The way from the top down to a subject, or null.
function way(nodes, name) {
  for (const node of nodes) {
    if (node.name === name) return [node];
    const rest = way(node.below, name);
    if (rest) return [node, ...rest];
  }
  return null;
}

const read = (db) => db.trees.findOne({ _id: "subjects" });
const all = (nodes) => nodes.flatMap(({ name, below }) => [name, ...all(below)]);

function addSubject(db, name, parent) {
  for (;;) {
    const tree = read(db);
    const above = parent === null ? tree : way(tree.below, parent)?.at(-1);
    if (!above || way(tree.below, name)) return false;
    above.below.push({ name, below: [] });
    const { version, below } = tree;
    const written = db.trees.updateOne({ _id: "subjects", version }, { $set: { below }, $inc: { version: 1 } });
    if (written.modifiedCount === 1) return true;
  }
}

function children(db, name) {
  return (way(read(db).below, name)?.at(-1).below ?? []).map((node) => node.name);
}

function descendants(db, name) {
  return all(way(read(db).below, name)?.at(-1).below ?? []);
}

function trail(db, name) {
  return (way(read(db).below, name) ?? []).map((node) => node.name);
}
