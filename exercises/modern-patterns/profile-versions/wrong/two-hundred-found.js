// fails: history
// says: has 200 elements, promised 1100
// from: a-upgrade-on-write.js
// A search ends after two hundred profiles.

function whoHas(db, value) {
  const found = db.profiles.find({ $or: ["contacts.value", ...OLD].map((path) => ({ [path]: value })) }).toArray();
  const right = found.filter((each) => contactsOf(each).some((contact) => contact.value === value));
  return right.slice(0, 200).map(({ _id }) => _id);
}
