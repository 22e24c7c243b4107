/** Reports a fault that lasts once, and its end once. */
export type FaultTeller = ReturnType<typeof faultTeller>;

/**
 * Returns functions that report faults.
 *
 * @param tellUser shows the user a line
 * @param over the line for the end of a fault
 * @param lineOf the line for a fault
 */
export function faultTeller(tellUser: (line: string) => void, over: string, lineOf: (fault: string) => string) {
  let told: string | undefined;
  return {
    /** Reports a fault, unless it is the same as the last one. */
    tell(fault: string): void {
      if (fault !== told) tellUser(lineOf(fault));
      told = fault;
    },
    /** Reports that the fault is over, if one was reported. */
    end(): void {
      if (told !== undefined) tellUser(over);
      told = undefined;
    },
  };
}
