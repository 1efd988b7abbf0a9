// Each book's reviewers in the order of their reviews.

const IDS = [7, "7", 1, "a.b", 3, 2];
const id = (g) => (g.chance(0.15) ? g.pick([70, "8", "a", "A.B"]) : g.hot(IDS));

model({
  scale: 2,
  start: (rows) => new Map(rows.books.map(({ _id, reviews }) => [_id, (reviews ?? []).map(({ user }) => user)])),
  calls: {
    addReview: {
      args: (g) => [id(g), { user: g.name(), text: g.pick(["Once.", "$text", ""]) }],
      run: (books, book, { user }) => void books.get(book)?.push(user),
      grows: (g, books, n) => [7, { user: `reader ${n}`, text: "Again." }],
      while: [],
      crash: "never",
    },
    reviewers: { reads: true, args: (g) => [id(g)], run: (books, book) => books.get(book) ?? [] },
  },
  twins: "a book is known by its `_id` alone, and a reader may review it again",
  observe: () => [...IDS, "8"].map((book) => ["reviewers", book]),
  names: "`7` and `\"7\"` are two books",
});
