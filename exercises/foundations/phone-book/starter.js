// Contact cards, the caller's name, and deletions that leave nothing behind.

function setup(db, rows) {
  // TODO: store rows.contacts, each { _id, name, zip_code, numbers: [text] }
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

// Run shows the card of contact 1: null, as nothing is stored yet.
showContact(db, 1);
