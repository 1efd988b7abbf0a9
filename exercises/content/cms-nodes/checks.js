// Beyond the model: what other programs may write, what stays in old nodes, and what an error names.

const show = (value) => JSON.stringify(value) ?? "nothing";
const smiles = (n) => "\u{1F600}".repeat(n);
const author = { id: 3, name: "zoë" };
const page = { type: "page", title: "The mill", slug: "the-mill", author, body: "On the river." };
const entry = { type: "entry", title: "Open day", slug: "open-day", author, publish_on: new Date("2012-12-01T10:00:00Z"), body: "" };
const photo = { type: "photo", title: "Sluice", slug: "sluice", author, width: 640, height: 480 };
const without = (node, field) => Object.fromEntries(Object.entries(node).filter(([name]) => name !== field));

/** What the rules refuse, the field that is wrong, and what is wrong with it. */
const REFUSED = [
  ["slug", "a node without slug", without(page, "slug")],
  ["slug", "the slug \"a b\"", { ...page, slug: "a b" }],
  ["slug", "the slug \"A\"", { ...entry, slug: "A" }],
  ["slug", "an empty slug", { ...page, slug: "" }],
  ["slug", "the slug \"a\\n\", which ends with a line break,", { ...photo, slug: "a\n" }],
  ["title", "a node without title", without(photo, "title")],
  ["title", "a title of 121 characters", { ...page, title: "x".repeat(121) }],
  ["title", "an empty title", { ...entry, title: "" }],
  ["title", "a title that is a number", { ...page, title: 5 }],
  ["type", "a node of type video", { ...page, type: "video" }],
  ["type", "a node without type", without(page, "type")],
  ["author", "a node without author", without(page, "author")],
  ["id", "an author's id that is a string", { ...entry, author: { id: "3", name: "zoë" } }],
  ["id", "an author's id of 2.5", { ...page, author: { id: 2.5, name: "zoë" } }],
  ["name", "an author without name", { ...photo, author: { id: 3 } }],
  ["publish_on", "an entry without publish_on", without(entry, "publish_on")],
  ["publish_on", "an entry whose publish_on is a string", { ...entry, publish_on: "2012-12-01" }],
  ["publish_on", "an entry whose publish_on is null", { ...entry, publish_on: null }],
  ["width", "a photo without width", without(photo, "width")],
  ["width", "a photo of width 0", { ...photo, width: 0 }],
  ["width", "a photo whose width is the string \"640\"", { ...photo, width: "640" }],
  ["height", "a photo without height", without(photo, "height")],
  ["height", "a photo whose height is null", { ...photo, height: null }],
  [null, "a photo with a body", { ...photo, body: "On the river." }],
];

const ACCEPTED = [
  ["a page", page], ["an entry", entry], ["a photo", photo],
  ["a page with a field of its own", { ...page, parent: { _id: 5 }, tags: ["$a", "b.c"] }],
  ["a page whose publish_on is a string", { ...page, publish_on: "soon", width: "wide" }],
  ["an entry without body", without(entry, "body")],
  ["a title of 120 characters", { ...page, title: "x".repeat(120) }],
  ["a title of 120 emojis", { ...page, title: smiles(120) }],
  ["a title of two lines", { ...page, title: "The mill\nand the river" }],
  ["a photo of 1 × 1.5", { ...photo, width: 1, height: 1.5, caption: null }],
  ["the slug \"-\"", { ...page, slug: "-" }],
];

// Another program's write: what it throws, or null.
function refusal(write) {
  try {
    write();
    return null;
  } catch (error) {
    return error;
  }
}

function expectCode(t, error, what) {
  t.expect.that(error?.code === 121, error ? `${what} failed with ${error.code} (${error.message}), not with 121` : `${what} was stored`);
}

const oldNodes = (w) => w.rows.nodes.filter((node) => REFUSES.some((test) => test(node)));
const isText = (value, least, most) => typeof value === "string" && [...value].length >= least && [...value].length <= most;
const isSize = (value) => typeof value === "number" && value >= 1;
const isSlug = (value) => typeof value === "string" && /^[a-z0-9-]+$/.test(value);
const REFUSES = [
  (node) => !["page", "entry", "photo"].includes(node.type),
  (node) => !isText(node.title, 1, 120),
  (node) => !isSlug(node.slug),
  (node) => !Number.isInteger(node.author?.id) || typeof node.author.name !== "string",
  (node) => node.type === "entry" && !(node.publish_on instanceof Date),
  (node) => node.type === "photo" && !(isSize(node.width) && isSize(node.height) && !("body" in node)),
];

const slugOf = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

// A node as `fix` leaves it.
function fixed(node) {
  const after = { ...node };
  if (isText(node.title, 121, Infinity)) after.title = [...node.title].slice(0, 120).join("");
  if (!isSlug(node.slug) && typeof after.title === "string" && slugOf(after.title) !== "") after.slug = slugOf(after.title);
  const date = new Date(node.publish_on);
  if (node.type === "entry" && typeof node.publish_on === "string" && !isNaN(date)) after.publish_on = date;
  return after;
}

// All nodes are as expected.
function expectNodes(t, w, expected, when) {
  const found = new Map(w.db.nodes.find().toArray().map((node) => [show(node._id), node]));
  t.expect.that(found.size === expected.length, `${when}, \`nodes\` has ${amountOf(found.size, "node")}; there were ${expected.length}`);
  for (const node of expected) {
    const now = found.get(show(node._id));
    t.expect.that(now, `${when}, node ${show(node._id)} is not in \`nodes\``);
    for (const field of new Set([...Object.keys(node), ...Object.keys(now)])) {
      t.expect.equal(now[field], node[field], `${when}, \`${field}\` of node ${show(node._id)}`);
    }
  }
}

must("stored", "`setup` stores every node in `nodes`, as it is.", (t) => {
  const w = t.fresh({ seed: 971, scale: 0.1 });
  expectNodes(t, w, w.rows.nodes, "after setup");
});

must("other-programs", "What other programs insert and update follows the rules, or fails with 121.", (t) => {
  const w = t.fresh({ seed: 972, scale: 0.02 });
  for (const [, what, node] of REFUSED) expectCode(t, refusal(() => w.db.nodes.insertOne({ ...node })), what);
  for (const [what, node] of ACCEPTED) {
    const error = refusal(() => w.db.nodes.insertOne({ ...node }));
    t.expect.that(!error, `${what} was refused: ${error?.message} ${show(error?.errInfo?.details)?.slice(0, 200)}`);
  }
  for (const [_id, node] of [["p", page], ["e", entry], ["f", photo]]) {
    w.db.nodes.insertOne({ _id, ...node });
    for (const [, what, broken] of REFUSED) {
      if (broken.type !== node.type) continue;
      expectCode(t, refusal(() => w.db.nodes.replaceOne({ _id }, broken)), `a ${node.type} that became ${what}`);
    }
    for (const [what, right] of ACCEPTED) {
      const error = refusal(() => w.db.nodes.replaceOne({ _id }, right));
      t.expect.that(!error, `a ${node.type} that became ${what} was refused: ${error?.message}`);
    }
  }
}, { after: ["stored"], hint: "The database itself has to refuse: give `nodes` a validator." });

must("old-nodes", "Nodes that break the rules since before them can be edited until they are right.", (t) => {
  const w = t.fresh({ seed: 974, scale: 0.1 });
  for (const { _id } of oldNodes(w)) {
    const error = refusal(() => w.db.nodes.updateOne({ _id }, { $set: { tags: ["old"] } }));
    t.expect.that(!error, `another program tagged old node ${show(_id)}, and was refused: ${error?.message}`);
    const answer = w.call("edit", _id, { note: "to be fixed" });
    t.expect.that(answer === true, `edit(db, ${show(_id)}, {note}) of an old node returned ${show(answer)}`);
  }
  for (const { _id, type } of oldNodes(w)) {
    const right = { page, entry, photo }[type] ?? page;
    w.db.nodes.replaceOne({ _id }, right);
    expectCode(t, refusal(() => w.db.nodes.updateOne({ _id }, { $set: { slug: "a b" } })), `old node ${show(_id)} had been put right, and the slug "a b"`);
  }
}, { after: ["other-programs"] });

must("fixes", "`fix` mends dates, titles and slugs and leaves all else, also when repeated after a death.", (t) => {
  const w = t.fresh({ seed: 975, scale: 0.1 });
  const expected = w.rows.nodes.map(fixed);
  w.call("fix");
  expectNodes(t, w, expected, "after fix");
  for (const { _id } of oldNodes({ rows: { nodes: expected } })) {
    const error = refusal(() => w.db.nodes.updateOne({ _id }, { $set: { tags: ["left"] } }));
    t.expect.that(!error, `after fix, node ${show(_id)} still breaks the rules; another program tagged it, and was refused: ${error?.message}`);
  }
  expectCode(t, refusal(() => w.db.nodes.insertOne({ ...photo, width: 0 })), "after fix, a photo of width 0");
  const cut = t.fresh({ seed: 976, scale: 0.01 });
  const ends = cut.rows.nodes.map(fixed);
  cut.crash((world) => world.call("fix"), (world) => world.call("fix"), (world) => {
    expectNodes(t, world, ends, "after a fix that was cut off, and repeated");
  }, { outside: {}, limit: 30 });
}, { after: ["old-nodes"] });

// The names of the wrong or missing properties that a refusal gives.
function namesIn(value) {
  if (value === null || typeof value !== "object") return [];
  const own = [value.propertyName, ...(Array.isArray(value.missingProperties) ? value.missingProperties : [])];
  return [...own, ...Object.values(value).flatMap(namesIn)].filter((name) => typeof name === "string");
}

star("told", "A refusal names the field that is wrong, in `propertyName` or `missingProperties`.", (t) => {
  const w = t.fresh({ seed: 977, scale: 0.02 });
  for (const [field, what, node] of REFUSED) {
    if (field === null) continue;
    const error = refusal(() => w.db.nodes.insertOne({ ...node }));
    const names = [...new Set(namesIn(error?.errInfo?.details))];
    t.expect.that(names.includes(field), `${what} was refused, and the error names ${names.join(", ") || "no property"}, not ${field}`);
  }
}, { after: ["other-programs"] });

star("strict-at-last", "Once `fix` has left nothing wrong, no update leaves a node wrong, however it came in.", (t) => {
  const w = t.fresh({ seed: 978, scale: 0.05 });
  // Another program removes what `fix` cannot mend.
  w.db.nodes.deleteMany({ _id: { $in: oldNodes({ rows: { nodes: w.rows.nodes.map(fixed) } }).map(({ _id }) => _id) } });
  w.call("fix");
  const left = w.call("invalid");
  t.expect.that(Array.isArray(left) && left.length === 0, `after fix, invalid returned ${show(left)}`);
  w.db.nodes.insertOne({ _id: "restored", ...without(photo, "width") }, { bypassDocumentValidation: true });
  const error = refusal(() => w.db.nodes.updateOne({ _id: "restored" }, { $set: { tags: ["mill"] } }));
  t.expect.that(error?.code === 121, "after fix nothing was wrong; a photo without width came in past the rules, and was tagged without being refused");
  const mended = refusal(() => w.db.nodes.updateOne({ _id: "restored" }, { $set: { width: 5 } }));
  t.expect.that(!mended, `an update that puts a node right was refused: ${mended?.message}`);
}, { after: ["fixes"] });

probe("edit", (w) => w.call("edit", w.rows.nodes[0]._id, { title: "The mill" }));

measure((w) => {
  const ids = w.rows.nodes.map(({ _id }) => _id);
  for (let i = 0; i < 4; i++) w.call("create", { _id: `new ${i}`, ...page });
  w.call("create", { _id: "bad", ...page, slug: "a b" });
  for (let i = 0; i < 20; i++) w.call("edit", ids[i], { tags: ["mill"] });
  w.call("invalid");
}, { scale: 0.3 });
