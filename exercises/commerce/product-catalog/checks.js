// Beyond the model: titles that look alike, answers without indexes, and the price of reads and writes.

const show = (value) => JSON.stringify(value) ?? "nothing";
const CALLS = [["albumsOf", "Jazz", 10], ["filmsWith", "Ann Lee", 10], ["named", "casablanca"], ["bargains", 20, 10]];
const callText = ([name, ...values]) => `${name}(db, ${values.map(show).join(", ")})`;
const isNew = ({ type }) => !["album", "film", "game"].includes(type);
const skusOf = (found) => (Array.isArray(found) ? found.map((product) => product?.sku) : []);

// Titles in some case, and what stands beside them in the rows.
const TITLES = ["CasaBLANCA", "casablanca", "A.I.", "a.i.", "AI", "RÉSUMÉ", "resume", "[rec]", "C", "100% jazz", "über uns", "What?", "__PROTO__", "A\\D", "^start$", "(blue)", "two words", "$1 billion"];

must("titles", "A title finds the products that have it in any case, and no others.", (t) => {
  const w = t.fresh({ seed: 811, scale: 0.25 });
  const { products } = w.rows;
  for (const title of TITLES) {
    const call = `named(db, ${show(title)})`;
    const found = w.call("named", title);
    t.expect.that(Array.isArray(found), `${call} returned ${show(found)}, not an array or a cursor`);
    const right = products.filter((product) => product.title.toLowerCase() === title.toLowerCase());
    const wrong = found.find((product) => !right.some(({ sku }) => sku === product?.sku));
    t.expect.that(!wrong, `${call} also found ${show(wrong?.title ?? wrong)}`);
    const lacking = right.filter(({ sku }) => !skusOf(found).includes(sku));
    const missing = lacking.find(isNew) ?? lacking[0];
    const novelty = missing && isNew(missing) ? ", of a type that the rows of your Run do not have" : "";
    const what = missing && `the ${missing.type} ${show(missing.sku)} with the title ${show(missing.title)}${novelty}`;
    t.expect.that(!missing, found.length === 0 ? `${call} found nothing; there is ${what}` : `${call} lacks ${what}`);
  }
});

must("order", "The order follows from the answer, not from an index.", (t) => {
  const w = t.fresh({ seed: 812, scale: 0.2 });
  for (const [name, value] of CALLS) {
    const call = name === "named" ? [name, value] : [name, value, 100];
    const before = skusOf(w.call(...call));
    t.expect.that(before.length > 1, `${callText(call)} returned ${amountOf(before.length, "product")}`);
    w.withoutIndexes(() => {
      const after = skusOf(w.call(...call));
      const at = before.findIndex((sku, i) => sku !== after[i]);
      t.expect.that(at < 0, `with all indexes dropped the order differs: ${callText(call)} has ${show(after[at])} at place ${at + 1}, with them ${show(before[at])}`);
    });
  }
}, { after: ["titles"] });

star("lean", "All four walk at most two keys more than they return, without a sort, with five indexes at most.", (t) => {
  const w = t.fresh({ seed: 813, scale: 0.5 });
  for (const call of CALLS) {
    let found;
    const { keysExamined, docsExamined, sortStages } = w.cost(() => {
      found = skusOf(w.call(...call));
    });
    const forThese = `for ${amountOf(found.length, "product")}`;
    t.expect.that(keysExamined <= found.length + 2, `${callText(call)} walked ${amountOf(keysExamined, "key")} ${forThese}`);
    t.expect.that(docsExamined <= found.length + 2, `${callText(call)} examined ${amountOf(docsExamined, "document")} ${forThese}`);
    t.expect.that(sortStages === 0, `${callText(call)} sorted in memory`);
  }
  const names = w.storage().collections.flatMap(({ name, indexes }) => indexes.map((index) => `${name}.${index.name}`));
  t.expect.that(names.length <= 5, `there are ${names.length} indexes: ${names.join(", ")}`);
}, { after: ["titles"] });

star("cheap-insert", "A product has at most 4.5 index entries on average.", (t) => {
  const w = t.fresh({ seed: 814, scale: 0.3 });
  const entries = w.storage().collections.map(({ name }) => Object.values(w.db.runCommand({ validate: name }).keysPerIndex));
  const total = entries.flat().reduce((sum, keys) => sum + numberOf(keys), 0);
  const mean = total / w.rows.products.length;
  t.expect.that(mean <= 4.5, `a product has ${mean.toFixed(1)} index entries on average: ${total} for ${w.rows.products.length} products`);
}, { after: ["titles"] });

probe("named", (w) => w.call("named", w.rows.products[0].title));
probe("albums", (w) => w.call("albumsOf", "Jazz", 10));

measure((w) => {
  for (let i = 0; i < 6; i++) w.call("named", w.rows.products[i * 7].title);
  for (const genre of ["Jazz", "Rock", "$oul", "Blues"]) w.call("albumsOf", genre, 10);
  for (const actor of ["Ann Lee", "Zoë"]) w.call("filmsWith", actor, 10);
  w.call("bargains", 30, 10);
});
