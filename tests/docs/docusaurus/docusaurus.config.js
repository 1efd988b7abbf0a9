export default {
  title: "Guide",
  url: process.env.GUIDE,
  baseUrl: "/",
  scripts: [{ src: process.env.PLAYER, type: "module" }],
  presets: [["classic", { docs: { routeBasePath: "/", sidebarPath: undefined }, blog: false, theme: {} }]],
};
