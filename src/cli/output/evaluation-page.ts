import { existsSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../../base/errors.js";
import { commandLine } from "../../base/safe-text.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import type { ByProtocol } from "../../evaluation/corpora/evaluate-corpora.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { learningCurves } from "../../evaluation/studies/learning-curve.js";
import { named, resolve, type Settings } from "../../model/settings.js";
import type { CurveProtocol } from "../../reports/curve/curve-text.js";
import type { PageCurves } from "../../reports/html/report-input.js";
import { VERSION } from "./output.js";

/** The results of `evaluate`, and how it was called. */
export interface Evaluated extends Omit<ByProtocol<Evaluation>, "tested"> {
  /** The corpus, and the test corpus if there is one. */
  readonly corpora: readonly Corpus[];
  readonly settings: Settings;
  /** The words of the command line that repeats the evaluation. */
  readonly command: readonly string[];
}

/** Few sizes and repeats, so that the curve does not take longer than the evaluation. */
const CURVE = { points: 6, repeats: 3, holdout: 1 / 3 };

/** Returns the HTML page about an evaluation, to be written to `path`. Its modules are loaded on demand. */
export async function evaluationPage(path: string, evaluated: Evaluated): Promise<string> {
  const { corpora, rows = [], settings, protocol, evaluation, splits } = evaluated;
  const [data, test] = rows;
  const [{ documentReader, reportDetails }, { documentLinks }, { evaluationHtml }] = await Promise.all([
    import("../../evaluation/studies/report-details.js"),
    import("../../reports/html/document-links.js"),
    import("../../reports/html/evaluation-html.js"),
  ]);
  const tested = corpora[corpora.length - 1];
  const read = documentReader(tested);
  const links = documentLinks(path, tested.root);
  const details = reportDetails(evaluation, { settings, data, test, splits, read });
  return evaluationHtml({
    ...details,
    corpus: corpora[0].root,
    evaluation,
    classifier: named(settings, evaluation.uncalibrated !== undefined),
    protocol,
    ids: (test ?? data).ids,
    // A document in an archive has no file to link to.
    link: (id) => (existsSync(join(tested.root, id)) ? links(id) : undefined),
    command: commandLine(evaluated.command),
    version: VERSION,
    curves: curvesOf(evaluated),
    audit: evaluated.audit,
  });
}

/**
 * Returns the learning curve; undefined for splits by date or group, which a curve cannot make, or if there are too few
 * documents.
 */
function curvesOf({ rows = [], settings, protocol }: Evaluated): PageCurves | undefined {
  if (protocol.kind === "by-date" || ("groupBy" in protocol && protocol.groupBy !== undefined)) return undefined;
  const seed = "seed" in protocol ? protocol.seed : 1;
  const { repeats } = CURVE;
  const tested = protocol.kind === "test" ? { test: protocol.test } : { share: CURVE.holdout };
  const made: CurveProtocol = { kind: "curve", ...tested, repeats, seed };
  const { classifier, rules } = resolve(settings);
  try {
    const [data, test] = rows;
    const { curves } = learningCurves(data, [classifier], { ...CURVE, test, seed, rules });
    return { curves, protocol: made };
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}
