export default {
  title: "Guide",
  url: process.env.GUIDE,
  baseUrl: "/",
  scripts: [{ src: process.env.PLAYER, type: "module" }],
  plugins: [["@docusaurus/plugin-content-docs", { routeBasePath: "/", sidebarPath: undefined }]],
  themes: ["@docusaurus/theme-classic"],
};
