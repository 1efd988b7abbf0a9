// The books, some of them volumes of a series.

const SERIES = ["Sea Songs", "sea songs", "Sea", "Dot. Com", "$avings", "詩集"];
const plain = (book) => Object.fromEntries(["_id", "title", "pages", "type", "series_title", "volume"].map((field) => [field, book[field] ?? undefined]));
const byVolume = (books) => [...books].sort((a, b) => (a.volume ?? -1) - (b.volume ?? -1)).map(plain);
const place = ({ volume }) => volume ?? null;

model({
  scale: 0.02,
  start: (rows) => rows.books.map((book) => ({ ...book })),
  calls: {
    addBook: {
      weight: 3,
      args: (g, books) => {
        const book = { _id: 100_000 + books.length, title: g.text(2), pages: g.pick([40, 0, 900]) };
        if (g.chance(0.4)) return [{ ...book, type: null, series_title: null, volume: null }];
        return [{ ...book, type: "series", series_title: g.hot(SERIES), volume: g.int(1, 300) }];
      },
      allowed: (books, { _id, series_title, volume }) =>
        !books.some((one) => one._id === _id || (volume !== null && one.series_title === series_title && one.volume === volume)),
      run: (books, book) => void books.push(book),
      grows: (g, books, n) => [{ _id: 200_000 + n, title: "Grown", pages: 1, type: "series", series_title: "Sea", volume: 1000 + n }],
      while: [],
      crash: "never",
    },
    seriesBooks: { reads: true, args: () => [], run: (books) => anyOrder(books.filter((one) => one.volume !== null).map(plain)) },
    volumesOf: {
      reads: true,
      args: (g) => [g.chance(0.2) ? g.name() : g.hot(SERIES)],
      run: (books, title) => byVolume(books.filter((one) => one.series_title === title)),
    },
    laterVolumes: {
      reads: true,
      args: (g, books) => [g.chance(0.5) ? g.int(0, 3) : Math.max(0, (g.pick(books).volume ?? 1) - g.pick([0, 1, 0.5]))],
      run: (books, n) => anyOrder(books.filter(({ volume }) => volume !== null && volume > n).map(plain)),
      arguments: "`n` is 0 or more",
    },
    singles: { reads: true, args: () => [], run: (books) => anyOrder(books.filter((one) => one.volume === null).map(plain)) },
    allByVolume: { reads: true, args: () => [], run: (books) => sortedBy(byVolume(books), place) },
  },
  // Many books of each kind.
  long: {
    rows: ({ books }, n) => {
      const book = (_, i) => ({ ...books[0], _id: 200_000 + i, title: "Long", ...(i % 2 ? { type: "series", series_title: `Series ${i}`, volume: i } : { type: null, series_title: null, volume: null }) });
      return { books: [...books, ...Array.from({ length: 2 * n }, book)] };
    },
    calls: () => [["seriesBooks"], ["singles"], ["laterVolumes", 0], ["allByVolume"]],
  },
  twins: "a book is known by its `_id` alone",
  observe: () => [["seriesBooks"], ["singles"], ["allByVolume"], ["laterVolumes", 0], ["laterVolumes", 2], ...SERIES.map((title) => ["volumesOf", title])],
  names: "character by character",
});
