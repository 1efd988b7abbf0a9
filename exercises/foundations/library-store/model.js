// Authors, users and books as they are stored.

const KNOWN = [1, 2, 4_000, "1", "2"];
const review = (g) => ({ user: g.int(1, 3), text: g.name() });

model({
  start: ({ authors, users, books }) => ({
    authors: [...authors],
    users: users.map((user) => ({ ...user })),
    books: books.map((book) => ({ ...book, reviews: [...book.reviews] })),
  }),
  calls: {
    addAuthor: {
      args: (g) => [{ _id: g.chance(0.5) ? g.name() : g.int(900, 950), first_name: g.name(), last_name: g.name() }],
      allowed: ({ authors }, { _id }) => authors.every((author) => author._id !== _id),
      run: ({ authors }, author) => void authors.push(author),
      while: [],
      crash: "never",
    },
    addUser: {
      args: (g) => [g.name(), g.name()],
      run: ({ users }, username, password) => {
        users.push({ username, password });
        return anId();
      },
      // The user must be stored with the _id that the program returned.
      took: ({ users }, _id) => void Object.assign(users.at(-1), { _id }),
      grows: (g) => ["reader", g.name()],
      while: [],
      crash: "never",
    },
    removeBook: {
      args: (g, { books }) => [g.chance(0.6) ? g.pick(KNOWN) : g.pick([4_001, ...books.map(({ _id }) => _id)])],
      run: (state, id) => {
        const left = state.books.filter(({ _id }) => _id !== id);
        const isThere = left.length < state.books.length;
        state.books = left;
        return isThere;
      },
      while: [],
      crash: "never",
    },
    addReview: {
      weight: 3,
      args: (g) => [g.hot(KNOWN), review(g)],
      run: ({ books }, id, given) => void books.find(({ _id }) => _id === id)?.reviews.push(given),
      while: ["addReview"],
      crash: "never",
    },
  },
  twins: "authors, users and books are known by one key each",
  stored: {
    authors: ({ authors }) => documents(authors),
    users: ({ users }) => documents(users),
    books: ({ books }) => documents(books),
  },
  names: "a number as `_id` differs from the same digits as text",
  promises: ["If an author with that `_id` exists, the caller gets the error of the database."],
});
