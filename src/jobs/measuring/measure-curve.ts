import { learningCurvesOf } from "../../evaluation/corpora/evaluate-corpora.js";
import { fewLabels } from "../../evaluation/studies/few-labels.js";
import { CURVE_DEFAULTS, type CurveSize } from "../../evaluation/studies/learning-curve.js";
import type { LearningCurves } from "../../evaluation/studies/measured-curves.js";
import { requireHoldout } from "../../model/fitting/splits.js";
import { readToLearn } from "../../model/reading.js";
import { named, settingsOfEach } from "../../model/settings.js";
import type { ClassShares } from "../../model/unlabelled-data.js";
import {
  type CurveProtocol,
  countedDocuments,
  curveJson,
  curveProtocolText,
  curveReport,
  curveText,
} from "../../reports/curve/curve-text.js";
import type { EvaluatedClassifier } from "../../reports/evaluation/settings-text.js";
import { followReading } from "../follow-reading.js";
import { tell } from "../follower.js";
import { NO_TERMS } from "../notices/corpus-lines.js";
import { splitLines } from "../notices/figure-lines.js";
import { fewLabelSettings, modelOptions, settingsOf } from "../settings.js";
import { type Measured, type MeasuringOptions, measured, openToMeasure } from "./measuring-options.js";

/** The options of a curve: the test documents, and how often they are drawn. */
interface DrawnOptions extends MeasuringOptions {
  /** The path of a test corpus with the same classes. Default: a share of each class is withheld. */
  readonly test?: string | undefined;
  readonly holdout?: number | undefined;
  readonly repeats?: number | undefined;
}

/** The options of `measureCurve`. */
export interface MeasureCurveOptions extends DrawnOptions {
  /** The method, or several to measure. Default: multinomial, or that of the preset. */
  readonly classifier?: string | readonly string[] | undefined;
  /** The training sizes: numbers, shares and `"all"`. Default: seven, spread evenly on a logarithmic axis. */
  readonly sizes?: readonly CurveSize[] | undefined;
}

/** The options of `measureFewLabels`. */
export interface MeasureFewLabelsOptions extends DrawnOptions {
  readonly classifier?: string;
  /** The numbers of labelled documents: of each class or, with `inAll`, in all. */
  readonly labels: readonly number[];
  readonly inAll?: boolean | undefined;
  /** The share of each class, if models are to know it. */
  readonly shares?: ClassShares | undefined;
}

/** Learning curves, and what they were measured with. */
type MeasuredCurves = Measured & LearningCurves & { readonly protocol: CurveProtocol };

/**
 * Measures how accuracy grows with the number of training documents.
 *
 * @param root the path of a corpus
 * @throws UsageError if an option is not allowed; DataError if there are too few documents
 *
 * @example
 * const { curves } = measureCurve("corpora/mail", { classifier: ["multinomial", "bernoulli"], repeats: 2 });
 * console.log(curves.map(({ points }) => points.at(-1)?.accuracy));
 */
export function measureCurve(root: string, options: MeasureCurveOptions = {}): MeasuredCurves {
  const { holdout = CURVE_DEFAULTS.holdout, repeats = CURVE_DEFAULTS.repeats, test, seed = 1 } = options;
  requireHoldout(holdout, repeats);
  const { classifier, sizes, ...others } = options;
  const names = classifier === undefined ? undefined : [classifier].flat();
  // The settings of each method.
  const all = names === undefined ? [settingsOf(others)] : settingsOfEach(names, modelOptions(others));
  const corpora = openToMeasure(root, test, options);
  const curves = learningCurvesOf(corpora, all, {
    ...{ jobs: options.jobs, seed, holdout, repeats, sizes },
    ...followReading(corpora, all[0], { ...options, needsOneClass: true }),
    onSplits: (first) => tell(options, splitLines(first.protocol, first)),
  });
  if (curves.curves.every(({ points }) => points.every(({ vocabulary }) => vocabulary === 0))) tell(options, NO_TERMS);
  const where = test === undefined ? { share: holdout } : { test };
  const protocol: CurveProtocol = { kind: "curve", ...where, repeats, seed };
  const described = all.map((settings) => named(settings));
  return withReport(curves, described, protocol);
}

/**
 * Measures accuracy with few labels, with and without learning from the other training documents, too.
 *
 * @param root the path of a corpus
 * @throws UsageError if an option is not allowed; DataError if there are too few documents
 */
export function measureFewLabels(root: string, options: MeasureFewLabelsOptions): MeasuredCurves {
  const { test, holdout = 0.3, repeats = 10, seed = 1, labels, inAll = false, shares, jobs } = options;
  requireHoldout(holdout, repeats);
  const corpora = openToMeasure(root, test, options);
  const settings = fewLabelSettings(corpora[0], options);
  const following = followReading(corpora, settings, { ...options, needsOneClass: true });
  const [data, tested] = readToLearn(corpora, [settings], { jobs, ...following });
  const drawn = { labels, inAll, shares, repeats, holdout, seed, jobs };
  const curves = fewLabels(data, tested, settings, { ...drawn, ...following });
  const where = test === undefined ? { share: holdout } : { test };
  // The first curve is that of the labelled documents alone.
  const described = [false, true].map((unlabelled) => ({ ...named(settings), unlabelled }));
  return withReport(curves, described, { kind: "few labels", labels, inAll, ...where, repeats, seed });
}

/** Returns curves with all that shows them. @param described the classifier of each curve */
function withReport(
  curves: LearningCurves,
  described: readonly EvaluatedClassifier[],
  protocol: CurveProtocol,
): MeasuredCurves {
  const { baselines } = curves;
  const [subtitle, unit] = [curveProtocolText(protocol), countedDocuments(protocol)];
  const report = curveReport(curves.curves, curveJson(curves, described, protocol), { subtitle, unit, baselines });
  return measured({ ...curves, protocol }, report, (style) => curveText(curves, described, protocol, style));
}
