/** The driver's BSON, from the page's own packages. */
import { createRequire } from "node:module";

export const BSON = createRequire(new URL("../../web/package.json", import.meta.url))("bson");
