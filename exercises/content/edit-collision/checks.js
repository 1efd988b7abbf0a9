// Beyond the model: a save of the same text, a save after a death, a history of 300 versions, and the price of calls.

const show = (value) => JSON.stringify(value) ?? "nothing";
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

function opened(t, w, page) {
  const found = w.call("open", page);
  t.expect.that(found !== null && typeof found === "object" && found.token != null, `open(db, ${show(page)}) returned ${show(found)}`);
  return found;
}

function saved(t, w, page, token, text, user, expected, when) {
  const answer = w.call("save", page, token, text, user);
  t.expect.that(answer === expected, `${when}: ${user}'s save returned ${show(answer)}`);
}

// Saves a page this many times, each time with the newest token.
function saveOften(t, w, page, times, text) {
  for (let i = 1; i <= times; i++) saved(t, w, page, opened(t, w, page).token, text(i), `user ${i}`, true, `save number ${i} of a page, right after open`);
}

must("long-history", "A long history is complete, newest first, and reads no more versions than were asked for.", (t) => {
  const w = t.fresh({ seed: 923, scale: 0.1 });
  const { _id: page } = w.rows.pages[1];
  saveOften(t, w, page, 300, (i) => `Text ${i}`);
  for (const n of [1, 2, 12, 100, 301, 500]) {
    let versions;
    const { docsExamined } = w.cost(() => {
      versions = w.call("history", page, n);
    });
    const call = `history(db, ${show(page)}, ${n})`;
    const numbers = versions.map((version) => numberOf(version?.version));
    t.expect.ordered(numbers, Array.from({ length: Math.min(n, 301) }, (_, i) => 301 - i), `the versions of ${call}`);
    t.expect.that(docsExamined <= n + 2, `${call} examined ${amountOf(docsExamined, "document")}`);
  }
}, { after: ["history"] });

must("same-text", "A save that changes nothing is a save as well: the other one is refused.", (t) => {
  const w = t.fresh({ seed: 929, scale: 0.1 });
  const { _id: page, text } = w.rows.pages[0];
  const { token } = opened(t, w, page);
  const answers = [];
  const save = (at, own, user) => (world) => {
    answers[at] = world.call("save", page, token, own, user);
  };
  w.rival(save(0, "Alice's text", "Alice"), save(1, text, "Bob"), (world) => {
    const won = answers.filter((answer) => answer === true).length;
    const versions = world.call("history", page, 10).length;
    const said = `Alice and Bob opened a page and saved at the same moment, Bob without a change: their saves returned ${answers.map(show).join(" and ")}, and history has ${amountOf(versions, "version")}`;
    t.expect.that(won === 1 && versions === 2, said);
  });
}, { after: ["history"] });

must("after-crash", "After a client died in save the page can be saved again.", (t) => {
  const w = t.fresh({ seed: 927, scale: 0.1 });
  const { _id: page } = w.rows.pages[0];
  saveOften(t, w, page, 1, () => "Version two");
  const { token } = opened(t, w, page);
  w.crash(
    (world) => world.call("save", page, token, "Cut off", "Alice"),
    null,
    (world) => {
      const before = opened(t, world, page);
      saved(t, world, page, before.token, "Next", "Bob", true, "after the client died in save, Bob opened the page");
      const [newest] = world.call("history", page, 1);
      t.expect.that(newest?.text === "Next", `after the client died in save and Bob saved, the newest version is ${show(newest)}`);
    },
    { outside: {} },
  );
}, { after: ["history"] });

star("lean-open", "Opening is one round trip, examines one document and reads at most twice the text.", (t) => {
  const w = t.fresh({ seed: 924, scale: 0.2 });
  const { _id: page, text } = w.rows.pages[2];
  saveOften(t, w, page, 8, () => text);
  const { roundTrips, docsExamined, bytesRead } = w.cost(() => w.call("open", page));
  const call = `open(db, ${show(page)}) after eight saves`;
  t.expect.that(roundTrips <= 1, `${call} took ${amountOf(roundTrips, "round trip")}`);
  t.expect.that(docsExamined <= 1, `${call} examined ${amountOf(docsExamined, "document")}`);
  t.expect.that(bytesRead <= 2 * text.length, `${call} read ${kilobytes(bytesRead)} to show ${kilobytes(text.length)}`);
}, { after: ["history"] });

star("one-write", "A save is one round trip.", (t) => {
  const w = t.fresh({ seed: 925, scale: 0.2 });
  for (const { _id: page } of w.rows.pages.slice(0, 3)) {
    const { token } = opened(t, w, page);
    const { roundTrips } = w.cost(() => w.call("save", page, token, "New text", "Alice"));
    t.expect.that(roundTrips <= 1, `save(db, ${show(page)}, …) took ${amountOf(roundTrips, "round trip")}`);
  }
}, { after: ["history"] });

star("growth", "No document is above 100 KB after 100 saves of a page.", (t) => {
  const w = t.fresh({ seed: 926, scale: 0.1 });
  const { _id: page, text } = w.rows.pages[0];
  saveOften(t, w, page, 100, () => text);
  const largest = w.storage().collections.reduce((a, b) => (b.maxObjSize > a.maxObjSize ? b : a));
  t.expect.that(largest.maxObjSize <= 100_000, `after 100 saves the largest document of \`${largest.name}\` has ${kilobytes(largest.maxObjSize)}`);
}, { after: ["history"] });

probe("open", (w) => w.call("open", w.rows.pages[0]._id));
probe("save", (w) => {
  const { _id } = w.rows.pages[0];
  w.call("save", _id, w.call("open", _id).token, "New text", "Alice");
});

measure((w) => {
  const pages = w.rows.pages.slice(0, 10);
  for (let round = 0; round < 4; round++) {
    for (const { _id, text } of pages) w.call("save", _id, w.call("open", _id).token, text, "Alice");
  }
  for (let i = 0; i < 60; i++) w.call("open", pages[i % 10]._id);
  w.call("tag", pages[0]._id, ["seen"]);
  w.call("history", pages[0]._id, 3);
}, { scale: 0.2 });
