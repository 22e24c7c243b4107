/** Counts the steps that the styles of a page take. Throws TOO_MUCH_WORK if there are too many. */
export class StyleWork {
  /** Whether the page is in quirks mode, where for example the names of classes and ids match in any case. */
  readonly isQuirky: boolean;
  #left = MAX_WORK;

  constructor(isQuirky: boolean) {
    this.isQuirky = isQuirky;
  }

  /** Counts steps. @throws TOO_MUCH_WORK if they exceed the limit */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw TOO_MUCH_WORK;
  }
}

/** In steps of about ten nanoseconds. Newsletters take less than a hundredth of this. */
const MAX_WORK = 5_000_000;

/** Thrown when the styles of a page take too many steps. */
export const TOO_MUCH_WORK = new Error("too much work");
