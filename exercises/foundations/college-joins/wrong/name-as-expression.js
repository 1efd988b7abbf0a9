// fails: history
// says: renameCourse
// from: lookup.js
// Writes the name with a pipeline update. There, a string that begins with $ is the path of a field.

function renameCourse(db, courseID, name) {
  db.courses.updateOne({ _id: courseID }, [{ $set: { courseName: name } }]);
}
