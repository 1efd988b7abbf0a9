// Six collections, 4,000 documents each at scale 1.

const id = (n) => new ObjectId((1_350_000_000 + n).toString(16).padStart(8, "0") + "a1b2c3d4e5" + (n % 4096).toString(16).padStart(6, "0"));
const NODES = ["home", "a.b", "$1", "O'Neil", "Zoë", "__proto__"];
const TODAY = Date.UTC(2012, 9, 15);
const DAY = 86_400_000;

function rows(rng, scale) {
  const count = Math.max(40, Math.round(4000 * scale));
  const range = Array.from({ length: count }, (_, i) => i);
  const nodes = Array.from({ length: 120 }, (_, i) => NODES[i] ?? `node-${i}`);
  const [first, ...others] = rng.shuffle(nodes);
  const pages = Array.from({ length: 200 }, (_, i) => (i === 3 ? "/a.b" : i === 5 ? "/$1" : `/page/${i}`));
  const users = Array.from({ length: Math.ceil(count / 8) }, (_, i) => (i === 2 ? "ann.lee" : `user ${i}`));
  const days = Math.max(2, Math.ceil(count / 200));
  return {
    posts: range.map((i) => ({ _id: id(i), author: `author ${rng.int(0, 300)}`, title: rng.text(3) })),
    carts: range.map((i) => ({ _id: id(5 * i), status: rng.pick(["active", "pending", "expired"]), items: rng.int(1, 9) })),
    comments: range.map((i) => ({
      _id: id(2 * i),
      node: rng() < 0.17 ? first : rng.pick(others),
      slug: rng.int(0, 2 ** 31).toString(36) + i.toString(36),
      posted: new Date(TODAY - (count - i) * 60_000),
    })),
    photoChunks: range.map((i) => ({ _id: id(7 * i + 3), files_id: id(7 * (i - (i % 5))), n: i % 5, data: rng.text(2) })),
    dailyStats: Array.from({ length: days }, (_, day) => pages.map((page, i) => ({ _id: id(200 * day + i), page, day: new Date(TODAY - (days - 1 - day) * DAY), hits: 0 }))).flat().slice(-Math.max(count, 200)),
    walls: Array.from({ length: 8 }, (_, month) => users.map((user, i) => ({ _id: id(users.length * month + i), user, month: `2012-0${month + 1}`, posts: [] }))).flat(),
  };
}
