import { existsSync } from "node:fs";
import { join } from "node:path";
import { classifierFor } from "../classifiers/table.js";
import type { CorpusData } from "../dataset.js";
import type { Corpus } from "../documents/corpus.js";
import { DataError } from "../errors.js";
import type { Evaluation } from "../evaluation/evaluate.js";
import type { Audit } from "../evaluation/leakage.js";
import { learningCurves } from "../evaluation/learning-curve.js";
import type { Split } from "../evaluation/splits.js";
import type { CurveProtocol } from "../reports/curve-report.js";
import type { Protocol } from "../reports/evaluation-json.js";
import type { PageCurves } from "../reports/html/report-input.js";
import { named, rulesOf, type Settings } from "../settings.js";
import { commandLine } from "./command-line.js";
import { VERSION } from "./version.js";

/** What `evaluate` has when it has evaluated. */
export interface Evaluated {
  /** The corpus, and the test corpus if there is one. */
  readonly corpora: readonly Corpus[];
  readonly data: CorpusData;
  readonly test?: CorpusData | undefined;
  readonly settings: Settings;
  readonly protocol: Protocol;
  readonly evaluation: Evaluation;
  /** One a run; none of a test corpus, nor where each document was left out in turn. */
  readonly splits: readonly Split[];
  readonly audit?: Audit | undefined;
  /** The words of the command line that gives it again. */
  readonly command: readonly string[];
}

/** A curve is an extra on the page: few sizes and repeats keep it from taking longer than the evaluation. */
const CURVE = { points: 6, repeats: 3, holdout: 1 / 3 };

/** The page about an evaluation, to be written to `path`. Its modules are loaded when it is asked for. */
export async function evaluationPage(path: string, evaluated: Evaluated): Promise<string> {
  const { corpora, data, test, settings, protocol, evaluation, splits } = evaluated;
  const [{ documentReader, reportDetails }, { documentLinks }, { evaluationHtml }] = await Promise.all([
    import("../evaluation-report.js"),
    import("../reports/html/document-links.js"),
    import("../reports/html/evaluation-html.js"),
  ]);
  const tested = corpora[corpora.length - 1];
  const read = documentReader(tested);
  const links = documentLinks(path, tested.root);
  const details = reportDetails(evaluation, { settings, data, test, splits, read });
  return evaluationHtml({
    ...details,
    corpus: corpora[0].root,
    evaluation,
    classifier: named(settings),
    protocol,
    ids: (test ?? data).ids,
    // What is in an archive has no file of its own to lead to.
    link: (id) => (existsSync(join(tested.root, id)) ? links(id) : undefined),
    command: commandLine(evaluated.command),
    version: VERSION,
    curves: curvesOf(evaluated),
    audit: evaluated.audit,
  });
}

/** None where documents are kept apart by date or group, which a curve does not do, or where there are too few. */
function curvesOf({ data, test, settings, protocol }: Evaluated): PageCurves | undefined {
  if (protocol.kind === "by-date" || ("groupBy" in protocol && protocol.groupBy !== undefined)) return undefined;
  const seed = "seed" in protocol ? protocol.seed : 1;
  const { repeats } = CURVE;
  const made: CurveProtocol =
    protocol.kind === "test"
      ? { kind: "curve", test: protocol.test, repeats, seed }
      : { kind: "curve", share: CURVE.holdout, repeats, seed };
  const classifier = classifierFor(settings);
  try {
    const { curves } = learningCurves(data, [classifier], { ...CURVE, test, seed, rules: rulesOf(settings) });
    return { curves, protocol: made };
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}
