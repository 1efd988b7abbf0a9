// Students, courses and grades.

const NAMES = ["Algebra", "C++ II", "$", "Film. And", "Œuvres"];

model({
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
        return { ...student, classes: anyOrder(classes) };
      },
    },
    setGrade: {
      weight: 2,
      args: (g, { grades }) => {
        const { studentID, courseID } = g.hot(grades);
        return [studentID, courseID, g.pick(["A", "B", "C", "D", "F"])];
      },
      run: ({ grades }, studentID, courseID, grade) => {
        grades.find((one) => one.studentID === studentID && one.courseID === courseID).grade = grade;
      },
      crash: "never",
      arguments: "the student takes the course",
    },
    renameCourse: {
      args: (g, { courses }) => [g.hot(courses).courseID, `${g.pick(NAMES)} ${g.int(1, 99)}`],
      run: ({ courses }, courseID, name) => void (courses.find((one) => one.courseID === courseID).courseName = name),
      while: ["setGrade", "renameCourse"],
      apart: ([courseID], other, [otherID]) => other === "renameCourse" && courseID === otherID,
      crash: "never",
    },
  },
  // A course that many students take.
  long: {
    rows: ({ students, courses, grades }, n) => {
      const more = Array.from({ length: n }, (_, i) => ({ ...students[0], studentID: 20_000 + i }));
      const course = { courseID: 900, courseName: "First Aid", credits: 1 };
      const all = more.map(({ studentID }) => ({ studentID, courseID: 900, grade: "B" }));
      return { students: [...students, ...more], courses: [...courses, course], grades: [...grades, ...all] };
    },
    calls: (state, n) => [["renameCourse", 900, "Second Aid"], ...[0, 100, 500, n - 1].map((i) => ["transcript", 20_000 + i])],
  },
  observe: ({ students }) => students.map(({ studentID }) => ["transcript", studentID]),
});
