// Articles and carts as they are stored. The bank of these histories always answers; what it knows outlives each call.

const HOUR = 3600;
const CHARGED = "charged";
const ago = (seconds) => now() - 1000 * seconds;

// A bank that knows these payments, and refuses these carts.
function newBank({ payments, refused }) {
  const known = new Map(payments);
  return {
    charge: (cart) => known.set(cart, known.get(cart) ?? (refused.includes(cart) ? "refused" : CHARGED)).get(cart) === CHARGED,
    status: (cart) => known.get(cart) ?? null,
  };
}

const bank = ({ payments }, refused = []) => madeFrom({ payments: [...payments], refused }, "bank", newBank);

// A cart that was left while it was being paid has been charged if some of its reservations are gone.
function paymentsOf({ products, carts }) {
  const isReserved = ({ _id, lines }) => lines.every(({ sku }) => products.find((one) => one._id === sku).carted.some(({ cart }) => cart === _id));
  const pending = carts.filter(({ status }) => status === "pending");
  return new Map(pending.map((cart, at) => [cart._id, isReserved(cart) ? [null, "refused", CHARGED][at % 3] : CHARGED]).filter(([, status]) => status));
}

function goOn(cart, status) {
  Object.assign(cart, { status, touched: now() });
}

// Ends the reservations of a cart that are still there: its pieces are back in stock, or sold.
function letGo({ products }, { _id, lines }, isBack) {
  for (const { sku, qty } of lines) {
    const product = products.find((one) => one._id === sku);
    if (isBack && product.carted.some(({ cart }) => cart === _id)) product.qty += qty;
    product.carted = product.carted.filter(({ cart }) => cart !== _id);
  }
}

model({
  scale: 0.1,
  clock: [{ seconds: 30 }, { minutes: 15 }, { hours: 2 }],
  start: (rows) => ({
    products: rows.products.map((product) => ({ ...product })),
    carts: rows.carts.map((cart) => ({ ...cart })),
    payments: paymentsOf(rows),
    // Whether all that a crash had left is settled: `expire` may settle it, too.
    isSettled: false,
  }),
  calls: {
    expire: {
      // The oldest carts are due, and those that are just as old are not.
      args: (g, { carts }) => {
        const ages = carts.filter(({ status }) => status === "active").map(({ touched }) => Math.floor((now() - touched) / 1000));
        return [Math.max(0, g.hot([...ages.sort((a, b) => b - a).slice(0, 3), 900]) - g.int(0, 1))];
      },
      allowed: ({ isSettled }) => isSettled,
      run: (state, seconds) => {
        for (const cart of state.carts) {
          if (cart.status !== "active" || cart.touched >= ago(seconds)) continue;
          letGo(state, cart, true);
          goOn(cart, "expired");
        }
      },
      crash: "never",
    },
    checkout: {
      weight: 2,
      args: (g, state) => {
        const active = state.carts.filter(({ status }) => status === "active");
        const { _id } = g.hot(active.length > 0 && g.chance(0.8) ? active : state.carts);
        return [g.chance(0.1) ? "nowhere" : _id, bank(state, g.chance(0.2) ? [_id] : [])];
      },
      allowed: ({ isSettled }) => isSettled,
      run: (state, id, { data }) => {
        const cart = state.carts.find(({ _id }) => _id === id);
        if (cart?.status !== "active") return cart?.status === "complete";
        if (!state.payments.has(id)) state.payments.set(id, data.refused.includes(id) ? "refused" : CHARGED);
        const isPaid = state.payments.get(id) === CHARGED;
        if (isPaid) letGo(state, cart, false);
        goOn(cart, isPaid ? "complete" : "active");
        return isPaid;
      },
      apart: ([cart], other, [otherCart]) => other === "checkout" && cart === otherCart,
      crash: "never",
    },
    resume: {
      // Often as long as a cart has been left: that one stays.
      args: (g, state) => {
        const left = state.carts.filter(({ status }) => status === "pending" || status === "expiring");
        const seconds = left.length > 0 && g.chance(0.4) ? Math.round((now() - g.pick(left).touched) / 1000) : HOUR;
        return [bank(state), seconds];
      },
      run: (state, _, seconds) => {
        state.isSettled ||= seconds <= HOUR;
        for (const cart of state.carts.filter(({ touched }) => touched < ago(seconds))) {
          if (cart.status === "expiring") {
            letGo(state, cart, true);
            goOn(cart, "expired");
          } else if (cart.status === "pending") {
            const isPaid = state.payments.get(cart._id) === CHARGED;
            if (isPaid) letGo(state, cart, false);
            goOn(cart, isPaid ? "complete" : "active");
          }
        }
      },
      crash: "never",
    },
  },
  stored: { products: ({ products }) => documents(products), carts: ({ carts }) => documents(carts) },
  names: "articles and carts character by character",
  promises: [
    "Of two `checkout` of one cart at the same moment, one may return `false` while the other still waits for the bank.",
    "A client that dies leaves a cart that a later `resume` brings to its end.",
  ],
});
