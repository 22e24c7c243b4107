import { existsSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { DataError } from "../../base/errors.js";
import { commandLine } from "../../base/shell-words.js";
import { VERSION } from "../../base/version.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import type { ByProtocol } from "../../evaluation/corpora/evaluate-corpora.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { learningCurves } from "../../evaluation/studies/learning-curve.js";
import { named, resolve, type Settings } from "../../model/settings.js";
import type { CurveProtocol } from "../../reports/curve/curve-text.js";
import type { LabelEvaluationPage, PageCurves } from "../../reports/evaluation-page/evaluation-page.js";

/** The results of an evaluation, and how it was called. */
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
  const [{ documentReader, reportDetails }, { evaluationHtml }] = await Promise.all([
    import("../../evaluation/studies/report-details.js"),
    import("../../reports/evaluation-page/evaluation-page.js"),
  ]);
  // The last corpus is the one that is tested on.
  const read = documentReader(corpora[corpora.length - 1]);
  const details = reportDetails(evaluation, { settings, data, test, splits, read });
  return evaluationHtml({
    ...details,
    ...pageFacts(path, corpora, evaluated.command),
    evaluation,
    classifier: named(settings, evaluation.uncalibrated !== undefined),
    protocol,
    ids: (test ?? data).ids,
    curves: curvesOf(evaluated),
    audit: evaluated.audit,
  });
}

/** The results of an evaluation of several labels. */
type EvaluatedLabels = Pick<Evaluated, "corpora" | "command"> &
  Omit<LabelEvaluationPage, "corpus" | "link" | "command" | "version">;

/** Returns the HTML page about an evaluation of several labels, to be written to `path`. */
export async function labelEvaluationPage(path: string, evaluated: EvaluatedLabels): Promise<string> {
  const { corpora, command, ...shown } = evaluated;
  const { labelEvaluationHtml } = await import("../../reports/evaluation-page/evaluation-page.js");
  return labelEvaluationHtml({ ...shown, ...pageFacts(path, corpora, command) });
}

/** Returns what every page tells: the corpus, the command, and the links to tested documents. */
function pageFacts(page: string, corpora: readonly Corpus[], command: readonly string[]) {
  const { root } = corpora[corpora.length - 1];
  const links = documentLinks(page, root);
  // In an archive, no file can be linked.
  const link = (id: string) => (existsSync(join(root, id)) ? links(id) : undefined);
  return { corpus: corpora[0].root, link, command: commandLine(command), version: VERSION };
}

/**
 * Returns the learning curve; undefined for splits by date or group, which a curve cannot make, or if there are too few
 * documents.
 */
function curvesOf({ rows = [], settings, protocol }: Evaluated): PageCurves | undefined {
  if (protocol.kind === "by-date" || ("groupBy" in protocol && protocol.groupBy !== undefined)) return undefined;
  const seed = "seed" in protocol ? protocol.seed : 1;
  const tested = protocol.kind === "test" ? { test: protocol.test } : { share: CURVE.holdout };
  const made: CurveProtocol = { kind: "curve", ...tested, repeats: CURVE.repeats, seed };
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

/**
 * Returns a function that gives the URL of a document by its id. URLs are relative to the folder of the page, so that
 * the page and the corpus can be moved together. It returns undefined if there is no relative path, such as between two
 * drives, or if the name cannot be written in a URL.
 *
 * @param page the path of the page; its folder exists
 * @param root the folder of the corpus
 */
export function documentLinks(page: string, root: string): (id: string) => string | undefined {
  const way = relative(realpathSync(dirname(page)), realpathSync(root));
  if (isAbsolute(way)) return () => undefined;
  return (id) => relativeUrl(join(way, id).split(sep).join("/"));
}

/**
 * Converts a relative path to a relative URL. The URL begins with `./` or `../`, so that a name is never read as a
 * scheme or a host. Returns undefined for a name with a lone surrogate.
 */
export function relativeUrl(path: string): string | undefined {
  if (/[\ud800-\udfff]/u.test(path)) return undefined;
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return encoded.startsWith("../") ? encoded : `./${encoded}`;
}
