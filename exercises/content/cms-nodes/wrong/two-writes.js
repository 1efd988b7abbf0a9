// fails: history
// says: db.nodes.find()
// from: a-one-of.js
// Changes field after field: half of an edit can be refused, or left.

function edit(db, id, set) {
  try {
    const answers = Object.entries(set).map(([field, value]) => db.nodes.updateOne({ _id: id }, { $set: { [field]: value } }).matchedCount);
    return answers.every((matched) => matched === 1);
  } catch (error) {
    if (error.code === 121) return false;
    throw error;
  }
}
