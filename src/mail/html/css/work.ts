/** Counts what the styles of a page cost, and ends the reading of one whose cost is out of all proportion. */
export class StyleWork {
  /** Whether names of classes and ids are compared without regard to case, and so on. */
  readonly isQuirky: boolean;
  #left = MAX_WORK;

  constructor(isQuirky: boolean) {
    this.isQuirky = isQuirky;
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw TOO_MUCH_WORK;
  }
}

/** In steps of some ten nanoseconds. Newsletters take less than a hundredth. */
const MAX_WORK = 5_000_000;

export const TOO_MUCH_WORK = new Error("too much work");
