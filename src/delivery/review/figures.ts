/** The decisions of a week, as counts. */
export interface WeeklyFigures {
  /** Its Monday, in UTC, such as `2026-11-23`. */
  readonly week: string;
  readonly decisions: number;
  readonly unsure: number;
  /** Those to which the user gave another class. */
  readonly corrected: number;
  /** Decided as spam, and corrected to another class. Undefined if no class is clearly spam. */
  readonly falseAlarms: number | undefined;
}

/** Something with a weight, which may be negative. */
export interface Weighted {
  readonly name: string;
  readonly weight: number;
}
