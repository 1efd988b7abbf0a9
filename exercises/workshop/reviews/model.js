// What the four functions promise: both pages show the same reviews, newest first.

const page = (reviews, field, key) =>
  sortedBy(
    reviews
      .filter((review) => review[field] === key)
      .map(({ user, book, rating, text, created_at }) => ({ user, book, rating, text, created_at }))
      .sort((a, b) => b.created_at - a.created_at),
    (review) => Number(review.created_at),
  );

// The same when reader and book are written together.
const JOINED = [["nobody1", 12], ["nobody11", 2]];

const written = (g, user, book) => ({
  user,
  book,
  rating: g.int(1, 5),
  text: g.text(g.int(1, 6)),
  created_at: g.around(now(), new Date("2012-10-15"), new Date("2012-01-01"), new Date("2000-06-01T12:00:00Z")),
});

model({
  scale: 0.03,
  start: (rows) => ({
    users: rows.users.map((user) => user._id),
    books: rows.books.map((book) => book._id),
    reviews: rows.reviews.map((review) => ({ ...review })),
  }),
  calls: {
    addReview: {
      weight: 3,
      args: (g, state) => [
        g.chance(0.15) ? written(g, ...g.pick(JOINED)) : written(g, g.chance(0.3) ? g.name() : g.hot(state.users), g.hot(state.books)),
      ],
      // A user reviews a book at most once.
      allowed: (state, review) => !state.reviews.some(({ user, book }) => user === review.user && book === review.book),
      run: (state, review) => void state.reviews.push(review),
      grows: (g, state, n) => [{ ...written(g, `reader ${n}`, state.books[0]), created_at: new Date(now().getTime() - n * 1000) }],
    },
    reviewsByUser: {
      reads: true,
      args: (g, state) => [g.chance(0.4) ? g.name() : g.hot(state.users)],
      run: (state, user) => page(state.reviews, "user", user),
    },
    reviewsByBook: {
      reads: true,
      args: (g, state) => [g.chance(0.1) ? -1 : g.hot(state.books)],
      run: (state, book) => page(state.reviews, "book", book),
    },
  },
  // A reader of many books.
  long: {
    rows: ({ users, books, reviews }, n) => {
      const ids = Array.from({ length: n }, (_, i) => 100_000 + i);
      const review = (book, i) => ({ user: "long", book, rating: 3, text: "Read.", created_at: new Date(Date.UTC(2011, 0, 1, 0, i)) });
      return { users: [...users, { _id: "long" }], books: [...books, ...ids.map((_id) => ({ ...books[0], _id }))], reviews: [...reviews, ...ids.map(review)] };
    },
    calls: () => [["reviewsByUser", "long"]],
  },
  observe: (state) => [
    ...[...new Set(state.reviews.map((review) => review.user))].map((user) => ["reviewsByUser", user]),
    ...[...new Set(state.reviews.map((review) => review.book))].map((book) => ["reviewsByBook", book]),
  ],
});
