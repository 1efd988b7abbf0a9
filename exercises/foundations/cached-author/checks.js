// Beyond the model: renames that overlap, crashes of two clients, and the cost of a search.

const shown = ({ _id, title, author }) => ({ _id, title, author });

// What the rows say, with some authors renamed.
function library(rows, renames = {}) {
  const authors = new Map(rows.authors.map(({ _id, first_name, last_name }) => [_id, renames[_id] ?? [first_name, last_name]]));
  return (prefix) =>
    rows.books
      .filter((book) => authors.get(book.author)[0].toLowerCase().startsWith(prefix.toLowerCase()))
      .map(({ _id, title, author }) => ({ _id, title, author: authors.get(author).join(" ") }));
}

function checkSearch(t, w, search, prefix, when = "") {
  const call = `booksByFirstName(db, ${JSON.stringify(prefix)})${when}`;
  t.expect.sameSet(w.call("booksByFirstName", prefix)?.map?.(shown), search(prefix), call);
}

// All books of an author have one of several names, all the same one, and are found by it.
function settled(t, world, id, names, when) {
  const own = new Set(world.rows.books.filter((book) => book.author === id).map((book) => book._id));
  const all = world.call("booksByFirstName", "").filter((book) => own.has(book._id));
  const seen = [...new Set(all.map((book) => book.author))];
  t.expect.that(seen.length > 0, `${when} booksByFirstName(db, "") finds none of the ${amountOf(own.size, "book")} of one author`);
  t.expect.that(seen.length === 1, `${when} the ${amountOf(own.size, "book")} of one author show ${seen.map((name) => `"${name}"`).join(" and ")}`);
  const page = world.call("nameOf", id);
  t.expect.that(
    page === seen[0],
    `${when} the author's page shows "${page}" and the books show "${seen[0]}"`,
  );
  const name = names.find((candidate) => candidate.join(" ") === seen[0]);
  t.expect.that(name, `${when} the books show "${seen[0]}", a name that the author never had`);
  for (const [first] of names) checkSearch(t, world, library(world.rows, { [id]: name }), first, `, ${when.replace(/,$/, "")}`);
}

must("two-crashes", "Clients die inside the renames of two authors: after finishRenames the books of both show one name each.", (t) => {
  const w = t.fresh({ seed: 73, scale: 0.03 });
  const [one, other] = w.rows.authors.slice(3, 5);
  const when = "after clients died in the renames of two authors, and finishRenames,";
  const rename = (_id, ...name) => (world) => world.call("renameAuthor", _id, ...name);
  w.crash(rename(one._id, "Xenia", "New"), null, (world) => {
    world.crash(rename(other._id, other.first_name, "Late"), null, (after) => {
      after.call("finishRenames");
      settled(t, after, one._id, [[one.first_name, one.last_name], ["Xenia", "New"]], when);
      settled(t, after, other._id, [[other.first_name, other.last_name], [other.first_name, "Late"]], when);
    }, { outside: {} });
  }, { outside: {} });
}, { after: ["history", "crashes"], hint: "More than one rename may be incomplete when `finishRenames` runs." });

must("rival", "Two clients rename one author at the same moment: after finishRenames one of the names is everywhere.", (t) => {
  const w = t.fresh({ seed: 74, scale: 0.03 });
  const { _id } = w.rows.authors[3];
  w.rival(
    (world) => world.call("renameAuthor", _id, "Xenia", "One"),
    (world) => world.call("renameAuthor", _id, "Yves", "Two"),
    (world) => {
      world.call("finishRenames");
      settled(t, world, _id, [["Xenia", "One"], ["Yves", "Two"]], "after two renames at the same moment, and finishRenames,");
    },
  );
}, { after: ["history"] });

must("small-copies", "The stored data takes at most 4 times the size of the rows.", (t) => {
  const w = t.fresh({ seed: 77, scale: 0.1 });
  const stored = w.storage().collections.reduce((total, collection) => total + collection.size, 0);
  const given = JSON.stringify(w.rows).length;
  t.expect.that(
    stored <= 4 * given,
    `the rows have some ${Math.round(given / 1000)} KB, and ${Math.round(stored / 1000)} KB are stored for them`,
  );
}, { hint: "Copy only what a search shows." });

star("one-trip", "A search takes one round trip.", (t) => {
  const w = t.fresh({ seed: 75, scale: 0.1 });
  const meters = w.cost(() => w.call("booksByFirstName", "ada"));
  t.expect.that(meters.roundTrips <= 1, `a search took ${amountOf(meters.roundTrips, "round trip")}`);
});

star("few-keys", "A search examines at most 2 index keys and 2 documents more than it finds books.", (t) => {
  const w = t.fresh({ seed: 76, scale: 0.2 });
  for (const prefix of ["ada", "Zo", "nobody"]) {
    const found = library(w.rows)(prefix).length;
    const meters = w.cost(() => w.call("booksByFirstName", prefix));
    t.expect.that(
      meters.keysExamined <= found + 2 && meters.docsExamined <= found + 2,
      `a search for "${prefix}" found ${amountOf(found, "book")} and examined ${amountOf(meters.keysExamined, "index key")} and ${amountOf(meters.docsExamined, "document")}`,
    );
  }
});

measure((w) => {
  for (const prefix of ["ada", "Zo", "j.", "éva", "na", "b"]) for (let i = 0; i < 5; i++) w.call("booksByFirstName", prefix);
  w.call("renameAuthor", 3, "Xenia", "New");
}, { scale: 0.3 });
