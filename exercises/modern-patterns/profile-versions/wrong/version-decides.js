// fails: old-release
// says: after the old release set
// from: a-upgrade-on-write.js
// Believes the version number: what the old release sets in a migrated document is not seen.

function contactsOf(document) {
  if (document.schema_version === 2) return [...document.contacts].sort((a, b) => (a.kind < b.kind ? -1 : 1));
  const found = OLD.filter((kind) => document[kind]).map((kind) => ({ kind, value: document[kind] }));
  return found.sort((a, b) => (a.kind < b.kind ? -1 : 1));
}
