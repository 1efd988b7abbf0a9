// The books as they are stored; a review goes to the end of its book's list.

const IDS = [7, "7", 1, "a.b", 3, 2];
const id = (g) => (g.chance(0.15) ? g.pick([70, "8", "a", "A.B"]) : g.hot(IDS));

model({
  scale: 2,
  start: (rows) => new Map(rows.books.map((book) => [book._id, { ...book }])),
  calls: {
    addReview: {
      args: (g, books) => {
        const book = id(g);
        const last = books.get(book)?.reviews?.at(-1);
        // The same review may come again.
        if (last && g.chance(0.2)) return [book, last];
        return [book, { user: g.name(), text: g.pick(["Once.", "$text", "$$ROOT", ""]) }];
      },
      run: (books, book, review) => {
        if (books.has(book)) books.get(book).reviews = [...(books.get(book).reviews ?? []), review];
      },
      grows: (g, books, n) => [7, { user: `reader ${n}`, text: "Again." }],
      while: [],
      crash: "never",
    },
    reviewers: {
      reads: true,
      weight: 0.2,
      args: (g) => [id(g)],
      run: (books, book) => (books.get(book)?.reviews ?? []).map(({ user }) => user),
    },
  },
  twins: "a book is known by its `_id` alone, and a reader may review it again",
  observe: () => [...IDS, "8"].map((book) => ["reviewers", book]),
  stored: { books: (books) => documents([...books.values()]) },
  names: "`7` and `\"7\"` are two books",
});
