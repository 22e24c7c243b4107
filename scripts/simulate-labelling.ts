/** Labels a pile as a user who answers truly: `npm run simulate-labelling -- CORPUS`. */
import { Command } from "commander";
import { ascending } from "../src/base/lists.js";
import { seededRandom, shuffle } from "../src/base/random.js";
import { jointLogLikelihoods } from "../src/classifiers/classifier.js";
import { argmax } from "../src/classifiers/scores.js";
import { whole } from "../src/cli/options/parsers.js";
import { openCorpus } from "../src/documents/corpora/readers.js";
import type { CorpusData } from "../src/features/corpus/collections.js";
import { readCorpora } from "../src/features/corpus/read-corpus.js";
import { selectRows, UNLABELLED } from "../src/features/sparse-matrix.js";
import { packRows } from "../src/features/viewed-rows.js";
import { threadsOf } from "../src/mail/header/threads.js";
import type { DocumentForm } from "../src/mail/news.js";
import { Fold, testSubset } from "../src/model/fitting/fold.js";
import { TrainingSubset } from "../src/model/fitting/training-subset.js";
import { withFewLabelDefaults } from "../src/model/presets.js";
import { resolve, settingsFrom } from "../src/model/settings.js";
import { type ClassShares, withGuessedClasses } from "../src/model/unlabelled-data.js";
import { textTable } from "../src/reports/terminal/terminal.js";
import { runScript } from "./run-script.js";
import { type Reached, simulatedUser } from "./simulate-labelling/simulated-user.js";

interface CommandOptions {
  readonly test?: string;
  readonly as?: DocumentForm;
  readonly answers: readonly number[];
  readonly runs: number;
  readonly seed: number;
  readonly model: boolean;
}

const HEADER = [
  "answers",
  "accuracy %",
  "random, no pile %",
  "forecast right %",
  "shown %",
  "interval",
  "held",
  "sure %",
  "of them right %",
  "came",
];

const program = new Command("npm run simulate-labelling --")
  .description("Labels a pile with the engine of thresher label, as a user who answers truly.")
  .argument("<corpus>", "labelled documents")
  .option("--test <corpus>", "documents to test on (default: 30 % of the corpus, drawn again in each run)")
  .option("--as <form>", "mail, if the documents are mail")
  .option("--answers <list>", "after how many answers to look", (text) => text.split(",").map(whole(1)), [50, 100, 200])
  .option("--runs <n>", "how many sessions", whole(1), 3)
  .option("--seed <n>", "of the first session", whole(0), 1)
  .option("--no-model", "only the forecast and its interval, which is faster")
  .action(run);

/** A session after some answers, with the accuracy of its model and of one from as many random documents alone. */
interface Measured {
  readonly at: Reached;
  readonly tested: number;
  readonly random: number;
}

interface Split {
  readonly pile: CorpusData;
  readonly test: CorpusData;
}

function run(path: string, { test, as, answers, runs, seed: first, model }: CommandOptions): void {
  const settings = settingsFrom({
    tokens: "inner",
    tokenLength: [1, 256],
    classifier: "complement",
    ...(as && { as }),
  });
  const paths = test === undefined ? [path] : [path, test];
  const read = readCorpora(
    paths.map((each) => openCorpus(each)),
    settings,
    { facts: true },
  );
  const reached: Measured[] = [];
  for (let run = 0; run < runs; run++) {
    const seed = first + run;
    const split = read.length > 1 ? { pile: read[0], test: read[1] } : drawn(read[0], seed);
    const { pile } = split;
    const truth = Array.from(pile.y, (c) => pile.labels[c]);
    const facts = pile.facts?.map(({ messageId, references }) => ({ messageId, references, subject: undefined }));
    const threads = threadsOf(facts ?? []);
    const task = {
      x: packRows(pile.x),
      terms: pile.vocabulary.contents(),
      threads,
      seed,
    };
    const order = shuffle(ascending(truth.length), seededRandom(seed, 1));
    for (const at of simulatedUser(task, truth, answers)) {
      const labels = truth.map(() => undefined as string | undefined);
      for (const document of order.subarray(0, at.answers)) labels[document] = truth[document];
      reached.push({
        at,
        tested: model ? accuracyWith(split, at.labels, true, at.shares) : Number.NaN,
        random: model ? accuracyWith(split, labels, false) : Number.NaN,
      });
      const { shown, truth: share } = at;
      const said = shown && `${percent(shown.value)} (${percent(shown.from)} to ${percent(shown.to)})`;
      process.stderr.write(`session ${run + 1}, ${at.answers} answers: shown ${said}, in truth ${percent(share)} %\n`);
    }
  }
  process.stdout.write(
    `${textTable([HEADER, ...answers.map((n) => figures(reached, n))], "rrrrrrrrrrr").join("\n")}\n`,
  );
}

/** Means over the sessions after so many answers, as table cells. */
function figures(reached: readonly Measured[], n: number): string[] {
  const all = reached.filter(({ at }) => at.answers === n);
  const later = reached.filter(({ at }) => at.answers === n + 100);
  const mean = (of: (each: Measured) => number, some = all) =>
    some.reduce((sum, each) => sum + of(each), 0) / some.length;
  const held = all.filter(({ at: { shown, truth } }) => shown && shown.from <= truth && truth <= shown.to);
  const right = mean(({ at }) => at.truth);
  const came = mean(({ at }) => at.truth, later) - right;
  return [
    String(n),
    percent(mean(({ tested }) => tested)),
    percent(mean(({ random }) => random)),
    percent(right),
    percent(mean(({ at }) => at.shown?.value ?? Number.NaN)),
    `± ${percent(mean(({ at: { shown } }) => (shown ? (shown.to - shown.from) / 2 : 1)))}`,
    `${held.length} of ${all.length}`,
    percent(mean(({ at }) => at.sure)),
    percent(mean(({ at }) => at.sureRight)),
    later.length === 0 ? "" : percent(came),
  ];
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

/** Withholds 30 % for testing. */
function drawn(data: CorpusData, seed: number): Split {
  const order = shuffle(ascending(data.x.rows), seededRandom(seed));
  const cut = Math.round(0.7 * order.length);
  return { pile: someOf(data, order.slice(0, cut).sort()), test: someOf(data, order.slice(cut).sort()) };
}

function someOf(data: CorpusData, rows: Uint32Array): CorpusData {
  const pick = <T>(values: ArrayLike<T>) => Array.from(rows, (row) => values[row]);
  return {
    ...data,
    x: selectRows(data.x, rows),
    y: Uint32Array.from(pick(data.y)),
    ids: pick(data.ids),
    facts: data.facts && pick(data.facts),
  };
}

/** The model of `thresher label`. */
const FEW = settingsFrom(withFewLabelDefaults({}));

/** The accuracy on the test documents of a support vector machine that learned from these labels. */
function accuracyWith(
  { pile, test }: Split,
  labels: readonly (string | undefined)[],
  usesPile: boolean,
  shares?: ClassShares,
): number {
  const y = Uint32Array.from(labels, (label) => (label === undefined ? UNLABELLED : pile.labels.indexOf(label)));
  const { classifier, rules } = resolve(FEW);
  const labelled = ascending(y.length).filter((row) => y[row] !== UNLABELLED);
  const training = usesPile
    ? new TrainingSubset(
        withGuessedClasses(
          { ...pile, y },
          FEW,
          Object.keys(shares ?? {}).length < pile.labels.length ? undefined : shares,
        ).data,
      )
    : new TrainingSubset({ ...pile, y }, labelled);
  const fold = new Fold(training, testSubset(test), rules);
  const scores = jointLogLikelihoods(fold.fit(classifier), fold.test);
  const right = scores.filter((own, row) => pile.labels[fold.classes[argmax(own)]] === test.labels[test.y[row]]);
  return right.length / scores.length;
}

await runScript("simulate-labelling", program);
