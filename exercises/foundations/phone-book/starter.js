// Contact cards, caller ID, and a deletion that leaves nothing behind.

function setup(db, rows) {
  // TODO: store rows.contacts: { _id, name, zip_code, numbers: [text] }
}

function addContact(db, contact) {}

function showContact(db, id) {
  return null;
}

function whoCalled(db, number) {
  return null;
}

// true if there was one
function removeContact(db, id) {
  return false;
}

function sweep(db) {}
