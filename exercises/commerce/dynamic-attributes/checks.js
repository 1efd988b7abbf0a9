// Beyond the model: reads that overlap an `add`, a death within one, and the price.

const show = (value) => JSON.stringify(value) ?? "nothing";
const typeOf = (value) => (value instanceof Date ? "date" : typeof value);
const same = (a, b) => typeOf(a) === typeOf(b) && (a instanceof Date ? a.getTime() === b.getTime() : a === b);
const own = (attrs, name) => (Object.hasOwn(attrs, name) ? attrs[name] : undefined);

const matching = (products, attrs) =>
  products.filter((product) => Object.entries(attrs).every(([name, value]) => same(own(product.attrs, name), value)));
const ranging = (products, name, lo, hi) =>
  products.filter(({ attrs }) => typeOf(own(attrs, name)) === typeOf(lo) && own(attrs, name) >= lo && own(attrs, name) <= hi);

// Says which product is missing or too many, and what it has.
function expectIds(t, found, expected, products, call) {
  t.expect.that(Array.isArray(found), `${call} returned ${show(found)}, not an array`);
  const right = new Set(expected.map(({ _id }) => _id));
  const wrong = found.find((id) => !right.has(id));
  const label = (id) => `${show(id)}, which has ${show(products.find(({ _id }) => _id === id)?.attrs)}`;
  t.expect.that(wrong === undefined, `${call} found the product ${label(wrong)}`);
  const there = new Set(found);
  const missing = expected.find(({ _id }) => !there.has(_id));
  t.expect.that(!missing, `${call} lacks the product ${missing && label(missing._id)}; it found ${found.length} of ${expected.length}`);
  t.expect.that(there.size === found.length, `${call} lists a product more than once: ${found.length} ids of ${amountOf(there.size, "product")}`);
}

function expectWith(t, w, products, attrs, when) {
  expectIds(t, w.call("withAttrs", attrs), matching(products, attrs), products, `withAttrs(db, ${show(attrs)}) ${when}`);
}

function expectRange(t, w, products, name, lo, hi, when) {
  expectIds(t, w.call("inRange", name, lo, hi), ranging(products, name, lo, hi), products, `inRange(db, ${[name, lo, hi].map(show).join(", ")}) ${when}`);
}

function expectProduct(t, w, product, when) {
  const call = `product(db, ${show(product._id)}) ${when}`;
  const found = w.call("product", product._id);
  t.expect.that(found !== null && typeof found === "object", `${call} is ${show(found)}`);
  const attrs = found.attrs ?? null;
  const { _id, title } = found;
  t.expect.equal({ _id, title }, { _id: product._id, title: product.title }, call);
  t.expect.that(attrs !== null && typeof attrs === "object", `${call}: \`attrs\` is ${show(attrs)}`);
  for (const name of new Set([...Object.keys(product.attrs), ...Object.keys(attrs)])) {
    const [is, should] = [attrs, product.attrs].map((one) => (Object.hasOwn(one, name) ? show(one[name]) : "not there"));
    const value = own(attrs, name);
    const comparable = Number.isNaN(numberOf(value)) ? value : numberOf(value);
    t.expect.that(same(comparable, own(product.attrs, name)), `${call}: \`attrs\` is ${show(attrs)}; under ${show(name)} it has ${is}, given was ${should}`);
  }
}

const gadget = (_id, size) => ({ _id, title: "Gadget", attrs: { color: "silver", "net.size": size, cache: 0, made: new Date("2012-10-15T00:00:00Z") } });

// A read may be late for products that are being added, but must be right for all others.
function expectOthers(t, found, expected, adding, products, call) {
  const ids = adding.map(({ _id }) => _id);
  t.expect.that(Array.isArray(found), `${call} returned ${show(found)}, not an array`);
  expectIds(t, found.filter((id) => !ids.includes(id)), expected, products, call);
}

must("rival", "Products that are added at the same moment are all found, and readers meanwhile find all others.", (t) => {
  const w = t.fresh({ seed: 713, scale: 0.03 });
  const { products } = w.rows;
  const [one, two] = [gadget("one", 7), gadget(77_777, 8)];
  const all = [...products, one, two];
  w.rival(
    (world) => world.call("add", one),
    (world) => world.call("add", two),
    (world) => {
      for (const product of [one, two]) expectProduct(t, world, product, "after two were added at the same moment");
      expectWith(t, world, all, { color: "silver", cache: 0 }, "after two were added at the same moment");
      expectRange(t, world, all, "net.size", 7, 8, "after two were added at the same moment");
    },
  );
  const answers = {};
  const read = (world) => {
    answers.with = world.call("withAttrs", { color: "silver" });
    answers.range = world.call("inRange", "weight", 0, 100);
    answers.both = world.call("withAttrs", { color: "silver", cache: 0 });
  };
  const add = (world) => world.call("add", one);
  for (const [action, interference] of [[add, read], [read, add]]) {
    w.rival(action, interference, (world) => {
      const when = "while a product was added";
      expectOthers(t, answers.with, matching(products, { color: "silver" }), [one], products, `withAttrs(db, {"color":"silver"}) ${when}`);
      expectOthers(t, answers.range, ranging(products, "weight", 0, 100), [one], products, `inRange(db, "weight", 0, 100) ${when}`);
      expectOthers(t, answers.both, matching(products, { color: "silver", cache: 0 }), [one], products, `withAttrs(db, {"color":"silver","cache":0}) ${when}`);
      expectProduct(t, world, one, "after it was added");
    }, { limit: 30 });
  }
}, { after: ["history"] });

must("crash", "A product that is sent again after its client died is complete, and there once.", (t) => {
  const w = t.fresh({ seed: 713, scale: 0.03 });
  const one = gadget("one", 7);
  const all = [...w.rows.products, one];
  w.crash(
    (world) => world.call("add", one),
    (world) => world.call("add", one),
    (world) => {
      const when = "after the client died in add and sent the product again";
      expectProduct(t, world, one, when);
      for (const attrs of [{ color: "silver" }, { "net.size": 7, cache: 0 }, { made: one.attrs.made }]) expectWith(t, world, all, attrs, when);
      expectRange(t, world, all, "net.size", 0, 100, when);
    },
    { outside: {} },
  );
}, { after: ["history"] });

star("no-walk", "A range examines at most two keys and two documents more than it finds.", (t) => {
  const w = t.fresh({ seed: 714, scale: 0.5 });
  const added = Array.from({ length: 5 }, (_, i) => ({ _id: `size${i}`, title: "Size", attrs: { "brand-new": i * 10 } }));
  for (const product of added) w.call("add", product);
  const products = [...w.rows.products, ...added];
  for (const [name, lo, hi] of [["weight", 50, 60], ["weight", 20, 20], ["property90", -100, 100], ["brand-new", 10, 30], ["color", "b", "c"]]) {
    const count = ranging(products, name, lo, hi).length;
    const { keysExamined, docsExamined } = w.cost(() => w.call("inRange", name, lo, hi));
    const call = `inRange(db, ${[name, lo, hi].map(show).join(", ")})`;
    t.expect.that(docsExamined <= count + 2, `${call} examined ${amountOf(docsExamined, "document")} for ${amountOf(count, "product")}; there are ${products.length}`);
    t.expect.that(keysExamined <= count + 2, `${call} walked ${amountOf(keysExamined, "key")} for ${amountOf(count, "product")}`);
  }
});

star("one-trip", "A filter by one or two values is one round trip.", (t) => {
  const w = t.fresh({ seed: 714, scale: 0.5 });
  for (const attrs of [{ weight: 20 }, { color: "red", trim: "silver" }, { nowhere: 1 }]) {
    const { roundTrips } = w.cost(() => w.call("withAttrs", attrs));
    const count = matching(w.rows.products, attrs).length;
    t.expect.that(roundTrips <= 1, `withAttrs(db, ${show(attrs)}) took ${amountOf(roundTrips, "round trip")} for ${amountOf(count, "product")}`);
  }
});

// Bytes of a product as BSON has it; all numbers are doubles of 8 bytes or integers of 4.
function bytesOf(value) {
  const text = (characters) => new TextEncoder().encode(characters).length;
  switch (typeOf(value)) {
    case "string": return 5 + text(value);
    case "boolean": return 1;
    case "date": return 8;
    case "number": return Number.isInteger(value) ? 4 : 8;
    default: return Object.entries(value).reduce((sum, [name, inner]) => sum + 2 + text(name) + bytesOf(inner), 5);
  }
}

star("small", "The documents have at most 1.2 times the bytes of the products as given.", (t) => {
  const w = t.fresh({ seed: 714, scale: 0.5 });
  const { products } = w.rows;
  const given = products.reduce((sum, product) => sum + bytesOf(product), 0);
  const stored = w.storage().collections.reduce((sum, { size }) => sum + size, 0);
  const mean = (bytes) => Math.round(bytes / products.length);
  t.expect.that(stored <= 1.2 * given, `${mean(stored)} bytes are stored for each product, as given it has ${mean(given)}`);
});

measure((w) => {
  for (let i = 0; i < 12; i++) w.call("withAttrs", { weight: 10 + i });
  for (let i = 0; i < 6; i++) w.call("inRange", "weight", 10 * i, 10 * i + 5);
  for (const color of ["red", "blue"]) w.call("withAttrs", { color, trim: "silver" });
  for (const id of [0, 1, 2]) w.call("product", id);
  w.call("add", gadget("new", 5));
}, { scale: 0.3 });
