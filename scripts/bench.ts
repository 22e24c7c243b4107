import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { decoderFor } from "../src/base/decode.js";
import { DataError, UsageError } from "../src/base/errors.js";
import { append } from "../src/base/lists.js";
import { safeText } from "../src/base/safe-text.js";
import { whole } from "../src/cli/options/parsers.js";
import { progressBar } from "../src/cli/output/progress.js";
import { readFolders } from "../src/documents/corpora/folders.js";
import type { Bench, BenchOptions, Folder } from "./bench/bench.js";
import { coldClassify } from "./bench/cold-classify.js";
import { findPython, SCIKIT_LEARN } from "./bench/commands.js";
import { crossValidation } from "./bench/cross-validation.js";
import { benchMail } from "./bench/mail.js";
import { mailText } from "./bench/mail-report.js";
import { neighbours } from "./bench/neighbours.js";
import { agreement } from "./bench/outcome.js";
import { presets } from "./bench/presets.js";
import { type BenchReport, benchText, machine } from "./bench/report.js";
import { stages } from "./bench/stages.js";
import { tenfold } from "./bench/tenfold.js";
import { trainAndTest } from "./bench/train-and-test.js";
import { runScript, stopSignals } from "./run-script.js";

interface CommandOptions {
  readonly repeats: number;
  readonly encoding: string;
  readonly jobs?: number;
  readonly tenfold?: true;
  readonly crossValidation?: true;
  readonly presets?: true;
  readonly neighbours?: true;
  readonly mail?: true;
  readonly folds: number;
  readonly foldsOf: number;
  readonly peers: boolean;
  readonly json?: true;
  readonly quiet?: true;
}

const stop = stopSignals();

const program = new Command("npm run bench --")
  .description(
    "Measures thresher on a corpus, beside counting its words and beside scikit-learn where that is installed; on mail beside bogofilter.",
  )
  .argument(
    "<dir>",
    "a folder with the folders train and test, each with a folder per class, such as 20news-bydate; with --mail, one with ham and spam",
  )
  .option("--repeats <n>", "rounds that count", whole(1), 7)
  .option("--encoding <name>", "of the documents", "latin1")
  .option("--jobs <n>", "threads of thresher (default: as it chooses)", whole(1))
  .option("--tenfold", "also measure ten times the documents; takes a minute or more, and room for as many files")
  .option("--cross-validation", "also measure 10-fold cross-validation and a learning curve")
  .option("--presets", "also measure the presets fast and best; scikit-learn takes minutes beside the latter")
  .option("--neighbours", "also measure the search for nearest neighbours")
  .option(
    "--mail",
    "instead, measure thresher beside bogofilter as spam filters, on a folder with the folders ham and spam",
  )
  .option("--folds <n>", "with --mail, how many parts of the mail are tested", whole(1), 3)
  .option("--folds-of <n>", "with --mail, how many parts the mail is divided into", whole(2), 10)
  .option("--no-peers", "leave out the other programs")
  .option("--json", "print one JSON document")
  .option("--quiet", "no progress")
  .action(run);

await runScript("bench", program, stop);

async function run(dir: string, given: CommandOptions): Promise<void> {
  const {
    json,
    quiet,
    tenfold = false,
    crossValidation = false,
    presets = false,
    neighbours: near = false,
    mail = false,
    folds: _folds,
    foldsOf: _foldsOf,
    ...rest
  } = given;
  if (mail) return runMail(dir, given);
  const options: BenchOptions = { jobs: undefined, ...rest, tenfold, crossValidation, presets, neighbours: near };
  decoderFor(options.encoding);
  const corpus = { train: folder(dir, "train"), test: folder(dir, "test") };
  const started = { date: new Date().toISOString(), machine: machine() };
  const scratch = mkdtempSync(join(tmpdir(), "thresher-bench-"));
  try {
    const { python, peers, notes } = await findPeers(options);
    const progress: Bench["progress"] = (label, total) => progressBar(label, total, { quiet: quiet ?? false });
    const measured = await measure({ corpus, options, python, scratch, signal: stop.signal, progress });
    const result: BenchReport = { ...started, corpus, options, peers, ...measured, notes };
    process.stdout.write(json ? `${JSON.stringify(result, undefined, 2)}\n` : benchText(result));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function runMail(dir: string, given: CommandOptions): Promise<void> {
  const { repeats, jobs, folds, foldsOf, peers, json, quiet = false } = given;
  if (folds > foldsOf) throw new UsageError(`--folds ${folds}: there are only ${foldsOf} parts (--folds-of)`);
  const scratch = mkdtempSync(join(tmpdir(), "thresher-bench-"));
  try {
    const progress: Bench["progress"] = (label, total) => progressBar(label, total, { quiet });
    const options = { repeats, jobs, folds, foldsOf, seed: 1, peers };
    const report = await benchMail(dir, options, { scratch, signal: stop.signal, progress });
    process.stdout.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : mailText(report));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function measure(bench: Bench): Promise<Pick<BenchReport, "sections" | "checks">> {
  const { section, outcome, checks } = await trainAndTest(bench);
  const sections = [section, ...(await coldClassify(bench))];
  if (bench.options.tenfold) sections.push(await tenfold(bench));
  if (bench.options.crossValidation) {
    const folds = await crossValidation(bench);
    append(sections, folds.sections);
    append(checks, folds.checks);
  }
  if (bench.options.presets) {
    const compared = await presets(bench);
    append(sections, compared.sections);
    append(checks, compared.checks);
  }
  if (bench.options.neighbours) {
    const near = await neighbours(bench);
    sections.push(near.section);
    checks.push(near.check);
  }
  // Last, because it fills the memory of this process, from which the others are started.
  const inside = await stages(bench);
  sections.push(inside.section);
  checks.push(agreement("thresher", outcome, "the stages", inside.outcome));
  return { sections, checks };
}

async function findPeers(options: BenchOptions) {
  const none = (why: string) => ({ python: undefined, peers: {}, notes: [why] });
  if (!options.peers) return none("Not beside wc and scikit-learn (--no-peers): their targets are not checked.");
  const found = await findPython(options.encoding, stop.signal);
  if (found?.encoding) {
    const version = `${found.version} on Python ${found.python}, one thread, as is its default`;
    return { python: found.program, peers: { [SCIKIT_LEARN]: version }, notes: [] };
  }
  const why = found
    ? `Python has no encoding named ${safeText(options.encoding)}`
    : "no python3 has it; on Debian: apt install python3-sklearn";
  return none(`Not beside ${SCIKIT_LEARN}, whose target is not checked: ${why}.`);
}

/** @throws DataError if the folder is missing. */
function folder(dir: string, name: "train" | "test"): Folder {
  const path = join(dir, name);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new DataError(`${dir}: there is no folder ${name} in it; a corpus here has the folders train and test`);
  }
  const { ids } = readFolders(path);
  const bytes = ids.reduce((sum, id) => sum + (statSync(join(path, id), { throwIfNoEntry: false })?.size ?? 0), 0);
  return { path, documents: ids.length, bytes };
}
