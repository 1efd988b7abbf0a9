// fails: rivals
// says: at the same moment
// Takes the old grade away and inserts the new one: two at the same moment insert two.

function setup(db, rows) {
  db.courses.createIndex({ courseID: 1 }, { unique: true });
  db.students.createIndex({ studentID: 1 }, { unique: true });
  db.grades.createIndex({ studentID: 1 });
  db.courses.insertMany(rows.courses);
  db.students.insertMany(rows.students);
  db.grades.insertMany(rows.grades);
}

function transcript(db, studentID) {
  const student = db.students.findOne({ studentID }, { _id: 0 });
  if (!student) return null;
  const grades = db.grades.find({ studentID }).toArray();
  const courses = db.courses.find({ courseID: { $in: grades.map(({ courseID }) => courseID) } }).toArray();
  const classes = grades.map(({ courseID, grade }) => {
    const { courseName, credits } = courses.find((course) => course.courseID === courseID);
    return { courseID, courseName, credits, grade };
  });
  return { ...student, classes };
}

function setGrade(db, studentID, courseID, grade) {
  db.grades.deleteOne({ studentID, courseID });
  db.grades.insertOne({ studentID, courseID, grade });
}

function renameCourse(db, courseID, name) {
  db.courses.updateOne({ courseID }, { $set: { courseName: name } });
}
