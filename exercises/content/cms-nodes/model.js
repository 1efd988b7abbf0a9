// What the site promises: the rules hold for whatever is new or was right, and spare what was wrong already.

const isText = (value, least, most) => typeof value === "string" && [...value].length >= least && [...value].length <= most;
const isSize = (value) => typeof value === "number" && value >= 1;
const isSlug = (value) => typeof value === "string" && /^[a-z0-9-]+$/.test(value);
const slugOf = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

const byType = {
  page: () => true,
  entry: ({ publish_on }) => publish_on instanceof Date,
  photo: (node) => isSize(node.width) && isSize(node.height) && !("body" in node),
};

const isValid = (node) =>
  Object.hasOwn(byType, node.type) && byType[node.type](node) && isText(node.title, 1, 120) && isSlug(node.slug) &&
  Number.isInteger(node.author?.id) && typeof node.author.name === "string";

function mend(node) {
  if (isText(node.title, 121, Infinity)) node.title = [...node.title].slice(0, 120).join("");
  if (!isSlug(node.slug) && typeof node.title === "string" && slugOf(node.title) !== "") node.slug = slugOf(node.title);
  if (node.type === "entry" && typeof node.publish_on === "string" && !isNaN(new Date(node.publish_on))) node.publish_on = new Date(node.publish_on);
}

const author = { id: 3, name: "zoë" };
const smiles = (n) => "\u{1F600}".repeat(n);

/** Fields that are right, wrong, or right for one type only. */
const change = (g) =>
  g.pick([
    { title: g.name() }, { title: "" }, { title: null }, { title: "x".repeat(g.pick([119, 120, 121])) }, { title: smiles(g.pick([120, 121])) },
    { slug: g.pick(["a", "a-1", "-", "A", "a b", "a.b", "", "a\n", "\na", "é", "a_b"]) }, { slug: 5 },
    { author }, { author: { id: g.pick([0, "3", 2.5, null]), name: "ann" } }, { author: { id: 1 } }, { author: "ann" },
    { author: { name: "ann" } }, { author: { id: 1, name: 2 } },
    { type: g.pick(["page", "entry", "photo", "video", "Page", null]) },
    { publish_on: g.date(Date.UTC(2011, 0), Date.UTC(2013, 0)) }, { publish_on: g.pick(["2012-02-29", "soon", null, 20120229]) },
    { width: g.pick([1, 0, 0.5, 1.5, 640, "640", null, -1]) }, { height: g.pick([1, 0, 900, "9"]) }, { body: g.pick(["text", null, ""]) },
    { tags: [g.name()] },
  ]);

/** A field that the rules ask of one type and leave free in the others. */
const telling = (g, type) =>
  type === "photo" && g.chance(0.7)
    ? g.pick([{ body: g.pick([null, "", "text"]) }, { width: g.pick([1, 0.5, "640", null]) }, { height: g.pick([1, 0]) }])
    : g.pick([{ publish_on: g.pick(["2012-02-29", "2012-02-29T08:15:00Z", "soon", null]) }, { width: "wide" }, { body: null }]);

const about = {
  page: (g) => ({ body: g.text(3) }),
  entry: (g) => ({ publish_on: g.date(Date.UTC(2011, 0), Date.UTC(2013, 0)) }),
  photo: () => ({ width: 640, height: 1 }),
};

const idOf = (g, state) => (g.chance(0.1) ? g.pick(["nowhere", "NODE", -1]) : g.hot([...state.keys()]));

model({
  scale: 0.01,
  start: ({ nodes }) => new Map([...nodes.filter((node) => !isValid(node)), ...nodes.filter(isValid)].map((node) => [node._id, { ...node }])),
  calls: {
    create: {
      weight: 2,
      args: (g, state) => {
        const type = g.pick(["page", "entry", "photo"]);
        const node = { _id: g.chance(0.1) ? idOf(g, state) : g.pick(["new", "$new", 1001, `new ${g.int(1, 999)}`]), type, title: g.name(), slug: `s-${g.int(1, 99)}`, author, ...about[type](g) };
        if (g.chance(0.6)) Object.assign(node, g.chance(0.3) ? telling(g, type) : change(g));
        if (g.chance(0.15)) delete node[g.pick(["type", "title", "slug", "author", "publish_on", "width"])];
        return [node];
      },
      run: (state, node) => {
        if (state.has(node._id) || !isValid(node)) return false;
        state.set(node._id, { ...node });
        return true;
      },
    },
    edit: {
      weight: 4,
      args: (g, state) => {
        const id = idOf(g, state);
        if (g.chance(0.3)) return [id, telling(g, state.get(id)?.type)];
        // All fields of a node, which is perhaps unknown.
        if (g.chance(0.15)) return [g.pick([id, "nowhere"]), { type: "page", title: g.name(), slug: "a", author, body: "text" }];
        if (g.chance(0.3)) return [id, g.pick([{ note: g.text(2) }, { title: g.name() }, { tags: [g.name()] }, { author }])];
        return [id, { ...change(g), ...(g.chance(0.3) ? change(g) : {}) }];
      },
      run: (state, id, set) => {
        const node = state.get(id);
        const after = { ...node, ...set };
        if (!node || (isValid(node) && !isValid(after))) return false;
        state.set(id, after);
        return true;
      },
    },
    invalid: {
      reads: true,
      args: () => [],
      run: (state) => anyOrder([...state.values()].filter((node) => !isValid(node)).map(({ _id }) => _id)),
    },
    fix: {
      weight: 0.4,
      args: () => [],
      run: (state) => [...state.values()].forEach(mend),
      while: [],
      crash: "never",
    },
  },
  // Many old nodes: what `fix` mends in them, and what it leaves.
  long: {
    rows: ({ nodes }, n) => {
      const old = [
        { title: "x".repeat(121) },
        { title: "Once upon a time", slug: "Once upon" },
        { title: smiles(121), slug: "smiles\n" },
        { publish_on: "2012-02-29", slug: "a page" },
        { type: "entry", publish_on: "2012-02-29" },
        { type: "entry", publish_on: "soon", slug: "" },
        { title: "???", slug: "No.1" },
        { title: 5, slug: "No.2" },
        { type: "photo", width: 640, height: 480, body: null },
        { type: "photo", title: `${"Mill. ".repeat(20)}!`, slug: undefined, width: "640" },
      ];
      const node = (_, i) => ({ _id: 10_000 + i, type: "page", title: "Old", slug: `old-${i}`, author, ...old[i % old.length] });
      const given = Array.from({ length: n }, node);
      for (const one of given) if (one.slug === undefined) delete one.slug;
      return { nodes: [...nodes, ...given] };
    },
    calls: () => [
      ["invalid"],
      ["fix"],
      ["invalid"],
      ["db.nodes.find"],
      ...[null, ""].map((body) => ["create", { _id: `photo ${body}`, type: "photo", title: "New", slug: "new", author, ...about.photo(), body }]),
    ],
  },
  twins: "a node is known by its `_id` or its slug",
  observe: () => [["invalid"]],
  stored: { nodes: (state) => documents([...state.values()]) },
  promises: ["If a `fix` that was cut off is repeated, everything is right afterwards."],
});
