/** Arguments that every call gets a new one of, such as a function that remembers how often it was called. */
import type { World } from "../world.js";

/** Describes such an argument: the model reads `data`, and the program receives what is made from it. */
export class MadeArgument<T = unknown> {
  readonly #make: (data: T) => unknown;

  constructor(
    readonly data: T,
    /** The argument in words, for histories that are shown. */
    readonly words: string,
    make: (data: T) => unknown,
  ) {
    this.#make = make;
  }

  made(): unknown {
    return this.#make(this.data);
  }
}

/** Calls a function of the learner's with arguments of a model. */
export const callWith = (world: World, name: string, args: readonly unknown[]): unknown =>
  world.call(name, ...args.map((value) => (value instanceof MadeArgument ? value.made() : value)));
