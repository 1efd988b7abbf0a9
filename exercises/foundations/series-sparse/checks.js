// What books without a series cost, and what the lists read; model.js has what is on them.

const single = (id) => ({ _id: id, title: "Alone", pages: 1, type: null, series_title: null, volume: null });
const volume = (id, series, n) => ({ ...single(id), type: "series", series_title: series, volume: n });

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
  }, { after: ["history"], hint: `Run ${fn} with explain("executionStats"): which index does it use?` });
}

must("free-singles", "A new book without a series writes one index entry.", (t) => {
  const w = t.fresh({ seed: 85, scale: 0.05 });
  const meters = w.cost(() => w.call("addBook", single("one more")));
  t.expect.that(
    meters.keysInserted <= 1,
    `storing a book without a series wrote ${amountOf(meters.keysInserted, "index entry", "index entries")}`,
  );
}, { after: ["history"] });

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
