// Each reader's news have all posts of those whom they followed when it was posted, and of the others only older ones.

const byNewest = (a, b) => b.at - a.at || (a._id < b._id ? -1 : 1);
const READERS = ["ann", "a.b", "$ann", "m110", "m115", "o'neil", "a", "celebrity", "nobody"];
const AUTHORS = ["celebrity", "has 100", "ann", "m20", "has 99", "__proto__", "m115", "nobody"];

// What is wrong with a page for a reader with this state; null if nothing is.
function faultIn({ members, posts }, reader, before, n, page) {
  const follows = members.get(reader);
  if (!follows) return page.length === 0 ? null : `has ${page.length} posts for a reader who is not stored`;
  const after = (post) => before === null || byNewest(before, post) < 0;
  const allowed = new Map([...posts.values()].filter((post) => follows.has(post.author) && after(post)).map((post) => [post._id, post]));
  const needed = [...allowed.values()].filter((post) => post.turn > follows.get(post.author)).sort(byNewest);
  if (page.length > n) return `has ${page.length} posts, promised at most ${n}`;
  for (const [i, { _id, author, text, at }] of page.entries()) {
    const post = allowed.get(_id);
    const name = `the post ${JSON.stringify(_id)}`;
    if (!post) return `has ${name}, which is not expected`;
    if (post.author !== author || post.text !== text || Number(post.at) !== Number(at)) return `has ${name} with other fields than it was sent with`;
    if (i > 0 && page[i - 1]._id === _id) return `has ${name} twice`;
    if (i > 0 && byNewest(page[i - 1], page[i]) > 0) return `is not in order: place ${i + 1} has ${name}, which is newer than the one before`;
  }
  const last = page.at(-1);
  const must = page.length < n ? needed : needed.filter((post) => byNewest(post, last) <= 0);
  const missing = must.find((post) => page.every(({ _id }) => _id !== post._id));
  return missing ? `lacks the post ${JSON.stringify(missing._id)} by ${JSON.stringify(missing.author)}` : null;
}

const fans = (n) => Array.from({ length: n }, (_, i) => ({ _id: `fan ${i}`, follows: ["famous"] }));

function promise(state, reader, before, n) {
  const follows = state.members.get(reader) ?? new Map();
  const needed = [...state.posts.values()].filter((post) => post.turn > (follows.get(post.author) ?? Infinity)).sort(byNewest);
  const ids = needed.filter((post) => before === null || byNewest(before, post) < 0).slice(0, n).map(({ _id }) => _id);
  const words = `the posts ${JSON.stringify(ids)}, newest first, and between them only older posts of authors who were followed later`;
  return satisfies((page) => Array.isArray(page) && (faultIn(state, reader, before, n, page) ?? true), words);
}

model({
  scale: 0.05,
  start: (rows) => ({
    turn: 0,
    members: new Map(rows.members.map(({ _id, follows }) => [_id, new Map(follows.map((author) => [author, -1]))])),
    posts: new Map(rows.posts.map((post) => [post._id, { ...post, turn: 0 }])),
  }),
  calls: {
    follow: {
      while: ["follow", "post"],
      crash: "never",
      args: (g) => [g.hot(READERS), g.hot(AUTHORS)],
      run: (state, reader, author) => {
        state.turn += 1;
        const follows = state.members.get(reader);
        if (follows && state.members.has(author) && !follows.has(author)) follows.set(author, state.turn);
      },
    },
    post: {
      weight: 3,
      // Another check covers clients that die: `resume` is optional.
      crash: "never",
      args: (g, { posts }) => {
        const old = g.pick([...posts.values()]);
        if (g.chance(0.2)) return [{ _id: old._id, author: old.author, text: old.text, at: old.at }];
        const at = g.chance(0.5) ? old.at : g.pick([now(), new Date("2012-11-01T00:00:00Z"), new Date("2012-07-31T23:59:59.999Z")]);
        return [{ _id: `${g.name()} ${g.int(1, 30)}`, author: g.hot(AUTHORS.filter((id) => id !== "nobody")), text: g.text(3), at }];
      },
      // A post that is sent again is the same post.
      allowed: ({ posts }, post) => !posts.has(post._id) || (posts.get(post._id).text === post.text && posts.get(post._id).author === post.author && Number(posts.get(post._id).at) === Number(post.at)),
      run: (state, post) => {
        state.turn += 1;
        if (!state.posts.has(post._id)) state.posts.set(post._id, { ...post, turn: state.turn });
      },
    },
    news: {
      reads: true,
      args: (g, { posts }) => [g.hot(READERS), g.chance(0.5) ? null : (({ turn, ...post }) => post)(g.pick([...posts.values()])), g.pick([1, 3, 20])],
      run: promise,
    },
  },
  // Readers and posts, and readers and authors, whose names are the same text when they are joined.
  twins: {
    rows: ({ members, posts }, twins) => {
      const names = [...new Set(twins.flat(2))].filter((id) => members.every(({ _id }) => _id !== id));
      return { members: [...members, ...names.map((_id) => ({ _id, follows: [] }))], posts };
    },
    calls: (state, twins) => twins.flatMap(([[a, b], [c, d]], i) => {
      const post = (_id, author) => ["post", { _id, author, text: "To all.", at: new Date("2012-12-01T00:00:00Z") }];
      return [
        ["follow", a, "celebrity"], ["follow", c, "celebrity"], post(b, "celebrity"), post(d, "celebrity"), ["news", a, null, 30], ["news", c, null, 30],
        ["follow", a, b], post(`${i} by ${d}`, d), ["news", c, null, 30], ["follow", c, d], post(`${i} again by ${d}`, d), ["news", c, null, 30],
      ];
    }),
  },
  // A reader of many posts, and an author with many readers.
  long: {
    rows: ({ members, posts }, n) => ({
      members: [...members, { _id: "writer", follows: [] }, { _id: "long", follows: ["writer"] }, { _id: "famous", follows: [] }, ...fans(n)],
      posts: [...posts, ...Array.from({ length: n }, (_, i) => ({ _id: `long ${i}`, author: "writer", text: "Again.", at: new Date(Date.UTC(2012, 0, 1, 0, i)) }))],
    }),
    calls: (state, n) => [
      ["news", "long", null, 5 * n],
      ["post", { _id: "to all fans", author: "famous", text: "To all.", at: new Date("2012-10-01T00:00:00Z") }],
      ...[0, 1, 0.5].map((place) => ["news", `fan ${Math.floor(place * (n - 1))}`, null, 3]),
    ],
  },
  observe: ({ members }) => [...members.keys()].filter((id) => READERS.slice(0, 5).includes(id)).map((id) => ["news", id, null, 20]),
  promises: [
    "Posts from before a `follow`, and posts during it, may be missing for that reader.",
    "After a crash a post is in the news of all followers or of none once `resume` has run, and of all once it was sent again.",
  ],
});
