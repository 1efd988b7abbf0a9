// Who may see a post, by the circles as they are now.

const byNewest = (a, b) => b.at - a.at || (a._id < b._id ? -1 : 1);
const AUTHORS = ["ann", "a.b", "$ann", "a", "public"];
const CIRCLES = ["family", "public", "a.b", "circles", "new one", "b-c"];

function sees({ circles }, { author, audience }, viewer) {
  if (author === viewer || audience === "public") return true;
  const own = [...circles.get(author)].filter(([name]) => audience === "circles" || audience.includes(name));
  return own.some(([, members]) => members.has(viewer));
}

const page = (state, authors, viewer, n) =>
  [...state.posts.values()].filter((post) => authors.includes(post.author) && sees(state, post, viewer)).sort(byNewest).slice(0, n)
    .map(({ _id, author, text, at }) => ({ _id, author, text, at }));

const others = (n) => Array.from({ length: Math.ceil(n / 4) }, (_, i) => `other ${i}`);

const viewer = (g, { circles }) => g.hot(["a", "ann", "zoë", "m12", "stranger", ...[...circles.keys()].slice(0, 14)]);

model({
  scale: 0.035,
  start: (rows) => ({
    circles: new Map(rows.members.map(({ _id, circles }) => [_id, new Map(circles.map(({ name, members }) => [name, new Set(members)]))])),
    posts: new Map(rows.posts.map((post) => [post._id, post])),
  }),
  calls: {
    post: {
      weight: 2,
      crash: "repairable",
      args: (g, { posts, circles }) => {
        const old = g.pick([...posts.values()]);
        if (g.chance(0.15)) return [old];
        const author = g.hot(AUTHORS);
        const names = [...circles.get(author).keys()];
        const audience = g.pick(["public", "circles", [], [g.pick(names)], [g.pick(names), g.pick(CIRCLES)], ["public"]]);
        return [{ _id: `${g.name()} ${g.int(1, 40)}`, author, audience: Array.isArray(audience) ? [...new Set(audience)] : audience, text: g.text(2), at: g.chance(0.5) ? old.at : now() }];
      },
      // A post that is sent again is the same post.
      allowed: ({ posts }, post) => !posts.has(post._id) || JSON.stringify(posts.get(post._id)) === JSON.stringify(post),
      run: ({ posts }, post) => void posts.set(post._id, post),
    },
    setCircle: {
      weight: 2,
      while: ["post", "setCircle"],
      crash: "repairable",
      args: (g, state) => {
        const author = g.hot(AUTHORS);
        const member = g.pick([...state.circles.keys()].slice(0, 7).filter((id) => id !== author));
        return [author, g.chance(0.5) ? g.pick([...state.circles.get(author).keys()]) : g.pick(CIRCLES), member, g.chance(0.5)];
      },
      run: ({ circles }, author, circle, member, on) => {
        const own = circles.get(author);
        if (!own.has(circle)) own.set(circle, new Set());
        if (on) own.get(circle).add(member);
        else own.get(circle).delete(member);
      },
    },
    wall: {
      reads: true,
      while: ["post"],
      args: (g, state) => [g.hot([...AUTHORS, "stranger"]), viewer(g, state), g.pick([1, 3, 50])],
      run: (state, author, viewer, n) => page(state, [author], viewer, n),
    },
    news: {
      reads: true,
      while: ["post"],
      args: (g, state) => [viewer(g, state), g.shuffle(AUTHORS).slice(0, g.int(1, 4)), g.pick([1, 5, 50])],
      run: (state, viewer, authors, n) => page(state, authors, viewer, n),
    },
  },
  // Authors and circles that are the same text when they are joined.
  twins: {
    rows: ({ members, posts }, twins) => {
      const own = twins.flatMap((pairs, i) => pairs.map(([author, circle]) => ({ author: `${i}${author}`, circle })));
      return {
        members: [...members, ...own.map(({ author }) => ({ _id: author, circles: [] }))],
        posts: [...posts, ...own.map(({ author, circle }) => ({ _id: `by ${author}`, author, audience: [circle], text: "Twin.", at: new Date("2012-10-01T00:00:00Z") }))],
      };
    },
    calls: (state, twins) => twins.flatMap(([[a, b], [c, d]], i) => [
      ["setCircle", `${i}${a}`, b, "ann", true],
      ["wall", `${i}${c}`, "ann", 50],
      ["setCircle", `${i}${c}`, d, "ann", true],
      ["setCircle", `${i}${a}`, b, "ann", false],
      ["wall", `${i}${a}`, "ann", 50],
      ["news", "ann", [`${i}${a}`, `${i}${c}`], 50],
    ]),
  },
  // An author of many posts, and many authors of a few.
  long: {
    rows: ({ members, posts }, n) => ({
      members: [...members, ...["long", ...others(n)].map((_id) => ({ _id, circles: [{ name: "friends", members: ["ann"] }] }))],
      posts: [
        ...posts,
        ...Array.from({ length: n }, (_, i) => ({ _id: `long ${i}`, author: "long", audience: ["friends"], text: "Again.", at: new Date(Date.UTC(2012, 0, 1, 0, i)) })),
        ...others(n).map((author, i) => ({ _id: `by ${author}`, author, audience: i % 2 ? "public" : ["friends"], text: "Once.", at: new Date(Date.UTC(2012, 0, 2, 0, i)) })),
      ],
    }),
    calls: (state, n) => [["wall", "long", "ann", 5 * n], ["news", "ann", ["long"], 5 * n], ["news", "ann", others(n), 300], ["news", "stranger", others(n), 300]],
  },
  recover: (...args) => (args.length === 1 ? ["post", ...args] : ["setCircle", ...args]),
  observe: ({ circles }) => AUTHORS.flatMap((author) => [...circles.keys()].slice(0, 5).map((viewer) => ["wall", author, viewer, 100])),
  promises: [
    "A read that begins after `setCircle` has returned shows the new state, an earlier one either state.",
    "If a call that was cut off is repeated, everything is right afterwards.",
  ],
});
