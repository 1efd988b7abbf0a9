// Beyond the model: double clicks, names in words, calls that are made again after a death, and the cost.

const show = (value) => JSON.stringify(value) ?? "nothing";
const idsIn = (w, category) => {
  const found = w.call("productsIn", category, 10_000);
  return Array.isArray(found) ? found.map((product) => product?._id) : [];
};
const members = (w, category) => w.rows.products.filter(({ categories }) => categories.includes(category)).map(({ _id }) => _id);
const nameOn = (w, product, category) => (w.call("productPage", product)?.categories ?? []).find((one) => one?._id === category)?.name;

must("found", "A category's page shows the category's products.", (t) => {
  const w = t.fresh({ seed: 831, scale: 4 });
  for (const { _id } of w.rows.categories.slice(0, 12)) {
    const own = members(w, _id);
    const found = w.call("productsIn", _id, 10_000);
    t.expect.that(Array.isArray(found), `productsIn(db, ${show(_id)}, 10000) returned ${show(found)}, not an array or a cursor`);
    const said = `productsIn(db, ${show(_id)}, 10000) returned ${amountOf(found.length, "product")}, ${own.length} are in it`;
    t.expect.that(found.length === own.length, found.length === 0 ? `${said}: no error reports a field that does not exist` : said);
  }
});

must("clicks", "Assigned twice, a product is listed once; taken out twice, it is out.", (t) => {
  const w = t.fresh({ seed: 832, scale: 0.1 });
  const [{ _id: product, categories }] = w.rows.products;
  for (const id of [7, "7"]) w.call("assign", product, id, true);
  w.call("assign", product, 7, false);
  t.expect.that(idsIn(w, "7").includes(product), "a product was in the categories 7 and \"7\" and was taken out of 7; now it is not in \"7\" either");
  for (const category of ["empty", categories[0]]) {
    for (const on of [true, false]) {
      for (const times of ["once", "twice"]) {
        w.call("assign", product, category, on);
        const when = `after assign(db, ${show(product)}, ${show(category)}, ${on}) was called ${times}`;
        const listed = idsIn(w, category).filter((id) => id === product).length;
        t.expect.that(listed === Number(on), `${when}, productsIn lists the product ${amountOf(listed, "time")}`);
        const shown = (w.call("productPage", product)?.categories ?? []).filter((one) => one?._id === category).length;
        t.expect.that(shown === Number(on), `${when}, productPage lists the category ${amountOf(shown, "time")}`);
      }
    }
  }
}, { after: ["found"] });

function expectNames(t, w, category, name, when) {
  const own = members(w, category);
  const names = own.map((product) => nameOn(w, product, category));
  const right = names.filter((shown) => shown === name).length;
  t.expect.that(right === own.length, `${when}, ${right} of ${amountOf(own.length, "product page")} show the name ${show(name)}; one shows ${show(names.find((shown) => shown !== name))}`);
}

must("renamed", "A rename shows on every product page, and only of that category.", (t) => {
  const w = t.fresh({ seed: 833, scale: 0.3 });
  for (const [category, name] of [["sale", "$ale"], [7, "Presents"], ["a.b", "Sale"]]) {
    w.call("renameCategory", category, name);
    expectNames(t, w, category, name, `after the category ${show(category)} got the name ${show(name)}`);
  }
  expectNames(t, w, "7", "Gifts", "after another category called \"Gifts\" was renamed");
  w.call("renameCategory", "nowhere", "Nowhere");
  w.call("assign", w.rows.products[0]._id, "nowhere", true);
  const shown = nameOn(w, w.rows.products[0]._id, "nowhere");
  t.expect.that(shown === undefined, `no category has the id "nowhere"; after renameCategory and assign with it, a product page shows it with the name ${show(shown)}`);
  // A product that is assigned afterwards shows the new name, too.
  const { _id: product } = w.rows.products.find(({ categories }) => !categories.includes(7));
  w.call("assign", product, 7, true);
  t.expect.that(nameOn(w, product, 7) === "Presents", `assigned after the rename, a product page shows ${show(nameOn(w, product, 7))}, not "Presents"`);
}, { after: ["found"] });

must("again", "After a client died and the call was made again, everything is right.", (t) => {
  const w = t.fresh({ seed: 834, scale: 0.06 });
  const again = (...call) => (world) => world.call(...call);
  const rename = ["renameCategory", "sale", "All must go"];
  w.crash(again(...rename), again(...rename), (world) => {
    expectNames(t, world, "sale", "All must go", "after the client died in renameCategory and called it again");
  }, { outside: {} });
  const product = w.rows.products[1]._id;
  for (const [category, on] of [["empty", true], [w.rows.products[1].categories[0], false]]) {
    w.crash(again("assign", product, category, on), again("assign", product, category, on), (world) => {
      const sides = [idsIn(world, category).includes(product), nameOn(world, product, category) !== undefined];
      const said = ["the category's page", "the product's page"].map((side, i) => `${side} ${sides[i] ? "has" : "lacks"} it`).join(", ");
      t.expect.that(sides.every((side) => side === on), `after the client died in assign(…, ${on}) and called it again: ${said}`);
    }, { outside: {} });
  }
}, { after: ["clicks"] });

must("together", "Two categories that are assigned or taken away at the same moment both count.", (t) => {
  const w = t.fresh({ seed: 838, scale: 0.06 });
  const [{ _id: product, categories }] = w.rows.products;
  const free = w.rows.categories.map(({ _id }) => _id).filter((id) => !categories.includes(id));
  for (const [one, other] of [[[free[0], true], [free[1], true]], [[categories[0], false], [free[0], true]], [[categories[0], false], [categories[1], false]]]) {
    const assign = ([category, on]) => (world) => world.call("assign", product, category, on);
    w.rival(assign(one), assign(other), (world) => {
      for (const [category, on] of [one, other]) {
        const there = nameOn(world, product, category) !== undefined;
        const calls = [one, other].map(([id, to]) => `assign(…, ${show(id)}, ${to})`).join(" and ");
        t.expect.that(there === on, `after ${calls} at the same moment, the product's page ${there ? "has" : "lacks"} the category ${show(category)}`);
      }
    });
  }
}, { after: ["clicks"] });

star("category-page", "The first n of a category are one trip, n documents and n + 2 keys, at ten times the size as well.", (t) => {
  for (const scale of [1, 10]) {
    const w = t.fresh({ seed: 835, scale });
    for (const category of ["sale", 20]) {
      const { roundTrips, docsExamined, keysExamined } = w.cost(() => w.call("productsIn", category, 10));
      const call = `productsIn(db, ${show(category)}, 10)${scale > 1 ? ` with ${w.rows.products.length} products` : ""}`;
      t.expect.that(docsExamined <= 10, `${call} examined ${amountOf(docsExamined, "document")}`);
      t.expect.that(keysExamined <= 12, `${call} walked ${amountOf(keysExamined, "key")}`);
      t.expect.that(roundTrips <= 1, `${call} took ${amountOf(roundTrips, "round trip")}`);
    }
  }
}, { after: ["found"] });

star("product-page", "A product's page examines one document.", (t) => {
  const w = t.fresh({ seed: 836, scale: 0.3 });
  for (const { _id, categories } of w.rows.products.slice(0, 3)) {
    const { docsExamined } = w.cost(() => w.call("productPage", _id));
    const said = `productPage(db, ${show(_id)}) examined ${amountOf(docsExamined, "document")} for ${amountOf(categories.length, "category", "categories")}`;
    t.expect.that(docsExamined <= 1, said);
  }
}, { after: ["found"] });

star("calm-rename", "A rename writes one document.", (t) => {
  const w = t.fresh({ seed: 837, scale: 0.5 });
  const { nModified, ninserted, ndeleted, nUpserted } = w.cost(() => w.call("renameCategory", "sale", "Bargains"));
  const written = nModified + ninserted + ndeleted + nUpserted;
  t.expect.that(written <= 1, `renameCategory(db, "sale", "Bargains") wrote ${amountOf(written, "document")}; ${members(w, "sale").length} products are in it`);
}, { after: ["found"] });

probe("sale", (w) => w.call("productsIn", "sale", 10));
probe("page", (w) => w.call("productPage", w.rows.products[0]._id));

measure((w) => {
  const { products, categories } = w.rows;
  for (let i = 0; i < 40; i++) w.call("productsIn", i % 2 ? "sale" : categories[i]._id, 10);
  for (let i = 0; i < 4; i++) w.call("productPage", products[i]._id);
  w.call("assign", products[0]._id, "empty", true);
  w.call("renameCategory", "sale", "Bargains");
});
