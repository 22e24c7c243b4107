import type { Evaluation } from "../evaluation/evaluate.js";
import { escapedText } from "./safe-text.js";

/**
 * Every prediction of an evaluation, one a line after a header line: id, actual class,
 * predicted class and its probability, separated by tabs. Tabs and line ends in names are escaped.
 *
 * @param ids the document of each row
 */
export function* predictionLines({ predictions, labels }: Evaluation, ids: readonly string[]): Generator<string> {
  yield "id\tactual\tpredicted\tprobability\n";
  const names = labels.map(escapedText);
  for (const { row, actual, predicted, probability } of predictions) {
    yield `${escapedText(ids[row])}\t${names[actual]}\t${names[predicted]}\t${probability}\n`;
  }
}
