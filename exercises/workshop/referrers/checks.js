// The cost of a hit, also for famous books; model.js has what is counted.

function counted(hits, book) {
  const counts = new Map();
  for (const hit of hits) if (hit.book === book) counts.set(hit.domain, (counts.get(hit.domain) ?? 0) + 1);
  return counts;
}

must("one-trip", "A hit from a known domain is one round trip and no scan.", (t) => {
  const w = t.fresh({ seed: 98, scale: 0.15 });
  for (const domain of [w.rows.hits[0].domain, "google.com.au", "__proto__"]) {
    const meters = w.cost(() => w.call("hit", 1, domain));
    t.expect.that(
      meters.roundTrips <= 1,
      `hit(db, 1, ${JSON.stringify(domain)}) made ${amountOf(meters.roundTrips, "round trip")}, and the domain was known`,
    );
    t.expect.that(
      meters.docsExamined <= 2,
      `hit(db, 1, ${JSON.stringify(domain)}) examined ${amountOf(meters.docsExamined, "document")} to count one hit`,
    );
  }
}, { after: ["history", "rivals"] });

star("growth", "With thousands of domains no document exceeds 100 KB.", (t) => {
  const w = t.fresh({ seed: 99, scale: 0 });
  const sent = 400;
  for (let i = 0; i < sent; i++) w.call("hit", 1, `referrer-number-${i}.example.com`);
  const largest = Math.max(...w.storage().collections.map((collection) => collection.maxObjSize));
  const projected = (largest / sent) * 20_000;
  t.expect.that(
    projected <= 100 * 1024,
    `with ${amountOf(sent, "domain")} the largest document has ${largest} bytes; with 20,000 it would have ` +
      `${Math.round(projected / 1024)} KB`,
  );
});

star("seek", "A hit does not walk past the other domains of its book.", (t) => {
  const w = t.fresh({ seed: 100, scale: 0 });
  const sent = 300;
  for (let i = 0; i < sent; i++) w.call("hit", 1, `site${i}.example.com`);
  const meters = w.cost(() => w.call("hit", 1, `site${sent - 1}.example.com`));
  t.expect.that(
    meters.fieldsWalked <= 30,
    `hit from the last of ${amountOf(sent, "domain")} walked ${amountOf(meters.fieldsWalked, "field")}`,
  );
  // A design that writes all domains anew has walked past each of them.
  t.expect.that(
    meters.bytesWritten <= 1000,
    `hit from the last of ${amountOf(sent, "domain")} wrote ${meters.bytesWritten} bytes to count one hit`,
  );
});

measure((w) => {
  const domains = [...counted(w.rows.hits, 1).keys()];
  for (let i = 0; i < 40; i++) w.call("hit", 1, domains[(i * 7) % domains.length]);
  for (let i = 0; i < 4; i++) w.call("hit", 1, `newcomer${i}.example`);
  w.call("referrers", 1);
  w.call("top", 1, 10);
});
