// An order without indexes, seven days to the second, races of three clients, and the price of a claim.

const name = (request) => (request ? `${request.borrower} / ${request.book}` : "nothing");
const key = (request) => JSON.stringify([request.borrower, request.book]);

// Takes requests until none waits.
function drain(w, clerk = "drainer", limit = 1000) {
  const taken = [];
  for (let i = 0; i < limit; i++) {
    const request = w.call("nextRequest", clerk);
    if (request === null || request === undefined) return taken;
    taken.push(request);
  }
  return taken;
}

// A library in which nobody waits.
function calm(t, seed) {
  const w = t.fresh({ seed, scale: 0 });
  drain(w, "earlier");
  return w;
}

function take(t, w, clerk) {
  const request = w.call("nextRequest", clerk);
  t.expect.that(request, `requests are waiting, and nextRequest(db, "${clerk}") returned nothing`);
  return request;
}

must("oldest-first", "Among requests of the same priority the oldest comes first.", (t) => {
  const w = t.fresh({ seed: 33, scale: 0.3 });
  const created = new Map(w.rows.requests.map((request) => [key(request), request.created]));
  const inTurn = (world) => {
    const taken = drain(world, "ada", w.rows.requests.length + 10);
    t.expect.that(taken.length > 0, "requests are waiting, and nextRequest handed out none");
    taken.forEach((request, i) => {
      const before = taken[i - 1];
      t.expect.that(
        i === 0 || before.priority !== request.priority || created.get(key(before)) <= created.get(key(request)),
        `of two requests of priority ${request.priority}, ${name(before)} was handed out before ${name(request)}, which is older`,
      );
    });
  };
  const beginning = w.snapshot();
  inTurn(w);
  w.restore(beginning);
  beginning.free();
  w.withoutIndexes(inTurn);
}, { after: ["history"] });

must("lapse", "Exactly the requests taken more than seven days ago wait again, at their old place.", (t) => {
  const w = t.fresh({ seed: 39, scale: 0.05 });
  const early = [take(t, w, "ada"), take(t, w, "bob"), take(t, w, "ada")];
  w.clock.advance({ days: 1 });
  const rest = drain(w, "chen");
  w.clock.advance({ days: 5, hours: 23, minutes: 59, seconds: 59 });
  w.call("expireStale");
  const tooEarly = w.call("nextRequest", "dora");
  t.expect.that(tooEarly == null, `${name(tooEarly)} waited again one second before its seven days were over`);
  w.clock.advance({ seconds: 2 });
  w.call("expireStale");
  w.call("expireStale");
  const again = drain(w, "dora");
  t.expect.that(
    again.length >= early.length,
    `${amountOf(early.length, "request was", "requests were")} on desks for seven days and one second; after expireStale ${again.length} waited again`,
  );
  t.expect.ordered(again.map(name), early.map(name), "the requests handed out again");
  w.clock.advance({ days: 1 });
  w.call("expireStale");
  t.expect.sameSet(drain(w, "emil").map(name), rest.map(name), "the requests of the second day, handed out again");
}, { after: ["history"] });

must("late-decision", "A decision counts for seven days; after that it is refused, before and after the sweep.", (t) => {
  for (const decision of ["approve", "refuse"]) {
    const w = t.fresh({ seed: 40, scale: 0.05 });
    const [timely, request] = [take(t, w, "ada"), take(t, w, "ada")];
    w.clock.advance({ days: 6, hours: 23, minutes: 59, seconds: 59 });
    const inTime = w.call(decision, timely.id, "ada");
    t.expect.that(inTime === true, `${decision} one second before the seven days were over returned ${inTime}`);
    w.clock.advance({ seconds: 2 });
    const unswept = w.call(decision, request.id, "ada");
    t.expect.that(unswept === false, `${decision} seven days and one second after the start returned ${unswept}`);
    w.call("expireStale");
    const swept = w.call(decision, request.id, "ada");
    t.expect.that(swept === false, `${decision} of a request that lapsed and waits again returned ${swept}`);
    const next = take(t, w, "bob");
    t.expect.equal(name(next), name(request), "the request handed out after the lapse");
    const late = w.call(decision, request.id, "ada");
    t.expect.that(late === false, `the request lapsed and bob holds it; ${decision} by ada returned ${late}`);
    t.expect.that(w.call(decision, next.id, "bob") === true, `bob holds the request, and bob's ${decision} was refused`);
  }
}, { after: ["history", "lapse"] });

must("rival-duplicate", "The same request sent twice at the same moment is stored once.", (t) => {
  const w = calm(t, 42);
  let first;
  let second;
  let taken;
  for (const takenAtOnce of [false, true]) {
    w.rival(
      (world) => {
        first = world.call("requestLoan", "emil", 3, 4);
      },
      (world) => {
        second = world.call("requestLoan", "emil", 3, 4);
        taken = takenAtOnce ? world.call("nextRequest", "bob") : null;
      },
      (world) => {
        const stored = drain(world, "ada", 5).length + (taken ? 1 : 0);
        t.expect.that(
          first !== second && stored === 1,
          `emil's request arrived twice at the same moment${takenAtOnce ? ", and bob took one at once" : ""}: requestLoan returned ` +
            `${first} and ${second}, and clerks were given ${amountOf(stored, "request")}`,
        );
      },
    );
  }
}, { after: ["history"] });

must("rival-late", "A decision made while the request lapses and is taken by a colleague has one owner.", (t) => {
  for (const decision of ["approve", "refuse"]) {
    const w = t.fresh({ seed: 43, scale: 0.02 });
    const request = take(t, w, "ada");
    let byAda;
    let taken;
    w.rival(
      (world) => {
        byAda = world.call(decision, request.id, "ada");
      },
      (world) => {
        world.clock.advance({ days: 7, seconds: 1 });
        world.call("expireStale");
        taken = world.call("nextRequest", "bob");
      },
      (world) => {
        const went = taken && key(taken) === key(request);
        const byBob = went && world.call("approve", taken.id, "bob");
        t.expect.that(
          !(byAda && went),
          `the request lapsed and went to bob while ada decided: ${decision} by ada returned true, and bob's approve ${byBob}`,
        );
        t.expect.that(
          byAda || byBob,
          "the request lapsed while ada decided, and afterwards nobody could decide on it",
        );
      },
    );
  }
}, { after: ["history"] });

must("rival-sweep", "A request that lapsed is freed once: a second sweep leaves it with the clerk who took it since.", (t) => {
  const w = t.fresh({ seed: 46, scale: 0.02 });
  const lapsed = [take(t, w, "ada"), take(t, w, "ada")];
  w.clock.advance({ days: 7, seconds: 1 });
  const taken = [];
  w.rival(
    (world) => world.call("expireStale"),
    (world) => {
      world.call("expireStale");
      taken.splice(0, 2, take(t, world, "bob"), take(t, world, "bob"));
    },
    (world) => {
      t.expect.sameSet(taken.map(name), lapsed.map(name), "the requests that bob took after a sweep");
      const others = drain(world, "chen", 20).map(key);
      for (const request of taken) {
        t.expect.that(
          !others.includes(key(request)),
          `two sweeps ran at the same moment and bob took ${name(request)} in between; then chen was given it, too`,
        );
        const decided = world.call("approve", request.id, "bob");
        t.expect.that(decided === true, `bob took ${name(request)} between two sweeps, and bob's approve returned ${decided}`);
      }
    },
  );
}, { after: ["history"] });

must("claim-cost", "Taking a request is one round trip and examines at most two index keys.", (t) => {
  const w = t.fresh({ seed: 45, scale: 1 });
  for (let i = 0; i < 30; i++) {
    const request = take(t, w, "ada");
    if (i % 3 !== 0) w.call(i % 3 === 1 ? "approve" : "refuse", request.id, "ada");
  }
  const meters = w.cost(() => w.call("nextRequest", "bob"));
  t.expect.that(
    meters.roundTrips <= 1,
    `nextRequest made ${amountOf(meters.roundTrips, "round trip")}`,
  );
  t.expect.that(
    meters.keysExamined <= 2 && meters.docsExamined <= 2,
    `nextRequest examined ${amountOf(meters.keysExamined, "index key")} and ${amountOf(meters.docsExamined, "document")} to take one request`,
  );
}, { after: ["history"] });

measure((w) => {
  for (let i = 0; i < 20; i++) {
    w.call("requestLoan", `visitor${i}`, 1 + (i % 60), 1 + (i % 5));
    const request = w.call("nextRequest", "ada");
    if (request) w.call(i % 2 ? "approve" : "refuse", request.id, "ada");
  }
  w.clock.advance({ days: 8 });
  w.call("expireStale");
});
