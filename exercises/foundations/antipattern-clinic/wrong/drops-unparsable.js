// fails: b-unparsable
// says: missing
// from: step-by-step.js
// Drops what cannot be converted.

function repairPhones(db) {
  for (const { _id, phone } of db.contacts.find({ phone: { $exists: true } }, { phone: 1 }).toArray()) {
    const number = numberOf(phone);
    if (number === null) db.contacts.updateOne({ _id }, { $unset: { phone: 1 } });
    // Some fit into 32 bits and others do not; as doubles they are all of one type.
    else db.contacts.updateOne({ _id }, { $set: { phone: new Double(number) } });
  }
  db.contacts.createIndex({ phone: 1 });
}
