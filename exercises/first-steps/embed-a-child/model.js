// The page of each book, whose publisher may not be listed.

const nothing = satisfies((value) => value === null, "null");

model({
  scale: 2,
  start: (rows) => rows,
  calls: {
    bookPage: {
      reads: true,
      args: (g, { books }) => [g.chance(0.2) ? g.pick([0, "7", "", "B20", "b11", 99_999]) : g.pick(books)._id],
      run: ({ books, publishers }, id) => {
        const book = books.find(({ _id }) => _id === id);
        if (!book) return nothing;
        const { name, city } = publishers.find(({ _id }) => _id === book.publisher) ?? {};
        return { title: book.title, publisher: name === undefined ? nothing : { name, city } };
      },
    },
  },
  observe: ({ books }) => books.map(({ _id }) => ["bookPage", _id]),
  names: "`2` and `\"2\"` are two publishers",
});
