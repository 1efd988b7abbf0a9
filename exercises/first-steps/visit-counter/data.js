// Pages that were opened before.

const PATHS = ["/books", "/", "/books/7", "/Books", "/authors", "/about"];

function rows(rng, scale) {
  const paths = scale === 1 ? PATHS : [...PATHS, "/a.b", "/a", "/$2", "/it's", "__proto__"];
  return { pages: paths.map((path, i) => ({ _id: path, visits: i === 0 ? 41 : rng.int(1, 5000) })) };
}
