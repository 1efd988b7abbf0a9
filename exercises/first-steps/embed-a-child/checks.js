// The model has the pages; the star looks at what one page reads.

star("one-document", "A page examines one document and reads at most 2 KB.", (t) => {
  const w = t.fresh({ seed: 43, scale: 2.5 });
  for (const { _id: id } of w.rows.books.filter((_, i) => i % 12 === 0)) {
    const meters = w.cost(() => w.call("bookPage", id));
    const documents = amountOf(meters.docsExamined, "document");
    t.expect.that(meters.docsExamined <= 1, `bookPage(db, ${JSON.stringify(id)}) examined ${documents} in ${amountOf(meters.roundTrips, "round trip")}`);
    const bytes = JSON.stringify(w.call("bookPage", id)).length;
    t.expect.that(meters.bytesRead <= 2000, `one document, but ${(meters.bytesRead / 1000).toFixed(1)} KB read for a page of ${bytes} bytes`);
  }
}, { after: ["history"] });

measure((w) => {
  for (const { _id: id } of w.rows.books.slice(0, 20)) w.call("bookPage", id);
});
