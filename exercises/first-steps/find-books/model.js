// The books never change: what each question finds.

model({
  scale: 12,
  start: (rows) => rows.books,
  calls: {
    byTitle: {
      short: "it returns one book, of few subjects",
      reads: true,
      args: (g, books) => {
        if (g.chance(0.4)) return [g.name()];
        return [g.chance(0.3) ? g.pick(["A.I.", "emma", "", ".*"]) : g.pick(books).title];
      },
      run: (books, title) =>
        books.some((book) => book.title === title)
          ? satisfies((book) => book?.title === title, `a book with the title ${JSON.stringify(title)}`)
          : satisfies((answer) => answer === null, "null"),
    },
    longBooks: {
      reads: true,
      args: (g, books) => [Math.max(0, (g.pick(books).pages ?? 0) + g.int(-1, 1))],
      run: (books, pages) => sortedBy(books.filter((book) => book.pages >= pages).sort((a, b) => b.pages - a.pages), "pages"),
      arguments: "`pages` is a whole number, 0 or more",
    },
  },
  long: {
    rows: ({ books }, n) => ({ books: [...books, ...Array.from({ length: n }, (_, i) => ({ ...books[0], _id: 10_000 + i, title: "Long", pages: 2000 + (i % 50) }))] }),
    calls: () => [["longBooks", 2000]],
  },
  observe: () => [["longBooks", 0], ["byTitle", "emma"]],
  names: "character by character",
});
