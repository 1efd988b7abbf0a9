// fails: few-trips
// says: a transcript took
// from: lookup.js
// Asks for each course separately.

function transcript(db, studentID) {
  const student = db.students.findOne({ _id: studentID }, { _id: 0 });
  if (!student) return null;
  const grades = db.grades.find({ studentID }).toArray();
  const classes = grades.map(({ courseID, grade }) => {
    const { courseName, credits } = db.courses.findOne({ _id: courseID });
    return { courseID, courseName, credits, grade };
  });
  return { ...student, classes };
}
