import { classCounts } from "../../classifiers/bayes/class-counts.js";
import { strongestTerms } from "../../classifiers/explain/strongest.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { Fold } from "../../model/fitting/fold.js";
import { TrainingSubset } from "../../model/fitting/training-subset.js";
import { resolve } from "../../model/settings.js";
import type { Evaluation } from "../evaluate.js";
import { explainMistakes, type MistakeSources } from "./mistakes.js";

/** Number of terms to list for each class. */
const TERMS = 10;

/** The parts of a report for which models are trained again. */
export type ReportDetails = ReturnType<typeof reportDetails>;

/**
 * Computes the strongest terms of each class over all training documents, and finds the most confident mistakes. The
 * models that made the mistakes are trained again to explain them.
 */
export function reportDetails(evaluation: Evaluation, sources: MistakeSources) {
  return { strongest: strongestByClass(sources), mistakes: explainMistakes(evaluation, sources) };
}

/** Creates a function from an id to the bytes of its document, for `MistakeSources.read`; undefined if it is gone. */
export function documentReader(corpus: Corpus): (id: string) => Uint8Array | undefined {
  return (id) => {
    // The document may have been deleted since it was tested.
    for (const { bytes } of corpus.only(new Set([id]))) return bytes;
    return undefined;
  };
}

/** Returns the strongest terms of each class, with their counts and strengths: see `strongestTerms`. */
function strongestByClass({ data, settings }: MistakeSources) {
  const { rules, ...method } = resolve(settings);
  const presence = method.isCounting && method.classifier.binary;
  const fold = new Fold(new TrainingSubset(data), undefined, rules);
  const counts = classCounts(fold.train, presence);
  return strongestTerms({ binary: presence }, counts, "counts", TERMS).map((strongest, c) => {
    const terms = strongest.map(({ term, ...found }) => ({ term: data.vocabulary.term(fold.terms[term]), ...found }));
    return { label: counts.labels[c], documents: counts.documents[c], terms };
  });
}
