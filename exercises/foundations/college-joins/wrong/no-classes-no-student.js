// fails: history
// says: returned null
// An inner join: a student without a class disappears.

function setup(db, rows) {
  db.courses.createIndex({ courseID: 1 }, { unique: true });
  db.students.createIndex({ studentID: 1 }, { unique: true });
  db.grades.createIndex({ studentID: 1, courseID: 1 }, { unique: true });
  db.courses.insertMany(rows.courses);
  db.students.insertMany(rows.students);
  db.grades.insertMany(rows.grades);
}

function transcript(db, studentID) {
  const found = db.students.aggregate([
    { $match: { studentID } },
    { $lookup: { from: "grades", localField: "studentID", foreignField: "studentID", as: "grade" } },
    { $unwind: "$grade" },
    { $lookup: { from: "courses", localField: "grade.courseID", foreignField: "courseID", as: "course" } },
    { $unwind: "$course" },
  ]).toArray();
  if (found.length === 0) return null;
  const { firstName, middleName, lastName } = found[0];
  const classes = found.map(({ grade, course }) => ({
    courseID: course.courseID,
    courseName: course.courseName,
    credits: course.credits,
    grade: grade.grade,
  }));
  return { studentID, firstName, middleName, lastName, classes };
}

function setGrade(db, studentID, courseID, grade) {
  db.grades.updateOne({ studentID, courseID }, { $set: { grade } });
}

function renameCourse(db, courseID, name) {
  db.courses.updateOne({ courseID }, { $set: { courseName: name } });
}
