// The books that each user recommends, ten at most.

// The users among the rows, for whom no two calls may get in each other's way.
let known = new Set();

const draw = (g, { lists }) => [g.chance(0.2) ? g.name() : g.hot([...lists.keys()]), g.hot([7, 8, 9, 10, 11, 12, 60])];

model({
  scale: 0.04,
  start: (rows) => {
    const lists = new Map(rows.users.map(({ _id }) => [_id, new Set()]));
    for (const { user, book } of rows.recommendations) lists.get(user).add(book);
    known = new Set(lists.keys());
    // Calls prefer the first ones: somebody who has places left, then somebody who has none.
    const [free, full] = [[...lists].find(([, list]) => list.size < 8), [...lists].find(([, list]) => list.size === 10)];
    return { lists: new Map([free, full, ...lists].filter(Boolean)) };
  },
  calls: {
    recommend: {
      weight: 3,
      args: (g, state) => {
        const [user, book] = draw(g, state);
        return [user, g.chance(0.5) ? g.int(1, 60) : book];
      },
      run: ({ lists }, user, book) => {
        const list = lists.get(user) ?? new Set();
        if (list.size >= 10 || list.has(book)) return false;
        lists.set(user, list.add(book));
        return true;
      },
      crash: "never",
      // A reader meanwhile may see a place that is taken and given back.
      while: ["recommend", "withdraw"],
      apart: ([user], other, [otherUser]) => other === "recommend" && user === otherUser && !known.has(user),
    },
    withdraw: {
      args: (g, state) => {
        const [user, book] = draw(g, state);
        const list = [...(state.lists.get(user) ?? [])];
        return [user, list.length > 0 && g.chance(0.7) ? g.pick(list) : book];
      },
      run: ({ lists }, user, book) => lists.get(user)?.delete(book) ?? false,
      crash: "never",
      while: ["recommend", "withdraw"],
    },
    remaining: { reads: true, args: (g, state) => [draw(g, state)[0]], run: ({ lists }, user) => 10 - (lists.get(user)?.size ?? 0) },
  },
  // Users and books that are the same text when they are joined.
  twins: {
    calls: () => [
      ["recommend", "nobody1", 12],
      ["recommend", "nobody11", 2],
      ["remaining", "nobody11"],
      ["withdraw", "nobody1", 12],
      ["recommend", "nobody11", 2],
      ["withdraw", "nobody11", 2],
      ["remaining", "nobody11"],
    ],
  },
  observe: ({ lists }) => [...lists.keys()].map((user) => ["remaining", user]),
  names: "character by character",
  // A second withdrawal may find the book gone before its place is free.
  singleCalls: true,
  promises: ["A place is free again once `withdraw` has returned.", "If the first two recommendations of a new user arrive at the same moment, one of them may be refused."],
});
