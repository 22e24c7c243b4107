/** Measures how soon a change of documents is found, and how often one that is none: `npm run drift -- CORPORA`. */
import { join } from "node:path";
import { Command } from "commander";
import { seededRandom } from "../src/base/random.js";
import { classifyRow } from "../src/classifiers/classifier.js";
import { driftOf } from "../src/delivery/drift/drift.js";
import type { DecisionEntry } from "../src/delivery/history/history.js";
import { openCorpus } from "../src/documents/corpora/readers.js";
import type { LabelledDocument } from "../src/documents/document.js";
import { deserialize, type IdentifiedModel } from "../src/model/file/model-file.js";
import { serialize } from "../src/model/file/save-model.js";
import { groundsOf } from "../src/model/grounds.js";
import type { TrainOptions } from "../src/model/options.js";
import { train } from "../src/model/training.js";
import { textTable } from "../src/reports/terminal/terminal.js";
import { shuffled } from "./checks/shuffled.js";
import { runScript, stopSignals } from "./run-script.js";

/** A kind of documents: its name, and how many of those with each beginning of a path. */
type Kind = readonly [name: string, shares: Readonly<Record<string, number>>];

/** A corpus, the kind that a model learns and first decides about, and the kinds that come later. */
interface Switch {
  readonly corpus: string;
  readonly options: TrainOptions;
  readonly from: Kind;
  readonly to: readonly Kind[];
}

const HIERARCHIES = ["comp", "rec", "sci", "talk"].map((name): Kind => [name, { [`${name}.`]: 1 }]);
const ORDERS = 20;

const SWITCHES: readonly Switch[] = [
  {
    corpus: "spamassassin",
    options: { preset: "mail" },
    from: ["mail of 2002", { "ham/easy-1": 1, "spam/1": 1 }],
    to: [
      ["spam of 2005", { "spam/2": 1 }],
      ["later ham, spam of 2005, as many as before", { "ham/easy-2": 1, "spam/2": 1 / 5 }],
    ],
  },
  ...HIERARCHIES.map((from): Switch => {
    return { corpus: "20news-19997", options: {}, from, to: HIERARCHIES.filter((other) => other !== from) };
  }),
];

const program = new Command("npm run drift --")
  .description("Measures after how many documents a change is found, and how often one is found in shuffled orders.")
  .argument("<corpora>", "a folder with 20news-19997 and spamassassin")
  .option("--remember", "with models that know what their training documents are like")
  .action((corpora: string, { remember }: { readonly remember?: true }) => {
    const rows = SWITCHES.flatMap((change) => measured(corpora, change, remember === true));
    const heading = ["from", "to", "alarm after", "begun after", `of ${ORDERS} shuffled orders, alarms in`];
    console.log(textTable([heading, ...rows], "llrrr").join("\n"));
  });

/** Trains on two thirds of the documents of a kind, and goes on with the last third and then with other kinds. */
function measured(corpora: string, { corpus, options, from, to }: Switch, remember: boolean): string[][] {
  const all = [...openCorpus(join(corpora, corpus))];
  const documentsOf = ([, shares]: Kind) => {
    const chosen = Object.entries(shares).flatMap(([beginning, share]) => {
      const alike = shuffled(
        all.filter(({ id }) => id.startsWith(beginning)),
        seededRandom(1),
      );
      return alike.slice(0, share * alike.length);
    });
    return shuffled(chosen, seededRandom(2));
  };
  const old = documentsOf(from);
  const third = Math.ceil(old.length / 3);

  const identified = { model: deserialize(serialize(train(old.slice(third), { ...options, remember }))), id: "0" };
  const quiet = old.slice(0, third).map((document) => decision(identified, document));
  const orders = Array.from({ length: ORDERS }, (_, n) => firstAlarm(shuffled(quiet, seededRandom(n + 3)), identified));
  const alarms = String(orders.filter((found) => found !== undefined).length);
  return to.map((kind) => {
    const later = documentsOf(kind).map((document) => decision(identified, document));
    const found = firstAlarm([...quiet, ...later], identified);
    const after = found === undefined ? ["never", ""] : [found.alarm, found.since].map((n) => String(n - quiet.length));
    return [from[0], kind[0], ...after, alarms];
  });
}

/** Returns what a history would keep. */
function decision({ model, id }: IdentifiedModel, { id: path, bytes }: LabelledDocument): DecisionEntry {
  const read = model.read(bytes);
  const x = model.rowOfRead(read);
  const { label, probability } = classifyRow(model.model, x, 0, model.calibration);
  const about = { time: "", command: "sort", id: path, digest: path, from: "", subject: "", unsure: false, model: id };
  return { ...about, label, probability, ...groundsOf(model, read, x) };
}

/** Returns after how many decisions there is an alarm, and where the change is then said to have begun; undefined if never. */
function firstAlarm(rows: readonly DecisionEntry[], identified: IdentifiedModel) {
  const numbered = rows.map((row, n) => ({ ...row, time: String(n) }));
  for (let alarm = 10; alarm <= rows.length; alarm += 10) {
    const drift = driftOf(numbered.slice(0, alarm), identified);
    if (typeof drift !== "string" && drift.since !== undefined) return { alarm, since: Number(drift.since.time) };
  }
  return undefined;
}

await runScript("drift", program, stopSignals());
