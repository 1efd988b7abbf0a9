// fails: d-size
// says: the largest document is in `reports`
// from: step-by-step.js
// Makes the reports flat and leaves the scans inside.

function slimReports(db) {
  for (const { _id, title, project } of db.reports.find({ "project.client": { $exists: true } }).toArray()) {
    const { client } = project;
    const { number, signed, annex } = client.contract;
    const flat = { title, project: project.name, client: client.name, city: client.city, contract: number, signed, pages: annex.pages };
    db.reports.replaceOne({ _id }, { ...flat, files: annex.scans });
  }
}

function report(db, id) {
  const found = db.reports.findOne({ _id: id });
  if (!found) return null;
  const { files, ...rest } = found;
  return { ...rest, scans: files.map(({ name }) => name) };
}

function scan(db, id, name) {
  return db.reports.findOne({ _id: id })?.files.find((file) => file.name === name)?.data ?? null;
}
