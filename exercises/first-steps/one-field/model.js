// The books as they are stored: lending and giving back change two fields of one of them.

const IDS = [7, "7", 1, "a.b", "$id", 2, 3];
const UNKNOWN = [9, 99, "99", "1", "A.B", ""];
const id = (g) => (g.chance(0.2) ? g.pick(UNKNOWN) : g.hot(IDS));

model({
  scale: 2,
  start: (rows) => new Map(rows.books.map((book) => [book._id, { ...book }])),
  calls: {
    lend: {
      weight: 2,
      args: (g) => [id(g), g.name()],
      run: (books, book, reader) => {
        if (books.has(book)) Object.assign(books.get(book), { available: false, reader });
      },
      while: [],
      crash: "never",
    },
    giveBack: {
      args: (g) => [id(g)],
      run: (books, book) => {
        if (!books.has(book)) return;
        books.get(book).available = true;
        delete books.get(book).reader;
      },
      while: [],
      crash: "never",
    },
  },
  twins: "a book is known by its `_id` alone",
  stored: { books: (books) => documents([...books.values()]) },
  names: "`7` and `\"7\"` are two books; a reader's name is stored as it is given",
});
