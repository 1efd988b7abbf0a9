// fails: admission
// says: after setup
// from: step-by-step.js
// Converts the phones in setup: their original texts are lost.

function setup(db, rows) {
  const store = (name, documents) => db.getCollection(name).insertMany(documents);
  store("orders", rows.orders);
  for (const field of ["country", "total", "status", "customer", "items.qty"]) db.orders.createIndex({ [field]: 1 });
  store("contacts", rows.contacts.map((contact) => ("phone" in contact ? { ...contact, phone: numberOf(contact.phone) } : contact)));
  store("things", rows.things);
  store("reports", rows.reports);
  store("tickets", rows.tickets);
  for (const { user, messages } of rows.inboxes) store(`inbox_${user}`, messages);
}
