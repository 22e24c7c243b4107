import type { Disagreement } from "../evaluation/compare.js";
import { escapedText } from "./safe-text.js";

/**
 * The documents on which two classifiers disagree, one a line after a header line: id,
 * actual class, what A and B say, and in how many runs, separated by tabs. Tabs and line
 * ends in names are escaped.
 */
export function* disagreementLines(disagreements: readonly Disagreement[]): Generator<string> {
  yield "id\tactual\ta\tb\ttimes\n";
  for (const { id, actual, a, b, times } of disagreements) {
    yield `${escapedText(id)}\t${escapedText(actual)}\t${escapedText(a)}\t${escapedText(b)}\t${times}\n`;
  }
}
