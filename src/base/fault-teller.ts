/** Tells a fault that lasts once, and once that it is over. */
export class FaultTeller {
  readonly #tell: (line: string) => void;
  readonly #over: string;
  readonly #lineOf: (fault: string) => string;
  #told: string | undefined;

  /**
   * @param tell tells the user a line
   * @param over the line for the end of a fault
   * @param lineOf the line for a fault
   */
  constructor(tell: (line: string) => void, over: string, lineOf: (fault: string) => string) {
    this.#tell = tell;
    this.#over = over;
    this.#lineOf = lineOf;
  }

  /** Tells a fault, unless it is the last one that was told. */
  tell(fault: string): void {
    if (fault !== this.#told) this.#tell(this.#lineOf(fault));
    this.#told = fault;
  }

  /** Tells that all is well again, if a fault was told. */
  end(): void {
    if (this.#told !== undefined) this.#tell(this.#over);
    this.#told = undefined;
  }
}
