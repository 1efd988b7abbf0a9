// fails: history
// says: which is not expected
// from: also-renames-in-a-transaction.js
// Leaves out accents where only capitals do not matter.

const plain = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");
const copyOf = ({ first_name, last_name }) => ({ key: plain(first_name), name: `${first_name} ${last_name}` });

function booksByFirstName(db, prefix) {
  const literally = plain(prefix).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return db.books.find({ "author.key": { $regex: `^${literally}` } }, { title: 1, author: "$author.name" });
}
