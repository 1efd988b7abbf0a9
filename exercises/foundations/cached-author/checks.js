// A search finds exactly the right books, a rename reaches every copy; then the cost of a search is measured.

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

const PREFIXES = ["Ad", "ad", "ADA", "adam", "z", "ZO", "李", "o'", "$", "j.r", "J.R.R", "j.", "éV", "Anna [", "name1", "Name", "Sm", "van", "O'B", "x", ".", ""];

must("search", "A search compares the first letters exactly, except for capitals.", (t) => {
  const w = t.fresh({ seed: 71, scale: 0.1 });
  const search = library(w.rows);
  for (const prefix of PREFIXES) checkSearch(t, w, search, prefix);
  for (const { _id, first_name, last_name } of w.rows.authors) {
    t.expect.equal(w.call("nameOf", _id), `${first_name} ${last_name}`, `nameOf(db, ${_id})`);
  }
});

must("rename", "After a rename all books of the author show the new name, and only the new name finds them.", (t) => {
  const w = t.fresh({ seed: 72, scale: 0.06 });
  const renames = {};
  for (const [id, first, last] of [[1, "Xaver", "von $1"], [2, "Ada", "Smith"], [15, "Ada", "Smith"], [15, "adA.", ""], [1, "Ada", "Back"], [2, "$ave", "Smith"], [3, "J.Ro", "Dot"], [2, "Ad\u{1f3b7}", "Smith"]]) {
    renames[id] = [first, last];
    w.call("renameAuthor", id, first, last);
    t.expect.equal(w.call("nameOf", id), `${first} ${last}`, `nameOf(db, ${id}) after the author was renamed`);
    for (const prefix of ["ada", "X", "ada.", "adam", "Br", "$A", "j.r.", "ad"]) {
      checkSearch(t, w, library(w.rows, renames), prefix, ` after author ${id} was renamed`);
    }
  }
  for (const round of ["once", "twice"]) {
    w.call("finishRenames");
    checkSearch(t, w, library(w.rows, renames), "", ` after finishRenames, run ${round}`);
  }
}, { after: ["search"] });

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

must("crash", "A client dies inside a rename: after finishRenames all books of the author show one name.", (t) => {
  const w = t.fresh({ seed: 73, scale: 0.03 });
  const { _id, first_name, last_name } = w.rows.authors[3];
  for (const name of [["Xenia", "New"], [first_name, "New"], ["Xenia", last_name]]) {
    w.crash(
      (world) => world.call("renameAuthor", _id, ...name),
      (world) => world.call("finishRenames"),
      (world) => settled(t, world, _id, [[first_name, last_name], name], "after a client died in renameAuthor, and finishRenames,"),
      { outside: {} },
    );
  }
});

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
});

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
