/** Reports a lasting fault once, and its end once. */
export class FaultTeller {
  readonly #tell: (line: string) => void;
  readonly #over: string;
  readonly #lineOf: (fault: string) => string;
  #told: string | undefined;

  /**
   * @param tell shows the user a line
   * @param over the line for the end of a fault
   * @param lineOf the line for a fault
   */
  constructor(tell: (line: string) => void, over: string, lineOf: (fault: string) => string) {
    this.#tell = tell;
    this.#over = over;
    this.#lineOf = lineOf;
  }

  /** Reports a fault, unless it is the same as the last one. */
  tell(fault: string): void {
    if (fault !== this.#told) this.#tell(this.#lineOf(fault));
    this.#told = fault;
  }

  /** Reports that the fault is over, if one was reported. */
  end(): void {
    if (this.#told !== undefined) this.#tell(this.#over);
    this.#told = undefined;
  }
}
