// Books with fields of their own, known by numbers and by strings.

const TITLES = ["The Great Gatsby", "Ulysses", "Beloved", "Middlemarch", "O'Neil", "Persuasion", "Emma", "$1 a Day"];

function rows(rng, scale) {
  const books = TITLES.map((title, i) => ({ _id: i + 1, title, pages: rng.int(90, 900), available: true }));
  if (scale !== 1) {
    for (const id of ["7", "9", "a.b", "$id", "d'or"]) books.push({ _id: id, title: `Volume ${id}`, available: true });
    books[1].publisher = { name: "Sylvia Beach", address: { city: "Paris", "house.number": "12" } };
    books[2].subjects = ["family", "history"];
    books[3].notes = [{ by: "ann", text: "torn" }];
    books[4].price = NumberDecimal("12.50");
  }
  return { books: books.map((book) => ({ ...book })) };
}
