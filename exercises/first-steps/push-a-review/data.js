// Some books have reviews, some have none yet.

const TITLES = ["Emma", "The Great Gatsby", "Ulysses", "Beloved", "Middlemarch", "Persuasion"];
const IDS = [7, 1, 2, "a.b", "7", 3];

function rows(rng, scale) {
  const books = TITLES.map((title, i) => ({ _id: IDS[i], title }));
  books[0].reviews = [{ user: "ann", text: "Twice." }];
  if (scale !== 1) books[4].reviews = [{ user: "O'Neil", text: rng.text(4) }, { user: "ann", text: "$5 well spent." }];
  return { books };
}
