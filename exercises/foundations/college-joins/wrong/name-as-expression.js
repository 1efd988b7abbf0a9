// fails: renamed
// says: after course 102 was renamed
// from: lookup.js
// Writes the name with a pipeline update, in which a string that begins with $ names a field.

function renameCourse(db, courseID, name) {
  db.courses.updateOne({ _id: courseID }, [{ $set: { courseName: name } }]);
}
