// Each image has one image_id for ever; a book shows the last one it got.

const DATA = ["iVBORw0KGgo+one", "iVBORw0KGgo+two", "iVBORw0KGgo+oneiVBORw0KGgo+two", "IVBORW0KGGO+ONE", "$data", "a.b", "é"];
const upload = (state, book, data) => {
  const id = state.ids.get(data);
  if (!state.ids.has(data)) state.ids.set(data, undefined);
  state.covers.set(book, data);
  return id === undefined ? anId() : id;
};

model({
  scale: 0.001,
  clock: [{ minutes: 1 }, { days: 1 }, { days: 40 }],
  start: (rows) => ({ books: rows.books.map(({ _id }) => _id), ids: new Map(), covers: new Map() }),
  calls: {
    addImage: {
      weight: 3,
      // Often data that nobody has uploaded, for a book that shows an image already.
      args: (g, { books, covers }) => [
        g.hot([...covers.keys(), ...books]),
        g.chance(0.25) ? g.hot(DATA) : `${g.name()} ${g.int(1, 30)}`,
      ],
      run: upload,
      took: ({ ids }, answer, book, data) => void ids.set(data, answer),
      crash: "repairable",
    },
    cover: {
      reads: true,
      args: (g, { books, covers }) => [g.hot([...covers.keys(), ...books])],
      run: ({ ids, covers }, book) => (covers.has(book) ? { image_id: ids.get(covers.get(book)) ?? anId(), data: covers.get(book) } : null),
    },
  },
  twins: "an image is known by its `_id` alone",
  observe: ({ books }) => books.slice(0, 12).map((book) => ["cover", book]),
  stored: {
    images: ({ ids }) =>
      satisfies(
        (images) => [...ids.keys()].every((data) => images.filter((image) => JSON.stringify(image).includes(JSON.stringify(data))).length === 1),
        `one document for each of ${[...ids.keys()].map((data) => JSON.stringify(data)).join(", ")}`,
      ),
  },
  recover: (...upload) => ["addImage", ...upload],
  promises: ["An upload whose client died is made again, perhaps a month later."],
});
