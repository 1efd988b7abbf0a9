// fails: d-content
// says: did not return the
// from: step-by-step.js
// Takes the scans out of the report before they are stored elsewhere.

function slimReports(db) {
  for (const { _id, title, project } of db.reports.find({ "project.client": { $exists: true } }).toArray()) {
    const { client } = project;
    const { number, signed, annex } = client.contract;
    const scans = annex.scans.map(({ name }) => name);
    const flat = { title, project: project.name, client: client.name, city: client.city, contract: number, signed, pages: annex.pages, scans };
    db.reports.replaceOne({ _id }, flat);
    annex.scans.forEach(({ name, data }, n) => db.scans.insertOne({ _id: { report: _id, n }, name, data }));
  }
}

function scan(db, id, name) {
  const n = report(db, id)?.scans.indexOf(name) ?? -1;
  return n < 0 ? null : (db.scans.findOne({ _id: { report: id, n } })?.data ?? null);
}
