/** Arguments constructed anew for each call, such as a function that counts its calls. */
import type { World } from "../world.js";

/** Describes such an argument: the model reads `data`, and the program receives the value constructed from it. */
export class MadeArgument<T = unknown> {
  readonly #make: (data: T) => unknown;

  constructor(
    readonly data: T,
    /** The text of the argument in displayed histories. */
    readonly words: string,
    make: (data: T) => unknown,
  ) {
    this.#make = make;
  }

  made(): unknown {
    return this.#make(this.data);
  }
}

/** Calls a learner's function with a model's arguments. */
export const callWith = (world: World, name: string, args: readonly unknown[]): unknown =>
  world.call(name, ...args.map((value) => (value instanceof MadeArgument ? value.made() : value)));
