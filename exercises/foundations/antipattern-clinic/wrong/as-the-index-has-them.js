// fails: e-gather
// says: messages(db
// from: step-by-step.js
// Leaves the order of the messages to an index, which the server may stop using.

function messages(db, user) {
  return db.messages.find({ user }, { _id: 0, at: 1, text: 1 }).toArray();
}
