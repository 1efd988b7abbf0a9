/** Restores the names of classes and functions that scripts see, which a bundler shortens. */

/** Names each class and function by its key. */
export function setNames(named: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(named)) {
    if (typeof value === "function" && Object.getOwnPropertyDescriptor(value, "name")?.configurable)
      Object.defineProperty(value, "name", { value: name });
  }
}
