import type { EvaluationReport } from "./report-input.js";

/** Documents of one class that were taken for another. */
export interface WrongCell {
  readonly actual: number;
  readonly predicted: number;
  /** How many predictions. */
  readonly count: number;
  /** Each once, the surest first. */
  readonly documents: readonly {
    readonly id: string;
    /** Of the predicted class; over several runs, the highest. */
    readonly probability: number;
    /** In how many runs. */
    readonly times: number;
  }[];
}

/** The cells of the confusion matrix beside its diagonal that are not empty, the fullest first. */
export function wrongCells({
  evaluation: { predictions },
  ids,
}: Pick<EvaluationReport, "evaluation" | "ids">): WrongCell[] {
  const cells = new Map<string, Map<number, { id: string; probability: number; times: number }>>();
  for (const { row, actual, predicted, probability } of predictions) {
    if (actual === predicted) continue;
    const key = `${actual} ${predicted}`;
    const cell = cells.get(key) ?? new Map();
    cells.set(key, cell);
    const before = cell.get(row);
    cell.set(row, {
      id: ids[row],
      probability: Math.max(probability, before?.probability ?? 0),
      times: (before?.times ?? 0) + 1,
    });
  }
  return [...cells]
    .map(([key, rows]) => {
      const [actual, predicted] = key.split(" ").map(Number);
      const documents = [...rows.values()];
      documents.sort((a, b) => b.probability - a.probability || (a.id < b.id ? -1 : 1));
      return { actual, predicted, count: documents.reduce((sum, { times }) => sum + times, 0), documents };
    })
    .sort((a, b) => b.count - a.count || a.actual - b.actual || a.predicted - b.predicted);
}

/** The id of the list of a cell's documents in the page. */
export function cellId({ actual, predicted }: Pick<WrongCell, "actual" | "predicted">): string {
  return `cell-${actual}-${predicted}`;
}
