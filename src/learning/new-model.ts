import { countsOf } from "../classifiers/class-counts.js";
import { looksAtClasses } from "../features/selection.js";
import { Vocabulary } from "../features/vocabulary.js";
import { rulesOf, type Settings, selects, settingsFrom, type TrainOptions } from "../settings.js";
import { TextModel } from "../text-model.js";
import { NO_DOCUMENTS } from "./known-from.js";
import { requireLearnable } from "./require-learning.js";

/**
 * A model that has learned nothing yet: it has no classes, and there is nothing that it could
 * say of a document before `learn` has given it some.
 *
 * @throws UsageError if an option is not allowed, DataError if models with these settings cannot learn a document at a time.
 */
export function newModel(options: TrainOptions = {}): TextModel {
  const settings = settingsFrom(options);
  requireLearnable(settings);
  return emptyModel(settings);
}

/** The same, for settings of a model that can learn. */
export function emptyModel(settings: Settings): TextModel {
  const none = {
    rows: 0,
    columns: 0,
    starts: new Uint32Array(1),
    ids: new Uint32Array(0),
    values: new Float64Array(0),
  };
  const statistics = {
    counts: new Float64Array(0),
    documents: new Uint32Array(0),
    total: 0,
    presence: looksAtClasses(rulesOf(settings)) ? { documents: new Float64Array(0), terms: none } : undefined,
  };
  const training = {
    vocabulary: Vocabulary.of([]),
    classes: countsOf([], new Float64Array(0), none),
    statistics: selects(settings) ? statistics : undefined,
  };
  return new TextModel(settings, training, { known: NO_DOCUMENTS });
}
