/** The decisions of a week. Shares are from 0 to 1. */
export interface WeeklyFigures {
  /** Its Monday, in UTC, such as `2026-11-23`. */
  readonly week: string;
  /** The share to which the user did not give another class. */
  readonly right: number;
  /** The share that was unsure. */
  readonly unsure: number;
  /** The number of decisions for spam that the user has corrected. Undefined if no class is clearly spam. */
  readonly falseAlarms: number | undefined;
}

/** Something with a weight, which may be negative. */
export interface Weighted {
  readonly name: string;
  readonly weight: number;
}
