// The books in the order in which they came; the collection holds them in any.

model({
  start: () => [],
  calls: {
    addBook: {
      args: (g, books) => {
        // The same book may come again.
        if (g.chance(0.2) && books.length > 0) return [books.at(-1).title, books.at(-1).pages];
        return [g.chance(0.3) && books.length > 0 ? g.pick(books).title : g.name(), g.chance(0.3) ? g.size() : g.int(0, 2000)];
      },
      run: (books, title, pages) => void books.push({ title, pages }),
      crash: "never",
      while: [],
    },
  },
  twins: "a book is known by its `_id` alone",
  stored: { books: (books) => anyOrder(books) },
});
