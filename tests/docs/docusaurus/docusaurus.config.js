export default {
  title: "Guide",
  url: process.env.GUIDE,
  baseUrl: "/",
  scripts: [{ src: process.env.PLAYER, type: "module" }],
  future: { v4: true, faster: true },
  plugins: [["@docusaurus/plugin-content-docs", { routeBasePath: "/", sidebarPath: undefined }]],
  themes: ["@docusaurus/theme-classic"],
};
