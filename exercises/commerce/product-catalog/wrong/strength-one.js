// fails: titles
// says: named(db, "RÉSUMÉ") also found
// from: a-one-collection.js
// Takes strength 1, which ignores accents as well as case.

const anyCase = { locale: "en", strength: 1 };
