// Subjects below subjects. Visitors list everything below one of them.

function setup(db, rows) {
  // rows.subjects: [{ name, parent }], parent null at the top; a parent may come after its children
  db.subjects.insertMany(rows.subjects.map(({ name, parent }) => ({ _id: name, parent })));
}

// true, or false if the parent does not exist or the name does
function addSubject(db, name, parent) {
  db.subjects.insertOne({ _id: name, parent });
  return true;
}

// names one level below
function children(db, name) {
  return db.subjects.find({ parent: name }).map(({ _id }) => _id);
}

// names on all levels below
function descendants(db, name) {
  return [];
}

// names from the top down to the subject itself
function trail(db, name) {
  return [];
}

// Run shows the first level below a subject.
children(db, "Art");
