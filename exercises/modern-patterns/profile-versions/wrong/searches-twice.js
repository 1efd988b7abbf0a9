// fails: rivals
// says: find of profiles in whoHas
// from: a-upgrade-on-write.js
// Searches the lists, then the old fields: a profile that is migrated between the two is in neither answer.

function whoHas(db, value) {
  const inList = db.profiles.find({ "contacts.value": value }).toArray();
  const inFields = db.profiles.find({ $or: OLD.map((kind) => ({ [kind]: value })) }).toArray();
  const found = new Map([...inList, ...inFields].map((each) => [each._id, each]));
  const has = (each) => contactsOf(each).some((contact) => contact.value === value);
  return [...found.values()].filter(has).map(({ _id }) => _id);
}
