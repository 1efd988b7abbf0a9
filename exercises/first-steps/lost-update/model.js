// How many copies of each book stand on the shelf.

const UNKNOWN = ["Nowhere", "EMMA", "A-I-"];
const known = (g, shelf) => (g.chance(0.15) ? g.pick([...UNKNOWN, g.name()]) : g.hot([...shelf.keys()]));

model({
  scale: 2,
  start: (rows) => new Map(rows.shelf.map(({ _id, copies }) => [_id, copies])),
  calls: {
    putBack: {
      args: (g, shelf) => [known(g, shelf)],
      crash: "never",
      run: (shelf, book) => void (shelf.has(book) && shelf.set(book, shelf.get(book) + 1)),
    },
    takeOut: {
      args: (g, shelf) => [known(g, shelf)],
      crash: "never",
      run: (shelf, book) => {
        if (!shelf.get(book)) return false;
        shelf.set(book, shelf.get(book) - 1);
        return true;
      },
    },
  },
  // Taking copies until there are none shows how many there were.
  observe: (shelf) => [
    ...[...shelf].flatMap(([book, copies]) => Array(copies + 1).fill(["takeOut", book])),
    ...UNKNOWN.map((book) => ["takeOut", book]),
  ],
  names: "character by character: `Emma` and `emma` are two books",
});
