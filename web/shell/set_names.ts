/** The names of what scripts see, which a bundler shortens and people read: in what prints, and of constructors. */

/** Gives classes and functions the names that they are listed by. */
export function setNames(named: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(named)) {
    if (typeof value === "function" && Object.getOwnPropertyDescriptor(value, "name")?.configurable)
      Object.defineProperty(value, "name", { value: name });
  }
}
