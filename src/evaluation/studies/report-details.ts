import { classCounts } from "../../classifiers/bayes/class-counts.js";
import { strongestTerms } from "../../classifiers/explain/strongest.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { Fold } from "../../model/fitting/fold.js";
import { TrainingSubset } from "../../model/fitting/training-subset.js";
import { resolve } from "../../model/settings.js";
import type { Evaluation } from "../evaluate.js";
import { explainMistakes, type Mistake, type MistakeSources } from "./mistakes.js";

/** The parts of a report for which models are trained again. */
export interface ReportDetails {
  /** The terms with the most evidence for each class, by class of the training documents. */
  readonly strongest: readonly ClassTerms[];
  /** The wrong predictions with the highest confidence. */
  readonly mistakes: readonly Mistake[];
}

/** A class, with the terms that have the most evidence for it. */
export interface ClassTerms {
  readonly label: string;
  readonly documents: number;
  /** Strongest first. */
  readonly terms: readonly {
    readonly term: string;
    /** Number of occurrences in the class; in a model of presences, number of documents. */
    readonly count: number;
    /** In nats; see `strongestTerms`. */
    readonly strength: number;
  }[];
}

/** The inputs of an evaluation that are needed for the details. */
export interface ReportSources extends MistakeSources {
  /** Number of terms to list for each class. Default 10. */
  readonly terms?: number;
}

/**
 * Computes the strongest terms of each class over all training documents, and finds the most confident mistakes. The
 * models that made the mistakes are trained again to explain them.
 */
export function reportDetails(evaluation: Evaluation, sources: ReportSources): ReportDetails {
  return { strongest: strongestByClass(sources), mistakes: explainMistakes(evaluation, sources) };
}

/** Creates a function from an id to the bytes of its document, for `ReportSources.read`; undefined if it is gone. */
export function documentReader(corpus: Corpus): (id: string) => Uint8Array | undefined {
  return (id) => {
    // The document may have been deleted since it was tested.
    for (const { bytes } of corpus.only(new Set([id]))) return bytes;
    return undefined;
  };
}

/** Returns the strongest terms of each class. */
function strongestByClass({ data, settings, terms: howMany = 10 }: ReportSources): ClassTerms[] {
  const { rules, ...method } = resolve(settings);
  const presence = method.isCounting && method.classifier.binary;
  const fold = new Fold(TrainingSubset.of(data), undefined, rules);
  const counts = classCounts(fold.train, presence);
  return strongestTerms(counts, presence, howMany).map((strongest, c) => {
    const terms = strongest.map(({ term, ...found }) => ({ term: data.vocabulary.term(fold.terms[term]), ...found }));
    return { label: counts.labels[c], documents: counts.documents[c], terms };
  });
}
