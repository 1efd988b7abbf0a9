// Every list is complete; then it is measured what books without a series cost.

const isVolume = (book) => book.type === "series";
const single = (id) => ({ _id: id, title: "Alone", pages: 1, type: null, series_title: null, volume: null });
const volume = (id, series, n) => ({ ...single(id), type: "series", series_title: series, volume: n });
const seriesIn = (books) => [...new Set(books.filter(isVolume).map((book) => book.series_title))];

// A field that is null and one that is missing count as equal here.
const lean = (book) => Object.fromEntries(Object.entries(book).filter(([, value]) => value !== null));

function checkAll(t, w, rows, when = "") {
  const books = rows.map(lean);
  const call = (fn, ...values) => {
    const found = w.call(fn, ...values);
    t.expect.that(Array.isArray(found), `${fn}${when} did not return an array`);
    return found.map(lean);
  };
  t.expect.sameSet(call("seriesBooks"), books.filter(isVolume), `seriesBooks(db)${when}`);
  t.expect.sameSet(call("singles"), books.filter((book) => !isVolume(book)), `singles(db)${when}`);
  for (const series of [...seriesIn(books), "Series", "nothing"]) {
    const expected = books.filter((book) => isVolume(book) && book.series_title === series).sort((a, b) => a.volume - b.volume);
    t.expect.partlyOrdered(call("volumesOf", series), expected, "volume", `volumesOf(db, ${JSON.stringify(series)})${when}`);
  }
  for (const n of [0, 1, 3, 100]) {
    const expected = books.filter((book) => isVolume(book) && book.volume > n);
    t.expect.sameSet(call("laterVolumes", n), expected, `laterVolumes(db, ${n})${when}`);
  }
  const ordered = [...books].sort((a, b) => (a.volume ?? -1) - (b.volume ?? -1));
  const all = call("allByVolume");
  t.expect.that(all.length === books.length, `allByVolume(db)${when} returned ${all.length} of ${amountOf(books.length, "book")}`);
  t.expect.partlyOrdered(all, ordered, (book) => book.volume ?? null, `allByVolume(db)${when}`);
}

must("lists", "Each list has all its books, in its order.", (t) => {
  for (const plan of [{ seed: 81, scale: 0.1 }, { seed: 82, scale: 0 }]) {
    const w = t.fresh(plan);
    checkAll(t, w, w.rows.books);
    w.withoutIndexes(() => checkAll(t, w, w.rows.books));
  }
});

must("added", "A new book appears on the right lists.", (t) => {
  const w = t.fresh({ seed: 83, scale: 0.02 });
  const more = [single("a"), volume("b", "Sea Songs", 99), volume("c", "d'Arc. $1", 1), single("d"), volume("e", "Sea Songs", 2), volume("f", "Sea Songs", 10)];
  for (const book of more) w.call("addBook", book);
  checkAll(t, w, [...w.rows.books, ...more], " after addBook");
}, { after: ["lists"] });

for (const [id, sentence, fn, ...values] of [
  ["cost-series", "seriesBooks examines only the books that it returns.", "seriesBooks"],
  ["cost-volumes", "volumesOf examines only the books that it returns, and needs no sort.", "volumesOf", "Sea Songs"],
  ["cost-later", "laterVolumes examines only the books that it returns.", "laterVolumes", 2],
]) {
  must(id, sentence, (t) => {
    const w = t.fresh({ seed: 84, scale: 0.4 });
    let result;
    const meters = w.cost(() => {
      result = w.call(fn, ...values);
    });
    t.expect.that(
      meters.docsExamined <= result.length,
      `${fn} returned ${amountOf(result.length, "book")} and examined ${meters.docsExamined}`,
    );
    t.expect.that(fn !== "volumesOf" || meters.sortStages === 0, `${fn} sorted ${amountOf(result.length, "book")} in memory`);
  }, { hint: `Run ${fn} with explain("executionStats"): which index does it use?` });
}

must("free-singles", "A new book without a series writes one index entry.", (t) => {
  const w = t.fresh({ seed: 85, scale: 0.05 });
  const meters = w.cost(() => w.call("addBook", single("one more")));
  t.expect.that(
    meters.keysInserted <= 1,
    `storing a book without a series wrote ${amountOf(meters.keysInserted, "index entry", "index entries")}`,
  );
});

star("small-books", "A book without a series does not store the three fields.", (t) => {
  const w = t.fresh({ seed: 86, scale: 0.05 });
  const meters = w.cost(() => w.call("addBook", single("one more")));
  t.expect.that(meters.bytesWritten <= 60, `storing a book without a series wrote ${meters.bytesWritten} bytes`);
});

measure((w) => {
  for (let i = 0; i < 5; i++) {
    w.call("seriesBooks");
    w.call("volumesOf", "Sea Songs");
    w.call("laterVolumes", 2);
    w.call("addBook", single(`single ${i}`));
    w.call("addBook", volume(`volume ${i}`, "Sea Songs", 100 + i));
  }
});
