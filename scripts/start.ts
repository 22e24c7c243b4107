/**
 * The main job on a corpus, from accuracy to reasons: `npm start`, or `npm start -- DIR`
 * for any folder with a folder per class.
 */
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { evaluationPage } from "../src/cli/evaluation-page.js";
import { problemLines } from "../src/cli/notices.js";
import { whole } from "../src/cli/options.js";
import { progressBar } from "../src/cli/progress.js";
import { writeAtomically } from "../src/documents/write-file.js";
import {
  bernoulli,
  type CorpusData,
  classify,
  DEFAULT_SETTINGS,
  type Evaluation,
  evaluate,
  explain,
  type FolderCorpus,
  holdouts,
  type LabelledDocument,
  learningCurves,
  multinomial,
  readCorpus,
  readFolders,
  requireClasses,
  type Split,
  splitTrials,
  train,
} from "../src/index.js";
import { curveText } from "../src/reports/curve-text.js";
import { percent, plural } from "../src/reports/numbers.js";
import { safeText } from "../src/reports/safe-text.js";
import { textTable, wrapped } from "../src/reports/table.js";
import { reportError, runScript } from "./run-script.js";
import { sortedMail } from "./some-mail.js";

const METHODS = [
  { name: "multinomial", classifier: multinomial() },
  { name: "Bernoulli", classifier: bernoulli() },
] as const;
const HOLDOUT = 1 / 3;
const REPEATS = 10;
const CURVE_SIZES = [1 / 12, 1 / 6, 1 / 3, 2 / 3, 1].map((share) => ({ share }));
const CURVE_REPEATS = 5;
/** How many unseen documents are sorted, and how many reasons are given for each. */
const SHOWN = 5;
const REASONS = 6;
/** Columns: as wide as the narrowest usual terminal. */
const LINE = 80;

/** Where the report goes: with what is built, and not among what is kept. */
const REPORT = "dist/report.html";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** The corpus of the project's own; beside it there is mail. */
const NEWSGROUPS = join(ROOT, "corpora/newsgroups");

const program = new Command("npm start --")
  .description(
    "Evaluates naive Bayes on a corpus, draws its learning curve, and sorts a few documents it has not learned from.",
  )
  .argument("[corpus]", "a folder with one folder per class", NEWSGROUPS)
  .option("--seed <n>", "seed of everything random", whole(0), 1)
  .option("--encoding <name>", "encoding of the documents", "auto")
  .action(start);

await runScript(program, (error) => reportError("start", error));

async function start(root: string, { seed, encoding }: { seed: number; encoding: string }): Promise<void> {
  const corpus = readFolders(root);
  const reading = progressBar("reading", corpus.size, {});
  const data = readCorpus(corpus, { ...DEFAULT_SETTINGS, encoding }, { onProgress: reading.update });
  reading.stop();
  for (const line of problemLines(data.problems)) console.error(line);
  requireClasses(data);
  console.log(
    `${safeText(here(root))}: ${plural(data.ids.length, "document")} in ${plural(data.labels.length, "class", "classes")}\n`,
  );

  console.log(`How accurate?  A third of each class withheld, ${REPEATS} times.\n`);
  const splits = holdouts(data.y, HOLDOUT, REPEATS, seed);
  const evaluations = evaluated(data, splits);
  print(accuracyTable(evaluations));

  console.log(`\nWould more documents help?  Accuracy on the withheld third, mean of ${CURVE_REPEATS} repeats.\n`);
  print(drawCurves(data, seed));

  console.log("\nDocuments it has not learned from: where they belong, and why.\n");
  print(unseenDocuments(corpus, data, splits[0], encoding));

  if (root === NEWSGROUPS) {
    console.log("\nMail, learned from ham and spam (corpora/mail): what came in, and what it is.\n");
    print(sortedMail(join(ROOT, "corpora/mail"), join(ROOT, "corpora/inbox")));
  }

  const report = join(ROOT, REPORT);
  const settings = { ...DEFAULT_SETTINGS, encoding };
  const page = {
    ...{ corpora: [corpus], data, settings, splits, evaluation: evaluations[0] },
    protocol: { kind: "holdout", share: HOLDOUT, repeats: REPEATS, seed } as const,
    command: ["thresher", "evaluate", root, "--encoding", encoding, "--seed", String(seed), "--report", "report.html"],
  };
  writeAtomically(report, Buffer.from(await evaluationPage(report, page)));

  console.log(`
The same with folders of your own, one folder per class:

  npx thresher train DIR -m my.model        learn
  npx thresher classify -m my.model PATH…   sort files, folders or - (stdin)
  npx thresher evaluate DIR                 how accurate
  npx thresher inspect -m my.model          what it has learned
  npm start -- DIR                          all this for DIR

A page about ${METHODS[0].name} naive Bayes, to open in a browser: what is confused with
what, which terms speak for which class, and the surest mistakes.

  ${safeText(here(report))}`);
}

/** A path as it is said from here. */
function here(path: string): string {
  const below = relative(process.cwd(), path);
  return below.startsWith("..") ? path : below || ".";
}

function evaluated(data: CorpusData, splits: readonly Split[]): Evaluation[] {
  const testing = progressBar("testing", METHODS.length * splits.length, {});
  const evaluations = METHODS.map((method, m) =>
    evaluate(splitTrials(data, splits), method.classifier, data.labels, {
      onRun: (done) => testing.update(m * splits.length + done),
    }),
  );
  testing.stop();
  return evaluations;
}

/** A line for each method, and the baseline that it has to beat. */
function accuracyTable(evaluations: readonly Evaluation[]): string[] {
  const rows = evaluations.map(({ accuracy, accuracyInterval: [low, high] }, m) => [
    `  ${METHODS[m].name}`,
    percent(accuracy),
    `95 % interval ${(low * 100).toFixed(1)} to ${percent(high)}`,
  ]);
  return textTable([...rows, ["  always the largest class", percent(evaluations[0].baselines.majority), ""]], "lrl");
}

function drawCurves(data: CorpusData, seed: number): string[] {
  const drawing = progressBar("learning curve", METHODS.length * CURVE_SIZES.length * CURVE_REPEATS, {});
  const { curves } = learningCurves(
    data,
    METHODS.map(({ classifier }) => classifier),
    { sizes: CURVE_SIZES, repeats: CURVE_REPEATS, seed, onRun: drawing.update },
  );
  drawing.stop();
  const series = curves.map(({ points }, m) => ({
    name: METHODS[m].name,
    points: points.map(({ documents, accuracy }) => ({ x: documents, y: accuracy })),
  }));
  return curveText(series, { xLabel: "documents learned from (logarithmic)" });
}

/** Trains on a split's training part and sorts some of its test part, one document each of classes far apart. */
function unseenDocuments(corpus: FolderCorpus, data: CorpusData, split: Split, encoding: string): string[] {
  const learned = new Set(Array.from(split.train, (row) => data.ids[row]));
  const model = train(only(corpus, learned), { encoding });
  const firstOfClass = data.labels.map((_, c) => split.test.find((row) => data.y[row] === c));
  const present = firstOfClass.filter((row) => row !== undefined);
  const step = Math.max(1, present.length / SHOWN);
  const rows = Array.from({ length: Math.min(SHOWN, present.length) }, (_, i) => present[Math.floor(i * step)]);
  const chosen = new Set(rows.map((row) => data.ids[row]));
  return [...only(corpus, chosen)].flatMap((document) => {
    const { label, probability } = classify(model, document);
    const { terms, against } = explain(model, document);
    const reasons = terms.filter(({ contribution }) => contribution > 0).slice(0, REASONS);
    const verdict = label === document.label ? "right" : `wrong, it is ${safeText(document.label)}`;
    const because = `rather than ${safeText(against)} because of: ${reasons.map(({ term }) => safeText(term)).join(", ")}`;
    return [
      `  ${safeText(document.id)}`,
      `    ${safeText(label)}, ${percent(probability)} (${verdict})`,
      ...wrapped(because.split(" "), LINE - 4).map((line) => `    ${line}`),
    ];
  });
}

function* only(corpus: Iterable<LabelledDocument>, ids: ReadonlySet<string>): Generator<LabelledDocument> {
  for (const document of corpus) if (ids.has(document.id)) yield document;
}

function print(lines: readonly string[]): void {
  for (const line of lines) console.log(line);
}
