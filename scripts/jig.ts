/** The TREC spam track's jig: `npm run jig -- DIR`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { plural } from "../src/base/numbers.js";
import { seededRandom, shuffle } from "../src/base/random.js";
import { safeText } from "../src/base/safe-text.js";
import { whole } from "../src/cli/options/parsers.js";
import { progressBar } from "../src/cli/output/progress.js";
import { textTable } from "../src/reports/terminal/terminal.js";
import { findBogofilter } from "./bench/bogofilter.js";
import { openMail } from "./bench/mail-folds.js";
import { runScript, stopSignals } from "./run-script.js";
import { commandFilter } from "./trec-jig/command-filter.js";
import { type Figure, type JigFigures, jigFigures } from "./trec-jig/figures.js";
import { resultLine } from "./trec-jig/jig-lines.js";
import { inOrderOfDate, type JigRun, runJig } from "./trec-jig/run-jig.js";
import { type SpamFilter, thresherInProcess } from "./trec-jig/spam-filter.js";

interface CommandOptions {
  readonly limit?: number;
  readonly shuffle?: number;
  readonly process?: true;
  readonly peers: boolean;
  readonly results?: string;
  readonly json?: true;
  readonly quiet?: boolean;
}

/** A filter and its figures. */
interface Played extends JigFigures, Omit<JigRun, "results"> {
  readonly name: string;
}

/** The folders with the filters' programs, in the sources. */
const PROGRAMS = fileURLToPath(new URL("../../scripts/trec-jig", import.meta.url));

const stop = stopSignals();

const program = new Command("npm run jig --")
  .description(
    "Presents mail in the order of its date, each message to be classified and then learned, to thresher and to bogofilter where that is installed.",
  )
  .argument("<dir>", "a folder with the folders ham and spam")
  .option("--shuffle <seed>", "in an order drawn from this seed, not by date", whole(0))
  .option("--limit <n>", "only the first messages", whole(2))
  .option("--process", "also thresher as the four commands of the track, two processes a message")
  .option("--results <dir>", "write the result file of each filter there")
  .option("--no-peers", "leave out bogofilter")
  .option("--json", "print one JSON document")
  .option("--quiet", "no progress")
  .action(run);

await runScript("jig", program, stop);

async function run(dir: string, options: CommandOptions) {
  const { limit, shuffle: seed, process: asProcess, peers, results, json, quiet = false } = options;
  const corpus = openMail(dir);
  const { messages, undated } = inOrderOfDate(corpus);
  const order = Uint32Array.from(messages.keys());
  if (seed !== undefined) shuffle(order, seededRandom(seed));
  const stream = Array.from(order.subarray(0, limit), (row) => messages[row]);
  const scratch = mkdtempSync(join(tmpdir(), "thresher-jig-"));
  try {
    const version = peers ? await findBogofilter(stop.signal) : undefined;
    const filters: { name: string; filter: SpamFilter }[] = [{ name: "thresher", filter: thresherInProcess() }];
    const commands = (name: string, folder: string) => {
      const directory = join(scratch, name);
      mkdirSync(directory);
      filters.push({ name, filter: commandFilter(join(PROGRAMS, folder), directory, stop.signal) });
    };
    if (asProcess) commands("thresher, four commands", "thresher");
    if (version !== undefined) commands(`bogofilter ${version}`, "bogofilter");
    const played: Played[] = [];
    for (const { name, filter } of filters) {
      const progress = progressBar(name, stream.length, { quiet });
      const { results: lines, ...ran } = await runJig(filter, stream, stop.signal, progress.update);
      progress.stop();
      played.push({ name, ...ran, ...jigFigures(lines, 1) });
      if (results === undefined) continue;
      mkdirSync(results, { recursive: true });
      writeFileSync(join(results, `${name.split(/\W+/).join("-")}.results`), lines.map(resultLine).join(""));
    }
    const notes = [
      ...(undated === 0 || seed !== undefined
        ? []
        : [`${plural(undated, "message")} without a date that can be understood come last.`]),
      ...(version === undefined && peers
        ? ["Not beside bogofilter: it is not installed; on Debian: apt install bogofilter."]
        : []),
    ];
    const inOrder = seed === undefined ? "in order of date" : `shuffled with seed ${seed}`;
    const report = { corpus: dir, messages: stream.length, order: inOrder, filters: played, notes };
    process.stdout.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : jigText(report));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Report {
  readonly corpus: string;
  readonly messages: number;
  readonly order: string;
  readonly filters: readonly Played[];
  readonly notes: readonly string[];
}

function jigText({ corpus, messages, order, filters, notes }: Report): string {
  const [{ ham, spam }] = filters;
  const rows = filters.map((filter) => [
    filter.name,
    figure(filter.oneMinusRoca),
    figure(filter.hamMisclassified),
    figure(filter.spamMisclassified),
    figure(filter.logisticAverage),
    `${filter.seconds.toFixed(0)} s`,
    filter.unanswered === 0 ? "" : `${plural(filter.unanswered, "message")} unanswered`,
  ]);
  return [
    `${safeText(corpus)}: ${plural(messages, "message")} ${order}, ${ham} ham and ${spam} spam; each classified, then learned`,
    "",
    ...textTable([["", "1−ROCA %", "hm %", "sm %", "lam %", "took", ""], ...rows], "lllllrl"),
    "",
    "hm: ham taken for spam. sm: spam taken for ham. lam: the mean of both in log odds. In brackets: 95 % intervals.",
    ...notes,
    "",
  ].join("\n");
}

/** `0.021 (0.010–0.050)`. */
function figure({ percent, interval }: Figure): string {
  const digits = 3;
  return `${percent.toFixed(digits)} (${interval.map((end) => end.toFixed(digits)).join("–")})`;
}
