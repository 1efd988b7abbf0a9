// People and things as they come; the three changes are made one after the other.

function setup(db, rows) {
  db.people.insertMany(rows.people);
  db.things.insertMany(rows.things);
}

// "sold", "gone" or "poor"
function buy(db, buyer, keeper, thing, price) {
  db.people.updateOne({ _id: keeper }, { $inc: { gold: price } });
  db.people.updateOne({ _id: buyer }, { $inc: { gold: -price } });
  db.things.updateOne({ _id: thing }, { $set: { owner: buyer } });
  return "sold";
}

function purse(db, id) {
  return db.people.findOne({ _id: id })?.gold ?? null;
}

function owner(db, thing) {
  return db.things.findOne({ _id: thing })?.owner ?? null;
}

function repair(db) {
}

// Run buys a lamp.
buy(db, "ann", "keeper", "lamp", 50);
