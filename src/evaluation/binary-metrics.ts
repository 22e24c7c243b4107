/** What only two classes have: one of them, the positive one, is looked for (spam), the other one must not be taken for it (ham). */
export interface BinaryMetrics {
  /** The positive class. */
  readonly positive: string;
  /** Area under the ROC curve: how often a positive document has higher log odds than a negative one, ties by half. */
  readonly rocAuc: number;
  /** (1 - rocAuc) · 100, as the spam filtering literature reports it. */
  readonly oneMinusAucPercent: number;
  /** Σ (recall step · precision), over the distinct log odds from the highest down. */
  readonly averagePrecision: number;
  /** Matthews correlation coefficient of the predicted classes, from -1 to 1; 0 without denominator. */
  readonly matthews: number;
  /** Positive is said where P(positive) reaches this. */
  readonly threshold: number;
  /** Share of the negative documents that reach the threshold. */
  readonly falseAlarmRate: number;
  /** Share of the positive documents that do not. */
  readonly missRate: number;
  readonly falseAlarms: number;
  readonly misses: number;
  /** Share of the positive documents whose log odds are above those of every negative one. */
  readonly caughtWithoutFalseAlarm: number;
  /** How many misses one false alarm costs as much as. */
  readonly falseAlarmCost: number;
  /** Cost of no filter (every positive missed) by the cost at the threshold: above 1 the filter is worth having; null (without end) if nothing went wrong. Androutsopoulos et al. 2000. */
  readonly totalCostRatio: number | null;
}

/** How two classes are measured. */
export interface BinaryOptions {
  /** The positive class. Default: the one called `spam`, else the second. */
  readonly positive?: string | undefined;
  /** Above 0, below 1. Default 0.5. */
  readonly threshold?: number | undefined;
  /** Above 0. Default 1. */
  readonly falseAlarmCost?: number | undefined;
}
