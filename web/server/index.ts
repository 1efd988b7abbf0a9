/** `schema-dojo/server`: a MongoDB inside a test. */
export { startServer, type RunningServer, type ServerOptions } from "./server.js";
