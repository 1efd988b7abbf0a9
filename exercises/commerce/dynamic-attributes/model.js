// The products with their properties; 5 is not "5", and names are names, whatever characters are in them.

const NAMES = ["color", "a.b", "$1", "_id", "k", "size", "__proto__", "constructor", "Color", "a", "b", "ann=1", "a:b", "a.b.c", "$a.$b", "a%2Eb"];
const VALUES = ["silver", 5, "5", 0, "", false, true, "$red", "Silver", -1.5, 50, "50", 9, 100, 2.125, new Date("2010-01-01T00:00:00Z"), new Date("2010-01-01T00:00:01Z"), new Date("2010-01-01T00:00:00.007Z"), "2010-01-01T00:00:00.000Z", 1_262_304_000_000, "true", "0"];
const typeOf = (value) => (value instanceof Date ? "date" : typeof value);
const same = (a, b) => typeOf(a) === typeOf(b) && (a instanceof Date ? Number(a) === Number(b) : a === b);
const own = (attrs, name) => (Object.hasOwn(attrs, name) ? attrs[name] : undefined);
const oneOfAll = (g, list) => (g.chance(0.5) ? g.hot(list) : g.pick(list));
const some = (g, most) => Object.fromEntries(Array.from({ length: g.int(1, most) }, () => [oneOfAll(g, NAMES), oneOfAll(g, VALUES)]));
/** A value of another type that is often taken for this one. */
const twin = (value) => (value instanceof Date ? value.toISOString() : typeof value === "string" && value !== "" && !isNaN(value) ? Number(value) : String(value));
const ids = (products, test) => anyOrder([...products.values()].filter(({ attrs }) => test(attrs)).map(({ _id }) => _id));
const KNOWN = [0, 1, "new", "1", 99_999, "n.2"];

model({
  scale: 0.01,
  start: (rows) => new Map(rows.products.map((product) => [product._id, product])),
  calls: {
    add: {
      weight: 3,
      args: (g, products) => {
        if (g.chance(0.15)) return [g.hot([...products.values()])];
        const attrs = g.chance(0.1) ? {} : some(g, 4);
        return [{ _id: g.chance(0.5) ? g.int(90_000, 90_030) : `n${g.int(1, 30)}`, title: g.name(), attrs }];
      },
      // A product that is sent again is the same product.
      allowed: (products, product) => !products.has(product._id) || EJSON.stringify(products.get(product._id)) === EJSON.stringify(product),
      run: (products, product) => void products.set(product._id, product),
      grows: (g, products, n) => [{ _id: `grown ${n}`, title: "Grown", attrs: { color: "silver", size: n, [`new ${n}`]: n } }],
      while: ["add"],
      apart: ([product], other, [another]) => product._id === another._id,
      crash: "never",
    },
    withAttrs: {
      reads: true,
      args: (g, products) => {
        const { attrs } = g.hot([...products.values()].toReversed());
        // All that a product has, or all but one.
        if (Object.keys(attrs).length < 2 || g.chance(0.5)) return [some(g, 2)];
        const name = g.pick(Object.keys(attrs));
        return [g.chance(0.5) ? attrs : Object.fromEntries(Object.entries(attrs).map(([key, value]) => [key, key === name ? oneOfAll(g, [twin(value), ...VALUES]) : value]))];
      },
      run: (products, attrs) => ids(products, (given) => Object.entries(attrs).every(([name, value]) => same(own(given, name), value))),
    },
    inRange: {
      reads: true,
      args: (g) => {
        const lo = oneOfAll(g, VALUES);
        const hi = g.pick(VALUES.filter((value) => typeOf(value) === typeOf(lo)));
        return [oneOfAll(g, NAMES), ...(lo <= hi ? [lo, hi] : [hi, lo])];
      },
      run: (products, name, lo, hi) => ids(products, (attrs) => typeOf(own(attrs, name)) === typeOf(lo) && own(attrs, name) >= lo && own(attrs, name) <= hi),
    },
    product: {
      reads: true,
      args: (g, products) => [g.chance(0.3) ? g.pick(KNOWN) : g.pick([...products.keys()])],
      run: (products, id) => {
        const found = products.get(id);
        return found ? { _id: id, title: found.title, attrs: exactly(found.attrs) } : null;
      },
    },
  },
  // Names and values that are the same text when they are joined.
  twins: {
    calls: (products, twins) => [...twins, [["a=b", "c"], ["a", "b=c"]]].flatMap(([[a, b], [c, d]], i) => [
      ["add", { _id: `twin ${i}`, title: "Twin", attrs: { [a]: b } }],
      ["withAttrs", { [c]: d }],
      ["withAttrs", { [a]: b }],
      ["inRange", c, d, d],
    ]),
  },
  observe: (products) => [
    ...[...products.keys()].map((id) => ["product", id]),
    ...NAMES.slice(0, 4).flatMap((name) => VALUES.slice(0, 4).map((value) => ["withAttrs", Object.fromEntries([[name, value]])])),
    ...["color", "a.b"].flatMap((name) => [[0, 100], [-10, 0], ["", "~"], [false, false]].map(([lo, hi]) => ["inRange", name, lo, hi])),
    // What the newest products have, and what they could be taken to have.
    ...[...products.values()].slice(-3).flatMap(({ attrs }) => Object.entries(attrs)).flatMap(([name, value]) => [
      ["inRange", name, value, value],
      ...[value, twin(value)].map((one) => ["withAttrs", Object.fromEntries([[name, one]])]),
    ]),
  ],
  names: "character by character",
  promises: ["Two `add` of one product never overlap.", "A product whose `add` died is sent again.", "A read may miss a product whose `add` has not returned yet."],
});
