import { VARIANCES } from "../classifiers/bayes/gaussian.js";
import { PRIORS } from "../classifiers/bayes/prior.js";
import { M_PRIORS } from "../classifiers/bayes/smoothing.js";
import { CALIBRATION_CHOICES } from "../classifiers/calibration/calibration.js";
import { type FamilyOption, isWords, type MethodFamily, methodFamilies } from "../classifiers/method.js";
import { ALL_METHODS, CLASSIFIER_NAMES } from "../classifiers/table.js";
import { SEPARATORS, type Separator } from "../documents/archives/dialect.js";
import { readerOptions } from "../documents/corpora/readers.js";
import { MEASURES } from "../evaluation/metrics/measure.js";
import { DATE_SOURCES } from "../evaluation/protocols/document-dates.js";
import { GROUPINGS } from "../evaluation/protocols/grouped.js";
import { INVERSE_DOCUMENT_FREQUENCIES, NORMS, TERM_FREQUENCIES } from "../features/weighting.js";
import { DOCUMENT_FORMS, STRIPPABLE } from "../mail/news.js";
import { PRESET_NAMES } from "../model/options.js";
import { TOKEN_KINDS } from "../text/words/term-settings.js";

/** The words that options of jobs take, by the names of the options. */
export const CHOICES = {
  as: DOCUMENT_FORMS,
  by: MEASURES,
  byDate: DATE_SOURCES,
  calibrate: CALIBRATION_CHOICES,
  classifier: CLASSIFIER_NAMES,
  groupBy: GROUPINGS,
  idf: INVERSE_DOCUMENT_FREQUENCIES,
  mPrior: M_PRIORS,
  norm: NORMS,
  preset: PRESET_NAMES,
  prior: PRIORS,
  separator: Object.keys(SEPARATORS) as readonly Separator[],
  strip: STRIPPABLE,
  tf: TERM_FREQUENCIES,
  tokens: TOKEN_KINDS,
  variance: VARIANCES,
} as const;

export { ALL_METHODS, type FamilyOption, isWords, type MethodFamily, methodFamilies, readerOptions };
