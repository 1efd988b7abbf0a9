export default {
  title: "Guide",
  head: [["script", { type: "module", src: process.env.PLAYER }]],
  markdown: { lineNumbers: false },
};
