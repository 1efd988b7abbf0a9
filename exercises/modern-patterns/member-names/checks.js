// Beyond the model: names that a design may or may not tell apart, and costs.

const show = (value) => JSON.stringify(value) ?? "nothing";

function expectMember(t, w, asked, expected, when = "") {
  const found = w.call("member", asked);
  const is = found ? `${show(found.name)} with the \`_id\` ${show(found._id)}` : show(found);
  const right = expected ? found?._id === expected._id && found?.name === expected.name : found === null;
  const should = expected ? `${show(expected.name)} has the \`_id\` ${show(expected._id)}` : "there is no such name";
  t.expect.that(right, `${when}member(db, ${show(asked)}) is ${is}; ${should}`);
}

function listed(t, w, after, n) {
  const found = w.call("names", after, n);
  t.expect.that(Array.isArray(found), `names(db, ${show(after)}, ${n}) returned ${show(found)}, not an array`);
  const strange = found.find((name) => typeof name !== "string");
  t.expect.that(strange === undefined, `names(db, ${show(after)}, ${n}) contains ${show(strange)}, not a name`);
  return found;
}

must("sharp-s", "Whether \"ß\" and \"ss\" are one name or two, all functions agree.", (t) => {
  const w = t.fresh({ seed: 2104, scale: 0.01 });
  const old = w.rows.members.find(({ name }) => name === "straße");
  const both = w.call("register", "double", "STRASSE");
  const twin = { _id: "double", name: "STRASSE" };
  const said = `register(db, "double", "STRASSE") beside "straße" returned ${show(both)}; `;
  expectMember(t, w, "straße", old, said);
  expectMember(t, w, "Strasse", both ? twin : old, said);
  const again = w.call("register", "triple", "strasse");
  t.expect.that(again === false, `${said}register(db, "triple", "strasse") after that returned ${show(again)}`);
  const renamed = w.call("rename", w.rows.members.find((found) => found !== old)._id, "Strasse");
  t.expect.that(renamed === false, `${said}rename(db, …, "Strasse") of a third member returned ${show(renamed)}`);
  const all = listed(t, w, null, 1000);
  const twins = all.filter((name) => /^stra(ß|ss)e$/i.test(name)).sort();
  t.expect.equal(twins, both ? ["STRASSE", "straße"] : ["straße"], `${said}of these names, the list has`);
  const pages = [];
  for (let page = listed(t, w, null, 1); page.length > 0 && pages.length <= all.length; page = listed(t, w, page[0], 1)) pages.push(page[0]);
  t.expect.ordered(pages, all, `${said}one name after the other`);
}, { after: ["history"] });

star("lean", "`member` examines at most one index key.", (t) => {
  const w = t.fresh({ seed: 2105, scale: 0.5 });
  for (const { name } of w.rows.members.slice(0, 5)) {
    const { keysExamined, docsExamined } = w.cost(() => w.call("member", name.toLowerCase()));
    const said = `member(db, ${show(name.toLowerCase())}) walked ${amountOf(keysExamined, "index key")} and ${amountOf(docsExamined, "document")} for one member`;
    t.expect.that(keysExamined <= 1 && docsExamined <= 1, said);
  }
});

star("list", "A page of n names examines at most n + 2 index keys, and sorts nothing.", (t) => {
  const w = t.fresh({ seed: 2106, scale: 0.5 });
  for (const after of [null, "Jörg", "m"]) {
    const { keysExamined, docsExamined } = w.cost(() => listed(t, w, after, 20));
    const said = `names(db, ${show(after)}, 20) walked ${amountOf(keysExamined, "index key")} and ${amountOf(docsExamined, "document")}`;
    t.expect.that(keysExamined <= 22 && docsExamined <= 22, said);
  }
});

probe("member", (w) => w.call("member", "zoë"), { seed: 2107, scale: 1 });
probe("names", (w) => w.call("names", "M", 20), { seed: 2107, scale: 1 });

measure((w) => {
  const { members } = w.rows;
  for (let i = 0; i < 80; i++) w.call("member", members[i].name);
  w.call("names", "M", 20);
  for (let i = 0; i < 2; i++) w.call("register", `new ${i}`, `New ${i}`);
}, { scale: 0.5 });
