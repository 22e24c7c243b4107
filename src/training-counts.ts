import { classCounts } from "./classifiers/class-counts.js";
import type { Dataset } from "./classifiers/classifier.js";
import type { CountingClassifier } from "./classifiers/counting-classifier.js";
import { looksAtClasses, type TermStatistics, termStatistics } from "./features/selection.js";
import type { Vocabulary } from "./features/vocabulary.js";
import { rulesOf, type Settings, selects } from "./settings.js";
import type { TrainingCounts } from "./text-model.js";

/** Documents as rows over a vocabulary. */
export interface CountedDocuments extends Dataset {
  readonly vocabulary: Vocabulary;
}

/** Counts all documents: what a model of these settings is made of. */
export function trainingCounts(
  data: CountedDocuments,
  settings: Settings,
  { binary }: CountingClassifier,
): TrainingCounts {
  return {
    vocabulary: data.vocabulary,
    classes: classCounts(data, binary),
    statistics: selects(settings) ? statisticsOf(data, settings) : undefined,
  };
}

/** What the rules look at, and no more. */
function statisticsOf(data: Dataset, settings: Settings): TermStatistics {
  const statistics = termStatistics(data.x);
  return looksAtClasses(rulesOf(settings)) ? { ...statistics, presence: classCounts(data, true) } : statistics;
}
