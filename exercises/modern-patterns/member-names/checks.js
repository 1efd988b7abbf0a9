// Beyond the model: all names of a large register, names that a design may or may not tell apart, and costs.

const order = new Intl.Collator("de", { sensitivity: "accent" });
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

must("members", "A member is found by the name, whatever its capitals, and comes as registered.", (t) => {
  const w = t.fresh({ seed: 2101, scale: 0.03 });
  const special = ["O'Neil", "A.I.", "$1", "(x", "İnci", "inci", "Zoë", "Zoe", "Äpfel", "__proto__"];
  const { members } = w.rows;
  for (const found of [...members.filter(({ name }) => special.includes(name)), ...members.slice(0, 30)]) {
    if (found.name.includes("ß")) continue;
    for (const asked of [found.name, found.name.toLowerCase(), found.name.toUpperCase(), found.name.normalize("NFD"), found.name.normalize("NFC")]) {
      expectMember(t, w, asked, found);
    }
  }
  for (const name of ["nobody", "O.Neil", "Ad", "", "$", "Zoê"]) expectMember(t, w, name, null);
});

must("taken", "A name that differs from another only in capitals is taken; accents make another name.", (t) => {
  const w = t.fresh({ seed: 2102, scale: 0.01 });
  const expectAnswer = (name, values, expected, why) => {
    const answer = w.call(name, ...values);
    t.expect.that(answer === expected, `${name}(db, ${values.map(show).join(", ")}) returned ${show(answer)}: ${why}`);
  };
  const [one, two] = w.rows.members.filter(({ name }) => name !== name.toUpperCase() && !/[ßİ]/.test(name));
  expectAnswer("register", ["new", one.name.toUpperCase()], false, `${show(one.name)} is taken`);
  expectMember(t, w, one.name, one);
  expectAnswer("register", [one._id, "nobody else"], false, `the \`_id\` ${show(one._id)} is taken`);
  expectMember(t, w, "nobody else", null);
  for (const [id, name] of [["abc", "Ren"], ["ABC", "Rén"], ["Abc", "Reñ"]]) {
    expectAnswer("register", [id, name], true, `neither the \`_id\` ${show(id)} nor the name ${show(name)} is taken`);
  }
  expectAnswer("register", ["aBC", "RE\u0301N"], false, '"Rén" is taken, and is the same name');
  expectAnswer("rename", ["abc", "REN"], true, 'the member is called "Ren", and only the capitals change');
  expectAnswer("rename", ["abc", "REN"], true, 'the member is called "REN" already');
  expectMember(t, w, "ren", { _id: "abc", name: "REN" });
  expectAnswer("rename", [one._id, two.name.toLowerCase()], false, `${show(two.name)} is another member's`);
  expectMember(t, w, one.name, one);
  expectAnswer("rename", ["unknown", "Nobody"], false, "the `_id` is unknown");
  expectMember(t, w, "nobody", null);
  expectAnswer("rename", ["ABC", "Xaver"], true, "the name is free");
  expectMember(t, w, "rén", null);
  expectMember(t, w, "XAVER", { _id: "ABC", name: "Xaver" });
}, { after: ["members"] });

must("listed", "The list is in the order of a German dictionary, and its pages have each name once.", (t) => {
  const w = t.fresh({ seed: 2103, scale: 0.06 });
  const sorted = w.rows.members.map(({ name }) => name).sort(order.compare);
  const expectPage = (found, expected, call) => {
    const at = expected.findIndex((name, i) => found[i] !== name);
    t.expect.that(at < 0, `${call}: at place ${at + 1} stands ${show(found[at])}, expected was ${show(expected[at])}`);
    t.expect.that(found.length === expected.length, `${call} has ${amountOf(found.length, "name")}, not ${expected.length}`);
  };
  expectPage(listed(t, w, null, 1000), sorted, "names(db, null, 1000)");
  for (let after = null, place = 0; place < sorted.length; place += 25) {
    const page = listed(t, w, after, 25);
    expectPage(page, sorted.slice(place, place + 25), `names(db, ${show(after)}, 25)`);
    after = page.at(-1);
  }
  for (const name of ["Zoe", "Oz", "O'Neil", "Apfel"]) {
    for (const after of [name.toLowerCase(), name.toUpperCase(), `${name}a`]) {
      const expected = sorted.filter((other) => order.compare(other, after) > 0).slice(0, 5);
      expectPage(listed(t, w, after, 5), expected, `names(db, ${show(after)}, 5)`);
    }
  }
  const many = t.fresh({ seed: 2106, scale: 0.5 });
  const all = many.rows.members.map(({ name }) => name).sort(order.compare);
  expectPage(listed(t, many, null, 2 * all.length), all, `of ${all.length} members, names(db, null, ${2 * all.length})`);
}, { after: ["members"] });

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
}, { after: ["taken", "listed"] });

star("lean", "`member` examines at most one index key.", (t) => {
  const w = t.fresh({ seed: 2105, scale: 0.5 });
  for (const { name } of w.rows.members.slice(0, 5)) {
    const { keysExamined, docsExamined } = w.cost(() => w.call("member", name.toLowerCase()));
    const said = `member(db, ${show(name.toLowerCase())}) walked ${amountOf(keysExamined, "index key")} and ${amountOf(docsExamined, "document")} for one member`;
    t.expect.that(keysExamined <= 1 && docsExamined <= 1, said);
  }
}, { after: ["members"] });

star("list", "A page of n names examines at most n + 2 index keys, and sorts nothing.", (t) => {
  const w = t.fresh({ seed: 2106, scale: 0.5 });
  for (const after of [null, "Jörg", "m"]) {
    const { keysExamined, docsExamined } = w.cost(() => listed(t, w, after, 20));
    const said = `names(db, ${show(after)}, 20) walked ${amountOf(keysExamined, "index key")} and ${amountOf(docsExamined, "document")}`;
    t.expect.that(keysExamined <= 22 && docsExamined <= 22, said);
  }
}, { after: ["listed"] });

probe("member", (w) => w.call("member", "zoë"), { seed: 2107, scale: 1 });
probe("names", (w) => w.call("names", "M", 20), { seed: 2107, scale: 1 });

measure((w) => {
  const { members } = w.rows;
  for (let i = 0; i < 80; i++) w.call("member", members[i].name);
  w.call("names", "M", 20);
  for (let i = 0; i < 2; i++) w.call("register", `new ${i}`, `New ${i}`);
}, { scale: 0.5 });
