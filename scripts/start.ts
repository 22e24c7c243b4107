/**
 * A tour from accuracy to explanations: `npm start`, or `npm start -- CORPUS` for any corpus and
 * options of `thresher evaluate`.
 */

import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { DataError } from "../src/base/errors.js";
import { grouped, percent, plural } from "../src/base/numbers.js";
import { safeText } from "../src/base/safe-text.js";
import { methodTitle } from "../src/classifiers/table.js";
import { CORPUS, ORIGIN_COLUMNS, PROTOCOL } from "../src/cli/options/corpus-options.js";
import { learningGroups } from "../src/cli/options/model-options.js";
import { withOptions } from "../src/cli/options/options.js";
import { following } from "../src/cli/output/following.js";
import { tell } from "../src/cli/output/output.js";
import { progressBar } from "../src/cli/output/progress.js";
import type { CorpusOptions } from "../src/documents/corpora/corpus-options.js";
import { openCorpus } from "../src/documents/corpora/readers.js";
import { writeAtomically } from "../src/documents/files/write-file.js";
import { type Evaluation, evaluateCorpora } from "../src/evaluation/evaluate.js";
import { splitsFor } from "../src/evaluation/protocols/protocol-splits.js";
import { learningCurves } from "../src/evaluation/studies/learning-curve.js";
import type { CorpusData } from "../src/features/corpus/read-corpus.js";
import { followReading } from "../src/jobs/follow-reading.js";
import { evaluationPage } from "../src/jobs/measuring/evaluation-page.js";
import { type ProtocolOptions, protocolFrom } from "../src/jobs/measuring/measuring-options.js";
import { splitLines } from "../src/jobs/notices/figure-lines.js";
import { modelOptions, type Setting, settingsOf } from "../src/jobs/settings.js";
import type { TrainOptions } from "../src/model/options.js";
import { readToLearn } from "../src/model/reading.js";
import { resolve, type Settings, settingsOfEach } from "../src/model/settings.js";
import { protocolText } from "../src/reports/evaluation/settings-text.js";
import { textTable, wrapped } from "../src/reports/terminal/terminal.js";
import { runScript } from "./run-script.js";
import { sortedMail, unseenDocuments } from "./start-samples.js";

/** The methods compared by default. */
const METHODS = ["multinomial", "bernoulli"];
const CURVE_SIZES = [1 / 12, 1 / 6, 1 / 3, 2 / 3, 1].map((share) => ({ share }));
const CURVE_REPEATS = 5;

/** The report, among built files. */
const REPORT = "dist/report.html";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** The project's own corpus. */
const NEWSGROUPS = join(ROOT, "corpora/newsgroups");

type StartOptions = { readonly seed: number; readonly jobs: number } & CorpusOptions &
  TrainOptions &
  ProtocolOptions & { readonly set?: readonly Setting[] };

const program = new Command("npm start --")
  .description(
    "Evaluates naive Bayes on a corpus, measures its learning curve, and sorts a few documents it has not learned from.",
  )
  .argument("[corpus]", CORPUS, NEWSGROUPS)
  .action(start);
const groups = { Protocol: PROTOCOL, ...learningGroups(undefined, ORIGIN_COLUMNS) };
for (const [heading, rows] of Object.entries(groups)) withOptions(program, heading, rows);

await runScript("start", program);

async function start(root: string, { set = [], ...given }: StartOptions): Promise<void> {
  const options = { ...given, ...Object.fromEntries(set) };
  const planned = protocolFrom(options);
  const methods = settingsOfMethods(options);
  const [settings] = methods;
  const corpora = (options.test === undefined ? [root] : [root, options.test]).map((path) => openCorpus(path, options));
  const { jobs } = options;
  const [data, test] = readToLearn(corpora, [settings], {
    jobs,
    ...followReading(corpora, settings, { ...options, ...following({}) }),
  });
  const found = splitsFor(corpora[0], data, planned, settings);
  tell({}, splitLines(planned, found));
  const { splits, protocol } = found;
  console.log(
    `${safeText(here(root))}: ${plural(data.ids.length, "document")} in ${plural(data.labels.length, "class", "classes")}\n`,
  );

  print(folded(`How accurate?  ${protocolText(protocol)}.`));
  console.log();
  const read = test === undefined ? [data] : [data, test];
  const testing = progressBar("testing", methods.length, {});
  const evaluations = methods.map((method, m) => {
    const evaluation = evaluateCorpora(read, splits, method, {
      calibrate: method.calibrate ?? undefined,
      seed: options.seed,
      jobs,
      resampled: protocol.kind !== "by-date",
    });
    testing.update(m + 1);
    return evaluation;
  });
  testing.stop();
  print(accuracyTable(evaluations, methods));

  const withheld = test === undefined ? "a withheld third" : safeText(here(corpora[1].root));
  console.log(`\nWould more documents help?  Accuracy on ${withheld}, mean of ${CURVE_REPEATS} repeats.\n`);
  print(curveTable(data, test, methods, options.seed));

  console.log("\nDocuments it has not learned from: where they belong, and why.\n");
  print(
    unseenDocuments({
      corpora,
      data,
      test,
      split: splits === "leave one out" ? undefined : splits[0],
      settings,
      seed: options.seed,
    }),
  );

  if (root === NEWSGROUPS) {
    console.log("\nMail, learned from ham and spam (corpora/mail): what came in, and what it is.\n");
    print(sortedMail(join(ROOT, "corpora/mail"), join(ROOT, "corpora/inbox")));
  }

  const report = join(ROOT, REPORT);
  const typed = process.argv.slice(2);
  const command = ["thresher", "evaluate", ...(program.args.length === 0 ? [root] : []), ...typed];
  const page = { corpora, rows: read, settings, splits, evaluation: evaluations[0], protocol };
  writeAtomically(
    report,
    Buffer.from(await evaluationPage(report, { ...page, command: [...command, "--report", "report.html"] })),
  );

  console.log(`
The same with a corpus of your own, such as one folder per class:

  npx thresher train CORPUS -m my.model     learn
  npx thresher classify -m my.model PATH…   sort files, folders or - (stdin)
  npx thresher evaluate CORPUS              how accurate
  npx thresher inspect -m my.model          what it has learned
  npm start -- CORPUS                       all this for CORPUS
`);
  print(
    folded(
      `A page about ${titleOf(settings)}, to open in a browser: what is confused with what, which terms speak for which class, and the surest mistakes.`,
    ),
  );
  console.log(`\n  ${safeText(here(report))}`);
}

/** The chosen method, or both textbook methods. */
function settingsOfMethods(options: StartOptions): Settings[] {
  const isChosen = options.classifier !== undefined || options.preset !== undefined || options.as === "mail";
  return isChosen ? [settingsOf(options)] : settingsOfEach(METHODS, modelOptions(options));
}

/** A path relative to the current folder if it is below. */
function here(path: string): string {
  const below = relative(process.cwd(), path);
  return below.startsWith("..") ? path : below || ".";
}

/** Wraps text to a narrow terminal. */
function folded(text: string): string[] {
  return wrapped(text, 80);
}

function titleOf({ classifier }: Settings): string {
  return methodTitle(classifier);
}

/** A line per method, and the baseline. */
function accuracyTable(evaluations: readonly Evaluation[], methods: readonly Settings[]): string[] {
  const rows = evaluations.map(({ accuracy, accuracyInterval: [low, high] }, m) => [
    `  ${titleOf(methods[m])}`,
    percent(accuracy),
    `95 % interval ${(low * 100).toFixed(1)} to ${percent(high)}`,
  ]);
  return textTable([...rows, ["  majority class", percent(evaluations[0].baselines.majority), ""]], "lrl");
}

function curveTable(
  data: CorpusData,
  test: CorpusData | undefined,
  methods: readonly Settings[],
  seed: number,
): string[] {
  const drawing = progressBar("learning curve", methods.length * CURVE_SIZES.length * CURVE_REPEATS, {});
  const how = { sizes: CURVE_SIZES, repeats: CURVE_REPEATS, seed, test, rules: resolve(methods[0]).rules };
  try {
    const classifiers = methods.map((method) => resolve(method).classifier);
    const { curves } = learningCurves(data, classifiers, { ...how, onProgress: ({ done }) => drawing.update(done) });
    const sizes = curves[0].points.map(({ documents }) => grouped(documents));
    const rows = curves.map(({ points }, m) => [
      `  ${titleOf(methods[m])}`,
      ...points.map(({ accuracy }) => percent(accuracy)),
    ]);
    return textTable([["  training documents", ...sizes], ...rows], `l${"r".repeat(sizes.length)}`);
  } catch (error) {
    if (error instanceof DataError) return ["  There are too few documents to say."];
    throw error;
  } finally {
    drawing.stop();
  }
}

function print(lines: readonly string[]): void {
  for (const line of lines) console.log(line);
}
