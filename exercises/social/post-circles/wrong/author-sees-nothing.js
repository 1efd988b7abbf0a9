// fails: history
// says: promised
// from: a-tokens.js
// Forgets that authors see their own posts.

const tokensOf = ({ author, audience }) =>
  audience === "public" ? [{ all: true }] : audience === "circles" ? [{ any: author }] : audience.map((circle) => ({ author, circle }));
