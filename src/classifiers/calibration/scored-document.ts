/** A training document, with scores from a model that has not seen it. */
export interface ScoredDocument {
  /** Scores of the classes, -∞ or finite; finite for the actual class. */
  readonly scores: Float64Array;
  /** The index of its actual class. */
  readonly actual: number;
  /** Its length: see `tokensOf`. */
  readonly tokens: number;
}
