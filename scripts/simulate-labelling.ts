/** Labels a pile as a user who answers truly: `npm run simulate-labelling -- CORPUS`. */
import { Command } from "commander";
import { ascending } from "../src/base/lists.js";
import { seededRandom, shuffle } from "../src/base/random.js";
import { linearSvm } from "../src/classifiers/linear/linear-svm.js";
import { argmax } from "../src/classifiers/scores.js";
import { classShares, clearLabels, spread } from "../src/classifiers/unlabelled/label-spreading.js";
import { neighbourGraph } from "../src/classifiers/unlabelled/neighbour-graph.js";
import { balanced } from "../src/classifiers/wrappers/balanced.js";
import { whole } from "../src/cli/options/parsers.js";
import { openCorpus } from "../src/documents/corpora/readers.js";
import type { CorpusData } from "../src/features/corpus/corpus-data.js";
import { readCorpora } from "../src/features/corpus/read-corpus.js";
import { packedArrays, packRows } from "../src/features/packed-rows.js";
import { type Dataset, type SparseMatrix, selectRows, UNLABELLED } from "../src/features/sparse-matrix.js";
import { documentFactors, type WeightingOptions, weightedRows } from "../src/features/weighting.js";
import { threadsOf } from "../src/mail/header/threads.js";
import type { DocumentForm } from "../src/mail/news.js";
import { settingsFrom } from "../src/model/settings.js";
import { textTable } from "../src/reports/terminal/table.js";
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

const WEIGHTING = { tf: "log", idf: "smooth", norm: "l2" } as const satisfies WeightingOptions;

const program = new Command("npm run simulate-labelling --")
  .description("Labels a pile with the engine of thresher label, as a user who answers truly.")
  .argument("<corpus>", "labelled documents")
  .option("--test <corpus>", "documents to test on (default: 30 % of the corpus, drawn anew in each run)")
  .option("--as <form>", "mail, if the documents are mail")
  .option("--answers <list>", "after how many answers to look", (text) => text.split(",").map(whole(1)), [50, 100, 200])
  .option("--runs <n>", "how many sessions", whole(1), 3)
  .option("--seed <n>", "of the first session", whole(0), 1)
  .option("--no-model", "only the forecast and its interval, which is faster")
  .action(run);

await runScript("simulate-labelling", program);

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
  const reached: { at: Reached; tested: number; random: number }[] = [];
  for (let run = 0; run < runs; run++) {
    const seed = first + run;
    const split = read.length > 1 ? { pile: read[0], test: read[1] } : drawn(read[0], seed);
    const { pile } = split;
    const truth = Array.from(pile.y, (c) => pile.labels[c]);
    const facts = pile.facts?.map(({ messageId, references }) => ({ messageId, references, subject: undefined }));
    const threads = threadsOf(facts ?? []);
    const task = {
      x: packedArrays(packRows(pile.x)),
      terms: pile.vocabulary.contents(),
      threads,
      seed,
      hasGroups: false,
    };
    const order = shuffle(ascending(truth.length), seededRandom(seed, 1));
    for (const at of simulatedUser(task, truth, answers)) {
      const labels = truth.map(() => undefined as string | undefined);
      for (const document of order.subarray(0, at.answers)) labels[document] = truth[document];
      reached.push({
        at,
        tested: model ? accuracyWith(split, at.labels, true) : Number.NaN,
        random: model ? accuracyWith(split, labels, false) : Number.NaN,
      });
      process.stderr.write(`session ${run + 1} of ${runs}, ${at.answers} answers\n`);
    }
  }
  const header = [
    "answers",
    "accuracy %",
    "random, no pile %",
    "forecast right %",
    "shown %",
    "interval",
    "held",
    "promised",
    "came",
  ];
  const rows = answers.map((n) => {
    const all = reached.filter(({ at }) => at.answers === n);
    const mean = (of: (each: (typeof all)[number]) => number) =>
      all.reduce((sum, each) => sum + of(each), 0) / all.length;
    const held = all.filter(({ at: { shown, truth } }) => shown && shown.from <= truth && truth <= shown.to).length;
    const later = reached.filter(({ at }) => at.answers === n + 100);
    const came = later.reduce((sum, { at }) => sum + at.truth, 0) / later.length - mean(({ at }) => at.truth);
    return [
      String(n),
      (100 * mean(({ tested }) => tested)).toFixed(1),
      (100 * mean(({ random }) => random)).toFixed(1),
      (100 * mean(({ at }) => at.truth)).toFixed(1),
      (100 * mean(({ at }) => at.shown?.value ?? Number.NaN)).toFixed(1),
      `± ${(50 * mean(({ at: { shown } }) => (shown ? shown.to - shown.from : 1))).toFixed(1)}`,
      `${held} of ${all.length}`,
      mean(({ at }) => at.promised).toFixed(1),
      later.length === 0 ? "" : (100 * came).toFixed(1),
    ];
  });
  process.stdout.write(`${textTable([header, ...rows], "rrrrrrrrr").join("\n")}\n`);
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

function accuracyWith({ pile, test }: Split, labels: readonly (string | undefined)[], usesPile: boolean): number {
  const y = Uint32Array.from(labels, (label) => (label === undefined ? UNLABELLED : pile.labels.indexOf(label)));
  const factors = documentFactors(pile.x, WEIGHTING);
  const [x, tested] = [pile, test].map(
    (data): SparseMatrix => weightedRows(selectRows(data.x, ascending(data.x.rows)), WEIGHTING, factors),
  );
  const { length: classes } = pile.labels;
  const clear = usesPile
    ? clearLabels(classShares(spread(neighbourGraph(x), y, classes), y, classes), y, classes)
    : { y, weights: y.map((c) => (c === UNLABELLED ? 0 : 1)) };
  const rows = ascending(x.rows).filter((row) => clear.weights[row] > 0);
  const data: Dataset = {
    x: selectRows(x, rows),
    y: rows.map((row) => clear.y[row]),
    labels: pile.labels,
    weights: Float64Array.from(rows, (row) => clear.weights[row]),
  };
  const model = (usesPile ? linearSvm() : balanced(linearSvm())).fit(data);
  const scores = new Float64Array(classes);
  let right = 0;
  for (let row = 0; row < tested.rows; row++) {
    model.scoreInto(tested, row, scores);
    if (pile.labels[argmax(scores)] === test.labels[test.y[row]]) right++;
  }
  return right / tested.rows;
}
