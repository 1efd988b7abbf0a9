// Books and publishers; two publishers have one name, two an `_id` that counts as false, and a few books' publishers
// are not listed.

const TITLES = ["Emma", "Ulysses", "The Great Gatsby", "Beloved", "O'Neil", "$1 a Day", "A.I.", "Émile"];
const CITIES = ["New York", "London", "Paris", "Dublin", "St. John's", "Zürich"];

function rows(rng, scale) {
  const publishers = [{ _id: 2, name: "Scribner", city: "New York" }, { _id: 1, name: "Scribner", city: "London" }];
  for (let id = 3; id <= Math.round(12 * scale); id++) publishers.push({ _id: id, name: `Press ${id}`, city: rng.pick(CITIES) });
  publishers.push({ _id: "a.b", name: "Dot & Sons", city: "Paris" }, { _id: 0, name: "Zero", city: "Rome" }, { _id: "", name: "Nameless", city: "Oslo" });
  const books = [{ _id: 7, title: "Emma", publisher: 2 }];
  for (let id = 8; id <= 6 + Math.round(60 * scale); id++) {
    const publisher = { 9: 999, 11: "2", 12: 0, 13: "" }[id] ?? rng.pick(publishers)._id;
    books.push({ _id: id % 10 === 0 ? `b${id}` : id, title: id < 16 ? TITLES[id - 8] : rng.text(3), publisher });
  }
  return { books, publishers };
}
