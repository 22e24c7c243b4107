import { analyzerFor } from "../../../src/features/analyzer.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { settingsFrom } from "../../../src/model/settings.js";

/** The terms of a message, in their order, pairs and repetitions included. */
export function termsOf(message: string | Uint8Array, options: TrainOptions = {}): string[] {
  const analyzer = analyzerFor(
    settingsFrom({ as: "mail", tokens: "words", ngrams: [1, 1], tokenLength: [1, 256], ...options }),
  );
  const found: string[] = [];
  analyzer.read(message).tokens((bytes, start, end) => {
    found.push(Buffer.from(bytes.subarray(start, end)).toString());
  });
  return found;
}
