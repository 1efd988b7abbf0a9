// Six wards. At scale 1: 2,000 orders with 200 queries, 1,000 contacts, 1,000 things, 10 reports, 400 inboxes, 3,000 tickets.

const DAY = 86_400_000;
const START = Date.UTC(2012, 0, 1);
const SKUS = Array.from({ length: 40 }, (_, k) => `sku.${k}'$`);
const NAMES = ["O'Neil", "Zoë", "$ave", "a.b", "李雷", "Anna K.", "Bo"];

function orders(rng, count) {
  const customers = Math.max(2, Math.round(count / 50));
  return Array.from({ length: count }, (_, i) => ({
    _id: i + 1,
    number: `N-${100_000 + i * 7}`,
    customer: rng.int(1, customers),
    status: rng() < 0.1 ? "open" : rng.pick(["paid", "sent", "back"]),
    placed: rng.date(START, START + 280 * DAY),
    country: rng.pick(["DE", "FR", "IT", "PL"]),
    total: rng.int(100, 90_000),
    items: rng.shuffle([...SKUS]).slice(0, rng.int(1, 3)).map((sku) => ({ sku, qty: rng.int(1, 5) })),
  }));
}

function queries(rng, all) {
  if (all.length === 0) return [];
  return Array.from({ length: 200 }, (_, i) => {
    const some = rng.pick(all);
    if (i % 4 === 0) return { filter: { customer: some.customer }, sort: { placed: -1 }, limit: 10 };
    if (i % 4 === 1) return { filter: { status: "open", placed: { $gte: new Date(START + rng.int(200, 275) * DAY) } } };
    if (i % 4 === 2) return { filter: { "items.sku": some.items[0].sku } };
    return { filter: { number: rng() < 0.1 ? "N-0" : some.number } };
  });
}

function phone(rng) {
  const number = rng() < 0.5 ? rng.int(1_000_000, 9_999_999) : 490_000_000_000 + rng.int(0, 99_999_999);
  const text = String(number);
  const kind = rng.int(0, 9);
  if (kind < 4) return number;
  if (kind < 7) return text;
  if (kind === 7) return `+${text.slice(0, 2)} (${text.slice(2, 5)}) ${text.slice(5)}`;
  if (kind === 8) return `00${text.slice(0, 3)}/${text.slice(3)}-`;
  return rng.pick(["see card", "", "12 34 ext. 5", "+", "ask O'Neil", "1.5", "12a", "12+34"]);
}

function things(rng, count) {
  return Array.from({ length: count }, (_, i) => {
    const kind = rng() < 0.3 ? {} : { kind: null };
    const user = rng() < 0.4;
    if ("kind" in kind) kind.kind = user ? "user" : "product";
    if (user) return { _id: i + 1, ...kind, name: rng.pick(NAMES), email: rng() < 0.05 ? null : `u${i}@example.org` };
    const price = i % 11 === 7 ? {} : { price: rng.int(1, 9999) };
    return { _id: i + 1, ...kind, name: rng.text(2), ...price, ...(rng() < 0.1 ? { owner: { email: "x@example.org" } } : {}) };
  });
}

function scanned(rng, n, size) {
  const bytes = new Uint8Array(size + rng.int(0, 2000)).fill(rng.int(0, 255));
  for (let i = 0; i < 16; i++) bytes[i] = rng.int(0, 255);
  return { name: rng.pick(["page 1", "a.b.png", "$cover", "zoë"]) + (n % 2 === 0 ? "" : n), data: new Binary(bytes) };
}

function report(rng, i, size) {
  const annex = { pages: rng.int(1, 90), scans: Array.from({ length: i % 5 === 4 ? 0 : 5 }, (_, n) => scanned(rng, n, size)) };
  const contract = { number: `C/${rng.int(1, 999)}`, signed: rng.date(START, START + 200 * DAY), annex };
  const client = { name: rng.pick(NAMES), city: rng.pick(["Köln", "L'Aquila", "Oslo"]), contract };
  return { _id: i % 3 === 1 ? `r.${i}` : i, title: rng.text(4), project: { name: rng.text(2), client } };
}

function inbox(rng, i) {
  let at = START;
  const user = i % 5 === 2 ? `${rng.pick(["zoë", "o-neil", "li.lei", "inbox_"])}${i}` : `user${i}`;
  const messages = Array.from({ length: rng.int(1, 6) }, () => ({ at: new Date((at += rng.int(1, DAY))), text: rng.text(5) }));
  // In the order of their arrival, which is not that of their sending.
  return { user, messages: rng.shuffle(messages).map((message, n) => ({ _id: n + 1, ...message })) };
}

// Of the tickets most are closed, most have no assignee, and one customer has many of them.
function ticket(rng, i, customers) {
  const status = rng() < 0.8 ? "closed" : rng.pick(["open", "waiting"]);
  return {
    _id: i + 1,
    number: `T-${200_000 + i * 3}`,
    customer: Math.max(1, Math.floor(customers ** rng())),
    status,
    priority: rng.pick([1, 2, 2, 2, 2, 3]),
    ...(rng() < 0.3 ? { assignee: rng.pick(NAMES) } : {}),
    opened: rng.date(START, START + 280 * DAY),
  };
}

function rows(rng, scale) {
  const count = (n) => Math.max(1, Math.round(n * scale));
  const list = orders(rng, count(2000));
  // Where a hundred schedules are tried, bytes would only cost time.
  const size = scale < 0.2 ? 2_000 : 60_000;
  return {
    orders: list,
    log: queries(rng, list),
    contacts: Array.from({ length: count(1000) }, (_, i) => ({ _id: i + 1, name: rng.pick(NAMES), ...(rng() < 0.03 ? {} : { phone: phone(rng) }) })),
    things: things(rng, count(1000)),
    // Five of them are of every kind.
    reports: Array.from({ length: scale < 0.2 ? count(10) : Math.max(5, count(10)) }, (_, i) => report(rng, i, size)),
    tickets: Array.from({ length: count(3000) }, (_, i) => ticket(rng, i, Math.max(20, count(200)))),
    inboxes: Array.from({ length: count(400) }, (_, i) => inbox(rng, i)),
  };
}
