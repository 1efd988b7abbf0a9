// Beyond the model: the trips of a batch, and the documents that a read examines.

const show = (value) => JSON.stringify(value) ?? "nothing";
const at = (date) => date.toISOString().slice(0, 19).replace("T", " ");
const day = (date) => new Date(Date.UTC(2012, 9, date));
const [START, END] = [day(20), day(50)];

// Lines that are new to a world.
const fresh = (n, count) =>
  Array.from({ length: count }, (_, i) =>
    i % 9 === 4 ? `broken ${n}` : `10.9.9.${n} - - [01/Nov/2012:0${i % 3}:00:00 +0000] "GET / HTTP/1.1" ${i % 2 ? 200 : 503} ${i} "-" "a \\"b\\""`,
  );

star("one-trip", "100 lines take at most two round trips.", (t) => {
  const w = t.fresh({ seed: 866, scale: 0.1 });
  const batch = { id: "new", lines: fresh(6, 100) };
  for (const when of ["", ", sent again,"]) {
    const { roundTrips } = w.cost(() => w.call("ingest", batch));
    t.expect.that(roundTrips <= 2, `100 lines${when} took ${amountOf(roundTrips, "round trip")}`);
  }
});

star("lean-read", "hitsOf examines no document that it does not return.", (t) => {
  const w = t.fresh({ seed: 867, scale: 0.2 });
  for (const path of ["/", "/a.b", "/zoë", "/nowhere"]) {
    for (const [from, to] of [[START, END], [day(31), day(32)]]) {
      let found;
      const { docsExamined } = w.cost(() => {
        found = w.call("hitsOf", path, from, to);
      });
      t.expect.that(docsExamined <= found.length, `hitsOf(db, ${show(path)}, ${at(from)}, ${at(to)}) examined ${amountOf(docsExamined, "document")} for ${amountOf(found.length, "hit")}`);
    }
  }
});

probe("batch", (w) => w.call("ingest", { id: "probe", lines: fresh(8, 100) }), { seed: 868, scale: 0.2 });
probe("hits", (w) => w.call("hitsOf", "/", day(31), day(32)), { seed: 868, scale: 0.2 });

measure((w) => {
  for (let n = 0; n < 5; n++) w.call("ingest", { id: `m${n}`, lines: fresh(n, 100) });
  for (const path of ["/", "/a.b", "/zoë"]) w.call("hitsOf", path, day(31), day(32));
  w.call("traffic", day(31), day(32));
}, { scale: 0.2 });
