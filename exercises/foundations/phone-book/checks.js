// What cards and callers cost; model.js has what they show.

const call = (fn, value) => `${fn}(db, ${JSON.stringify(value)})`;

const MANY = {
  _id: 90_001,
  name: "d'Arc. $1",
  zip_code: "00042",
  numbers: ["7.1", "7.10", "(7) 11", "+7", "70", "7001", "77", "7 7", "7*"],
};

must("freed", "A number whose contact is gone can be given to another, even if a client died on the way.", (t) => {
  const w = t.fresh({ seed: 36, scale: 0.01 });
  const stored = w.rows.contacts.find((contact) => contact.numbers.length > 1) ?? w.rows.contacts[0];
  for (const [fn, argument, contact] of [["removeContact", stored._id, stored], ["addContact", MANY, MANY]]) {
    w.crash(
      (world) => world.call(fn, argument),
      null,
      (world) => {
        // One sweep is enough.
        if (world.has("sweep")) world.call("sweep");
        if (world.call("showContact", contact._id) != null) return;
        const next = { ...contact, _id: 90_002, name: "Next" };
        const when = `a client died in ${fn}; after sweep the contact is gone, and`;
        const { error } = world.attempt("addContact", next);
        t.expect.that(!error, `${when} its numbers cannot be given to another: ${error?.message}`);
        const found = world.call("whoCalled", next.numbers[0]);
        t.expect.that(found?.name === "Next", `${when} ${call("whoCalled", next.numbers[0])} returns ${JSON.stringify(found)}, though another has this number now`);
      },
      { outside: {} },
    );
  }
}, { after: ["history", "crashes"] });

must("caller-cost", "whoCalled examines at most 2 documents and 4 index keys.", (t) => {
  const w = t.fresh({ seed: 37, scale: 0.5 });
  for (const number of [w.rows.contacts[5].numbers[0], w.rows.contacts.at(-1).numbers.at(-1), "nobody"]) {
    const meters = w.cost(() => w.call("whoCalled", number));
    t.expect.that(
      meters.docsExamined <= 2 && meters.keysExamined <= 4,
      `${call("whoCalled", number)} examined ${amountOf(meters.docsExamined, "document")} and ${amountOf(meters.keysExamined, "index key")}`,
    );
  }
}, { after: ["history"] });

star("card-cost", "showContact takes one round trip and examines one document.", (t) => {
  const w = t.fresh({ seed: 38, scale: 0.2 });
  const meters = w.cost(() => w.call("showContact", w.rows.contacts[7]._id));
  t.expect.that(
    meters.roundTrips <= 1 && meters.docsExamined <= 1,
    `showContact took ${amountOf(meters.roundTrips, "round trip")} and examined ${amountOf(meters.docsExamined, "document")}`,
  );
});

star("whole", "Readers see a contact whole or not at all, at any moment.", (t) => {
  const w = t.fresh({ seed: 39, scale: 0.01 });
  const stored = w.rows.contacts.find((contact) => contact.numbers.length > 1) ?? w.rows.contacts[0];
  const check = (shown, contact, when) => {
    t.expect.that(
      shown == null || shown.numbers?.length === contact.numbers.length,
      `${when} showContact saw ${shown?.numbers?.length} of ${amountOf(contact.numbers.length, "number")}`,
    );
  };
  for (const [fn, argument, contact] of [["addContact", MANY, MANY], ["removeContact", stored._id, stored]]) {
    let shown;
    w.rival(
      (world) => {
        shown = world.call("showContact", contact._id);
      },
      (world) => world.call(fn, argument),
      () => check(shown, contact, `while ${fn} ran in between,`),
    );
    w.rival(
      (world) => world.call(fn, argument),
      (world) => {
        const card = world.call("showContact", contact._id);
        check(card, contact, `in the middle of ${fn}`);
        for (const number of contact.numbers) {
          const caller = world.call("whoCalled", number);
          t.expect.that(
            (caller == null) === (card == null),
            `in the middle of ${fn} ${call("whoCalled", number)} knew ${caller == null ? "nobody" : "the contact"}, ` +
              `and showContact ${card == null ? "did not" : "did"}`,
          );
        }
      },
      () => {},
    );
  }
});

measure((w) => {
  const { contacts } = w.rows;
  for (let i = 0; i < 10; i++) {
    w.call("showContact", contacts[i * 9]._id);
    w.call("whoCalled", contacts[i * 7].numbers[0]);
    w.call("addContact", { ...MANY, _id: `guest ${i}`, numbers: [`guest ${i}`, `guest ${i} at work`] });
    w.call("removeContact", `guest ${i}`);
  }
}, { scale: 0.5 });
