/**
 * The data of all engines: reviews with ten fields, about 430 bytes of BSON each, and their books. Equal sizes give
 * equal data.
 */

const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "fi"];
const WORDS = (
  "the story of a quiet harbour town where every family keeps one letter unopened and nobody asks why until winter " +
  "brings strangers with maps music and a debt older than the lighthouse itself slow brilliant uneven moving dull"
).split(" ");
const TAGS = Array.from({ length: 200 }, (_, i) => `tag${i}`);
const EPOCH = Date.UTC(2010, 0, 1);

/** A small generator of random numbers in [0, 1) (xorshift32). */
export function random(seed) {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
}

/** `count` reviews of `books` books. */
export function reviews(count, books) {
  const next = random(7);
  const below = (n) => Math.floor(next() * n);
  const words = (n) => Array.from({ length: n }, () => WORDS[below(WORDS.length)]).join(" ");
  return Array.from({ length: count }, (_, i) => ({
    _id: i,
    book: below(books),
    user: `user${below(20_000)}`,
    rating: 1 + below(5),
    language: LANGUAGES[Math.min(below(14), 9)],
    title: words(4),
    text: words(39),
    tags: Array.from({ length: 1 + below(4) }, () => TAGS[below(TAGS.length)]),
    votes: { up: below(1000), down: below(200) },
    // All different, so that a sort has only one correct order.
    date: new Date(EPOCH + below(4_000) * 86_400_000 + (i % 100_000) * 860 + Math.floor(i / 100_000)),
  }));
}

/** `count` books, with a distinct `number` each. */
export function books(count) {
  const next = random(11);
  const below = (n) => Math.floor(next() * n);
  return Array.from({ length: count }, (_, i) => ({
    _id: i,
    number: i,
    title: `${WORDS[below(WORDS.length)]} ${WORDS[below(WORDS.length)]} ${i}`,
    year: 1900 + below(120),
    pages: 80 + below(900),
    genre: TAGS[below(20)],
  }));
}
