// Every feed shows what the comments say.

const byNewest = (a, b) => b.at - a.at || (a._id < b._id ? 1 : -1);
const shown = ({ _id, user, text, at }) => ({ _id, user, text, at });
const FEEDS = [0, 1, 2, 3, "f.7", "nowhere", "0"];
// Nobody has commented on the first one yet.
const POSTS = ["p11", "p0", "a.b", 7, "7", "$post", "nowhere"];

model({
  scale: 0.04,
  start: (rows) => ({
    posts: new Map(rows.posts.map(({ _id, text }) => [_id, text])),
    feeds: new Map(rows.feeds.map(({ _id, posts }) => [_id, posts])),
    comments: new Map(rows.comments.map((comment) => [comment._id, comment])),
  }),
  calls: {
    comment: {
      weight: 3,
      while: ["comment", "thread"],
      crash: "repairable",
      args: (g, { comments }) => {
        const old = g.pick([...comments.values()]);
        if (g.chance(0.2)) return [old];
        const at = g.chance(0.5) ? old.at : g.pick([now(), new Date("2012-10-14T23:00:00Z"), new Date("2011-01-01T00:00:00Z")]);
        return [{ _id: `${g.name()} ${g.int(1, 30)}`, post: g.hot(POSTS), user: "ann", text: g.text(2), at }];
      },
      // A comment that is sent again is the same comment.
      allowed: ({ comments }, comment) => {
        const known = comments.get(comment._id);
        return !known || (known.post === comment.post && known.text === comment.text && Number(known.at) === Number(comment.at) && known.user === comment.user);
      },
      run: ({ posts, comments }, comment) => {
        if (!posts.has(comment.post)) return false;
        comments.set(comment._id, comment);
        return true;
      },
      grows: (g, state, n) => [{ _id: `grown.${n}`, post: "a.b", user: "ann", text: `Text ${n}`, at: new Date(Date.UTC(2012, 9, 1) + 1000 * (n % 7)) }],
    },
    feed: {
      short: "a feed has ten posts, each with three comments",
      reads: true,
      while: [],
      args: (g) => [g.hot(FEEDS)],
      run: ({ posts, feeds, comments }, id) =>
        (feeds.get(id) ?? []).map((_id) => {
          const own = [...comments.values()].filter(({ post }) => post === _id).sort(byNewest);
          return { _id, text: posts.get(_id), count: own.length, newest: own.slice(0, 3).map(shown) };
        }),
    },
    thread: {
      reads: true,
      args: (g) => [g.hot(POSTS)],
      run: ({ comments }, id) => [...comments.values()].filter(({ post }) => post === id).sort(byNewest).reverse().map(shown),
    },
  },
  // A post that many feeds show.
  long: {
    rows: ({ posts, feeds, comments }, n) => ({ posts, feeds: [...feeds, ...Array.from({ length: n }, (_, i) => ({ _id: `long ${i}`, posts: ["p0"] }))], comments }),
    calls: (state, n) => [
      ["comment", { _id: "to all", post: "p0", user: "ann", text: "To all.", at: new Date("2012-10-15T11:00:00Z") }],
      ...[0, 1, 0.5].map((place) => ["feed", `long ${Math.floor(place * (n - 1))}`]),
      ["thread", "p0"],
    ],
  },
  twins: "a post is known by its `_id`, and so is a comment",
  observe: () => [...FEEDS.map((id) => ["feed", id]), ...POSTS.map((id) => ["thread", id])],
  recover: "repair",
  promises: ["A feed that is read during a `comment` may show it in one place and not in another. `repair` runs alone."],
});
