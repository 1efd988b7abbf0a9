// fails: history
// says: value: null
// from: a-upgrade-on-write.js
// Takes a field with null for a contact.

function contactsOf(document) {
  const found = new Map((document.contacts ?? []).map(({ kind, value }) => [kind, value]));
  for (const kind of OLD) if (kind in document) found.set(kind, document[kind]);
  return [...found].filter(([, value]) => value !== "").map(([kind, value]) => ({ kind, value })).sort((a, b) => (a.kind < b.kind ? -1 : 1));
}
