// fails: history
// says: promised '$home'
// from: a-upgrade-on-write.js
// Gives the value to a pipeline as it is: a string with `$` names a field there.

function upgrade(kind, value) {
  const kept = { $filter: { input: { $ifNull: ["$contacts", []] }, as: "c", cond: { $not: { $in: ["$$c.kind", [{ $literal: kind }, ...OLD]] } } } };
  const moved = OLD.filter((field) => field !== kind).map((field) => ({
    $cond: [{ $in: [{ $ifNull: [`$${field}`, ""] }, [""]] }, { $filter: { input: { $ifNull: ["$contacts", []] }, as: "c", cond: { $and: [{ $eq: ["$$c.kind", field] }, { $eq: [{ $type: `$${field}` }, "missing"] }] } } }, [{ kind: field, value: `$${field}` }]],
  }));
  const added = value ? [{ kind, value }] : [];
  return [{ $set: { schema_version: 2, contacts: { $concatArrays: [kept, ...moved, added] } } }, { $unset: OLD }];
}
