// 20,000 transcripts a day, 300 grades a day, two renamed courses a year.

function setup(db, rows) {
  // The three tables as they came. Any other shape is fine.
  db.courses.insertMany(rows.courses);
  db.students.insertMany(rows.students);
  db.grades.insertMany(rows.grades);
}

// { studentID, firstName, middleName, lastName, classes: [{ courseID, courseName, credits, grade }] }
function transcript(db, studentID) {
  const student = db.students.findOne({ studentID }, { _id: 0 });
  // TODO: the classes
  return student && { ...student, classes: [] };
}

function setGrade(db, studentID, courseID, grade) {
  db.grades.updateOne({ studentID, courseID }, { $set: { grade } });
}

function renameCourse(db, courseID, name) {
  db.courses.updateOne({ courseID }, { $set: { courseName: name } });
}

// Run shows a transcript that lacks its classes.
transcript(db, 7001);
