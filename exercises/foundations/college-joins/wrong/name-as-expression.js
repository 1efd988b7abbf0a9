// fails: renamed
// says: after course 102 was renamed
// from: lookup.js
// Writes the name with an update that calculates, in which a name that begins with $ is a field's.

function renameCourse(db, courseID, name) {
  db.courses.updateOne({ _id: courseID }, [{ $set: { courseName: name } }]);
}
