// The posts and their comments, newest first.

const newestFirst = (a, b) => b.created - a.created || (a._id < b._id ? 1 : -1);
const plain = ({ _id, user, text, created }) => ({ _id, user, text, created });
const of = ({ comments }, post) => comments.filter((one) => one.post === post).sort(newestFirst);
const id = (g, { posts }) => (g.chance(0.15) ? g.pick(["unknown", "1", 0, "quiet.$x"]) : g.hot(posts)._id);
const USERS = ["ann.lee", "bob", "Bob", "$ave", "a b", "ann"];
const TIMES = [0, 0, 1, 1000, 60_000, -100_000_000_000].map((ms) => new Date(Date.UTC(2012, 8, 1) + ms));

model({
  scale: 0.02,
  start: (rows) => ({ posts: rows.posts, comments: rows.comments.map((one) => ({ ...one })) }),
  calls: {
    addComment: {
      weight: 3,
      args: (g, state) => {
        if (g.chance(0.1) && state.comments.length > 0) return [{ ...g.pick(state.comments) }];
        const _id = `${g.pick(["c", "C", "c.", "c$"])}${5000 + state.comments.length}`;
        return [{ _id, post: id(g, state), user: g.chance(0.3) ? g.name() : g.hot(USERS), text: g.text(3), created: g.hot(TIMES) }];
      },
      // The same id is the same comment.
      allowed: ({ comments }, comment) => {
        const known = comments.find(({ _id }) => _id === comment._id);
        return !known || EJSON.stringify(known) === EJSON.stringify(comment);
      },
      run: ({ posts, comments }, comment) => {
        if (posts.some(({ _id }) => _id === comment.post) && !comments.some(({ _id }) => _id === comment._id)) comments.push(comment);
      },
      grows: (g, state, n) => [{ _id: `g${n}`, post: state.posts[0]._id, user: "grown", text: "Again.", created: new Date(Date.UTC(2012, 9, 1) + n * 1000) }],
      while: ["addComment", "commentsOf", "commentsBy"],
      beside: "every function",
      crash: "repairable",
    },
    postPage: {
      short: "it shows three comments",
      reads: true,
      beside: "every function",
      args: (g, state) => [id(g, state)],
      run: (state, post) => {
        const found = state.posts.find(({ _id }) => _id === post);
        if (!found) return null;
        const comments = of(state, post);
        return { ...found, count: comments.length, newest: comments.slice(0, 3).map(plain) };
      },
    },
    commentsOf: {
      reads: true,
      args: (g, state) => [id(g, state), g.size(21), Math.max(1, g.size(1001))],
      run: (state, post, skip, limit) => of(state, post).slice(skip, skip + limit).map(plain),
      arguments: "`skip` is 0 or more, `limit` 1 or more",
    },
    commentsBy: {
      reads: true,
      args: (g) => [g.chance(0.3) ? g.name() : g.hot(USERS), Math.max(1, g.size(1001))],
      run: ({ comments }, user, n) => comments.filter((one) => one.user === user).sort(newestFirst).slice(0, n).map(plain),
      arguments: "`n` is 1 or more",
    },
  },
  // A post and a user with more comments than any program may read at once.
  long: {
    rows: ({ posts, comments }, n) => ({
      posts: [...posts, { _id: "long", title: "Long", text: "Much discussed." }],
      comments: [
        ...comments,
        ...Array.from({ length: n }, (_, i) => ({ _id: `long ${i}`, post: "long", user: "fan", text: `Text ${i}.`, created: new Date(Date.UTC(2011, 0, 1) + 1000 * ((i * 7) % n)) })),
      ],
    }),
    calls: (state, n) => [
      ["postPage", "long"],
      ["commentsOf", "long", 0, 5000],
      ["commentsOf", "long", n - 1, 5],
      ["commentsOf", "long", 500, 501],
      ["commentsBy", "fan", 5000],
      ["commentsBy", "fan", 101],
    ],
  },
  clients: 3,
  twins: "a post is known by its `_id`, and so is a comment",
  observe: (state) => [
    ...state.posts.flatMap(({ _id }) => [["postPage", _id], ["commentsOf", _id, 0, 2000]]),
    ...[...new Set(state.comments.map(({ user }) => user))].map((user) => ["commentsBy", user, 2000]),
  ],
  recover: "repair",
  names: "character by character; `7` and `\"7\"` are two posts",
  promises: ["`repair` runs when no other function does."],
});
