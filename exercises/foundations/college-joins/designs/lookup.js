// The tables as collections, joined by the database: one trip for a transcript, one document for a rename.
// wins: When copies are unwanted and 1 ms more per transcript does not matter.

function setup(db, rows) {
  db.courses.insertMany(rows.courses.map((course) => ({ _id: course.courseID, ...course })));
  db.grades.createIndex({ studentID: 1, courseID: 1 }, { unique: true });
  if (rows.students.length === 0) return;
  db.students.insertMany(rows.students.map((student) => ({ _id: student.studentID, ...student })));
  db.grades.insertMany(rows.grades);
}

function transcript(db, studentID) {
  const [student] = db.students
    .aggregate([
      { $match: { _id: studentID } },
      { $lookup: { from: "grades", localField: "_id", foreignField: "studentID", as: "grades" } },
      { $lookup: { from: "courses", localField: "grades.courseID", foreignField: "_id", as: "courses" } },
    ])
    .toArray();
  if (!student) return null;
  const { firstName, middleName, lastName } = student;
  const courses = new Map(student.courses.map((course) => [course._id, course]));
  const classes = student.grades.map(({ courseID, grade }) => {
    const { courseName, credits } = courses.get(courseID);
    return { courseID, courseName, credits, grade };
  });
  return { studentID, firstName, middleName, lastName, classes };
}

function setGrade(db, studentID, courseID, grade) {
  db.grades.updateOne({ studentID, courseID }, { $set: { grade } });
}

function renameCourse(db, courseID, name) {
  db.courses.updateOne({ _id: courseID }, { $set: { courseName: name } });
}
