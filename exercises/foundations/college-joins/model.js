// Students, courses and grades.

const NAMES = ["Algebra", "Algebra. $New", "$avings", "C++ II", "$", "Film. And", "Œuvres"];
const GRADES = ["A", "B", "C", "D", "F", "A+", "", "100 %"];

model({
  // The last student has no classes.
  scale: 0.02,
  start: (rows) => ({ students: rows.students, courses: rows.courses.map((one) => ({ ...one })), grades: rows.grades.map((one) => ({ ...one })) }),
  calls: {
    transcript: {
      reads: true,
      args: (g, { students }) => [g.chance(0.1) ? 1 : g.hot(students).studentID],
      run: ({ students, courses, grades }, studentID) => {
        const student = students.find((one) => one.studentID === studentID);
        if (!student) return null;
        const classes = grades.filter((one) => one.studentID === studentID).map(({ courseID, grade }) => {
          const { courseName, credits } = courses.find((one) => one.courseID === courseID);
          return { courseID, courseName, credits, grade };
        });
        return { ...student, classes: classes.length === 0 ? [] : anyOrder(classes) };
      },
    },
    setGrade: {
      weight: 2,
      // Mostly two courses of one student.
      args: (g, { students, grades }) => {
        const { studentID } = g.hot(students);
        const own = grades.filter((one) => one.studentID === studentID);
        return own.length === 0 ? null : [studentID, g.hot(own).courseID, g.pick(GRADES)];
      },
      allowed: ({ grades }, studentID, courseID) =>
        grades.some((one) => one.studentID === studentID && one.courseID === courseID),
      run: ({ grades }, studentID, courseID, grade) => {
        grades.find((one) => one.studentID === studentID && one.courseID === courseID).grade = grade;
      },
      crash: "never",
      arguments: "the student takes the course",
    },
    renameCourse: {
      // Mostly courses of the students whose grades are set; some names are those of other courses.
      args: (g, { students, courses, grades }) => [
        g.hot([...grades.filter((one) => one.studentID === students[0].studentID), ...courses]).courseID,
        g.chance(0.5) ? g.hot(NAMES) : `${g.pick(NAMES)} ${g.int(1, 99)}`,
      ],
      run: ({ courses }, courseID, name) => void (courses.find((one) => one.courseID === courseID).courseName = name),
      while: ["setGrade", "renameCourse"],
      apart: ([courseID], other, [otherID]) => other === "renameCourse" && courseID === otherID,
      crash: "never",
    },
  },
  // A course that many students take, and a student of many courses.
  long: {
    rows: ({ students, courses, grades }, n) => {
      const more = Array.from({ length: n }, (_, i) => ({ ...students[0], studentID: 20_000 + i }));
      const course = { courseID: 900, courseName: "First Aid", credits: 1 };
      const all = more.map(({ studentID }) => ({ studentID, courseID: 900, grade: "B" }));
      const many = more.map((_, i) => ({ courseID: 100_000 + i, courseName: "Seminar", credits: 1 }));
      const diligent = { ...students[0], studentID: 19_999 };
      all.push(...many.map(({ courseID }) => ({ studentID: 19_999, courseID, grade: "A" })));
      return { students: [...students, ...more, diligent], courses: [...courses, course, ...many], grades: [...grades, ...all] };
    },
    calls: (state, n) => [["renameCourse", 900, "Second Aid"], ...[-1, 0, 100, 500, n - 1].map((i) => ["transcript", 20_000 + i])],
  },
  // Students and courses whose numbers are the same text when they are joined.
  twins: {
    rows: ({ students, courses, grades }) => ({
      students: [...students, ...[30, 301].map((studentID) => ({ ...students[0], studentID }))],
      courses: [...courses, ...[2, 12].map((courseID) => ({ courseID, courseName: `Course ${courseID}`, credits: 3 }))],
      grades: [...grades, { studentID: 30, courseID: 12, grade: "A" }, { studentID: 301, courseID: 2, grade: "B" }],
    }),
    calls: () => [["transcript", 30], ["setGrade", 301, 2, "D"], ["transcript", 30], ["transcript", 301]],
  },
  observe: ({ students }) => students.map(({ studentID }) => ["transcript", studentID]),
});
