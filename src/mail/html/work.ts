/** Counts the steps that the styles and elements of a page take. Throws TOO_MUCH_WORK if there are too many. */
export class Work {
  #left = MAX_WORK;

  /** Counts steps. @throws TOO_MUCH_WORK if they exceed the limit */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw TOO_MUCH_WORK;
  }
}

/** In steps of about ten nanoseconds. Newsletters take less than a hundredth of this. */
const MAX_WORK = 5_000_000;

/** Thrown when a page takes too many steps. */
export const TOO_MUCH_WORK = new Error("too much work");
