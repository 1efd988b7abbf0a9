// Each reader's reviews.

// Nobody has a review of October 2012. The night owl's only one was written around the second moment.
const BOBS = ["bob", "bobby", "bob-marley", "bob-2012", "bob-201209", "BOB", "bob.", "(bob)"];
const USERS = ["night owl", ...BOBS, "a|b", "zoë"];
const EDGES = [
  "2012-10-15",
  "2012-08-31T22:30:00Z",
  "2012-09-01",
  "2012-10-01",
  "2011-01-01",
  "2012-02-29T12:00:00Z",
  "2001-09-09T01:46:40Z",
].map((moment) => new Date(moment));
// Reviews that are their reader's only one: the last of whatever piece of the history they are in.
const single = (state) => state.filter(({ user }) => state.filter((one) => one.user === user).length === 1);
const user = (g) => (g.chance(0.25) ? g.name() : g.hot(USERS));

model({
  scale: 0.1,
  start: (rows) => rows.reviews.map((review) => ({ ...review })),
  calls: {
    addReview: {
      weight: 3,
      args: (g, state) => {
        const ones = single(state);
        // Often a second review beside an only one. Its text names the other: races prefer arguments with common values.
        const beside = ones.length > 0 && g.chance(0.45) ? g.hot(ones) : null;
        const created_at = g.around(beside?.created_at ?? g.hot(EDGES));
        const _id = `new ${state.length}${g.pick(["", ".a", "-b"])}`;
        return [beside?.user ?? user(g), { _id, rating: g.int(1, 5), text: beside?._id ?? g.text(3), created_at }];
      },
      allowed: (state, name, { _id, created_at }) =>
        !state.some((one) => one._id === _id || (one.user === name && Number(one.created_at) === Number(created_at))),
      run: (state, name, review) => void state.push({ ...review, user: name }),
      grows: (g, state, n) => ["grown", { _id: `g${n}`, rating: 3, text: "Again.", created_at: new Date(Date.UTC(2012, 0, 1) + n * 60_000) }],
      while: ["addReview", "deleteReview"],
      crash: "never",
      arguments: "no two reviews of a reader have the same date",
    },
    recentReviews: {
      reads: true,
      args: (g) => [user(g), Math.max(1, g.size(1001))],
      run: (state, name, n) =>
        state
          .filter((one) => one.user === name)
          .sort((a, b) => b.created_at - a.created_at)
          .slice(0, n)
          .map(({ _id, rating, text, created_at }) => ({ _id, rating, text, created_at })),
      arguments: "`n` is 1 or more",
    },
    deleteReview: {
      args: (g, state) => {
        const ones = single(state);
        const any = g.chance(0.5) ? state[state.length - 1] : g.pick(state);
        const review = ones.length > 0 && g.chance(0.5) ? g.hot(ones) : any;
        return [g.chance(0.85) ? review.user : user(g), g.chance(0.9) ? review._id : "unknown"];
      },
      run: (state, name, id) => {
        const at = state.findIndex((one) => one.user === name && one._id === id);
        if (at >= 0) state.splice(at, 1);
        return at >= 0;
      },
      while: ["addReview", "deleteReview"],
      crash: "never",
    },
  },
  // Readers and reviews whose names are the same text when they are joined.
  twins: {
    calls: (state, twins) => twins.flatMap(([[a, b], [c, d]], i) => {
      const review = (_id) => ({ _id: `${_id}${i}`, rating: 4, text: "Twice.", created_at: new Date(Date.UTC(2012, 5, 1 + i)) });
      return [["addReview", `${i}${a}`, review(b)], ["addReview", `${i}${c}`, review(d)], ["deleteReview", `${i}${a}`, `${b}${i}`], ["recentReviews", `${i}${c}`, 10]];
    }),
  },
  observe: (state) => [...new Set([...state.map((one) => one.user), ...USERS])].flatMap((name) => [["recentReviews", name, 10], ["recentReviews", name, 2000]]),
  names: "character by character",
});
