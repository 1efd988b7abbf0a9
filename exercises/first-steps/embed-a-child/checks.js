// Every page is right; the star looks at what one page reads.

function page(w, id) {
  const book = w.rows.books.find((each) => each._id === id);
  if (!book) return null;
  const publisher = w.rows.publishers.find((each) => each._id === book.publisher);
  return { title: book.title, publisher: publisher ? { name: publisher.name, city: publisher.city } : null };
}

must("pages", "Every book's page shows its title and its publisher's name and city.", (t) => {
  const w = t.fresh({ seed: 41, scale: 2.5 });
  for (const { _id: id, publisher: row } of w.rows.books) {
    const call = `bookPage(db, ${JSON.stringify(id)})`;
    const found = w.call("bookPage", id);
    const expected = page(w, id);
    t.expect.that(found !== null && found !== undefined, `${call} is ${found}, the book exists`);
    t.expect.that(found.title === expected.title, `${call} has the title ${JSON.stringify(found.title)}, the book's is ${JSON.stringify(expected.title)}`);
    const { publisher } = found;
    if (expected.publisher === null) {
      t.expect.that(publisher === null, `${call}: the publisher ${JSON.stringify(row)} is not listed, so \`publisher\` should be null; it is ${JSON.stringify(publisher)}`);
      continue;
    }
    t.expect.that(publisher !== null && typeof publisher === "object" && "name" in publisher, `${call}: \`publisher\` is ${JSON.stringify(publisher)}, not \`{name, city}\``);
    const { name, city } = expected.publisher;
    t.expect.that(publisher.name === name, `${call} shows the publisher ${JSON.stringify(publisher.name)}, the book is from ${JSON.stringify(name)}`);
    t.expect.that(publisher.city === city, `${call}: the ${name} of ${publisher.city} is shown, the book is from ${city}`);
  }
});

must("unknown", "An unknown book has no page.", (t) => {
  const w = t.fresh({ seed: 42, scale: 1 });
  for (const id of [1, "7", "", 99_999, "b11"]) {
    const found = w.call("bookPage", id);
    t.expect.that(found === null, `bookPage(db, ${JSON.stringify(id)}) returned ${found === undefined ? "undefined" : JSON.stringify(found)}, there is no such book: null`);
  }
});

star("one-document", "A page examines one document and reads at most 2 KB.", (t) => {
  const w = t.fresh({ seed: 43, scale: 2.5 });
  for (const { _id: id } of w.rows.books.filter((_, i) => i % 12 === 0)) {
    const meters = w.cost(() => w.call("bookPage", id));
    const documents = amountOf(meters.docsExamined, "document");
    t.expect.that(meters.docsExamined <= 1, `bookPage(db, ${JSON.stringify(id)}) examined ${documents} in ${amountOf(meters.roundTrips, "round trip")}`);
    const bytes = JSON.stringify(page(w, id)).length;
    t.expect.that(meters.bytesRead <= 2000, `one document, but ${(meters.bytesRead / 1000).toFixed(1)} KB read for a page of ${bytes} bytes`);
  }
}, { after: ["pages"] });

measure((w) => {
  for (const { _id: id } of w.rows.books.slice(0, 20)) w.call("bookPage", id);
});
