import { DataError } from "../errors.js";
import { type Dataset, requireDataset } from "./classifier.js";

/**
 * The weight of the documents of each class.
 *
 * @throws UsageError if the parts of the data set do not fit together, DataError if the weights have no finite sum.
 */
export function weightsOfClasses(data: Dataset): Float64Array {
  requireDataset("fit", data);
  const documents = new Float64Array(data.labels.length);
  for (let row = 0; row < data.x.rows; row++) documents[data.y[row]] += data.weights?.[row] ?? 1;
  const sum = documents.reduce((total, weight) => total + weight, 0);
  if (!Number.isFinite(sum)) throw new DataError(`fit: required weights with a finite sum, got ${sum}`);
  return documents;
}
