import { classCounts } from "./class-counts.js";
import { type CountingClassifier, growsWithLength } from "./counting-classifier.js";

/**
 * A method that is shown whether a document has a term, and not how often: the weighting
 * `tf: "binary"` alone. Its counts are of documents that have a term, whole numbers as those
 * of occurrences are, so that its model is made of them, too.
 */
export function presences(classifier: CountingClassifier): CountingClassifier {
  if (classifier.binary) return classifier;
  const fitCounts: CountingClassifier["fitCounts"] = (counts) => classifier.fitCounts(counts).ofPresences();
  const { fitSome } = classifier;
  return {
    ...classifier,
    binary: true,
    growsWithLength: growsWithLength(classifier),
    fitCounts,
    fitSome: fitSome && ((counts, terms) => fitSome(counts, terms).ofPresences()),
    fit: (data) => fitCounts(classCounts(data, true)),
  };
}
