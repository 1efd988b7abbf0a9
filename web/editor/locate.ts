/** Locates the editor's files that load with the first completion. */

/** Returns the address of a file by its name. */
export type Locate = (name: string) => string | Promise<string>;

/** The address in the site's folder. */
export const inSite: Locate = (name) => new URL(name, document.baseURI).href;
