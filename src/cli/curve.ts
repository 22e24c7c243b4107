import { Command, InvalidArgumentError, Option } from "commander";
import { CLASSIFIER_NAMES, classifierFor } from "../classifiers/table.js";
import { openCorpus } from "../documents/readers.js";
import { UsageError } from "../errors.js";
import type { CurveSize } from "../evaluation/curve-sizes.js";
import { CURVE_DEFAULTS, learningCurves } from "../evaluation/learning-curve.js";
import { holdouts, requireHoldout } from "../evaluation/splits.js";
import { type CurveProtocol, curveJson, curveProtocolText, curveReportText } from "../reports/curve-report.js";
import { curveReports } from "../reports/curve-reports.js";
import type { ReportForm } from "../reports/report-forms.js";
import { safeJson } from "../reports/safe-text.js";
import { named, rulesOf, settingsOfEach, type TrainOptions } from "../settings.js";
import { alikeLines } from "./corpus-notices.js";
import { inOptionNames, modelOptions, settingsOf, withMethodOptions, withModelOptions } from "./model-options.js";
import { NO_TERMS, tell } from "./notices.js";
import {
  CORPUS,
  type CommonOptions,
  type CorpusOptions,
  fraction,
  whole,
  withCommonOptions,
  withCorpusOptions,
} from "./options.js";
import { Output } from "./output.js";
import { progressBar } from "./progress.js";
import { readTelling } from "./reading.js";
import { type ReportOptions, requireReports, withReportOption, writeReports } from "./report-option.js";
import { splitNotices } from "./split-notices.js";
import { terminalStyle } from "./terminal.js";

type CurveCommandOptions = CommonOptions &
  CorpusOptions &
  Omit<TrainOptions, "classifier"> & {
    readonly classifier?: readonly string[];
    readonly test?: string;
    readonly holdout?: number;
    readonly repeats?: number;
    readonly sizes?: readonly CurveSize[];
    readonly points?: number;
  } & ReportOptions;

/** What there is a report in. */
const REPORTS: readonly ReportForm[] = [".svg", ".vl.json", ".csv", ".json", ".md"];

/** `thresher curve CORPUS` */
export function curveCommand(): Command {
  const command = new Command("curve")
    .description(
      "Measure how accuracy grows with the number of training documents, and what the next doubling should bring.",
    )
    .argument("<corpus>", CORPUS)
    .action(run);
  withReportOption(command, REPORTS)
    .optionsGroup("Protocol:")
    .option("--test <folder>", "test on another folder with the same classes")
    .option("--holdout <share>", "withhold a share of each class for testing (default: 1/3)", fraction)
    .option(
      "--repeats <n>",
      `draw the hold-out and the order of the rest anew, n times (default: ${CURVE_DEFAULTS.repeats})`,
      whole(1),
    )
    .option("--sizes <list>", "training sizes: numbers, shares and all, such as 100,200,1/2,all", sizes)
    .option(
      "--points <n>",
      `how many sizes, evenly on a logarithmic axis, if they are not given (default: ${CURVE_DEFAULTS.points})`,
      whole(2),
    );
  const classifier = new Option(
    "--classifier <names>",
    `the methods, in one picture: ${CLASSIFIER_NAMES.join(", ")} (default: multinomial, or the preset's)`,
  ).argParser(classifierNames);
  withMethodOptions(command, { classifier, calibrate: false });
  return withModelOptions(withCommonOptions(withCorpusOptions(command))).addHelpText(
    "after",
    `
Examples:
  thresher curve mail
  thresher curve mail --report curve.svg --report curve.csv
  thresher curve news --classifier multinomial,bernoulli --sizes 100,200,500,1000,2000,5000,all
  thresher curve news --classifier multinomial,logistic-regression --tf log --idf smooth --alpha 0.1 --cost 0.1
  thresher curve news/train --test news/test --points 5 --repeats 10 --json`,
  );
}

async function run(root: string, options: CurveCommandOptions): Promise<void> {
  const { test: testRoot, holdout = CURVE_DEFAULTS.holdout, repeats = CURVE_DEFAULTS.repeats, seed } = options;
  if (testRoot !== undefined && options.holdout !== undefined) {
    throw new UsageError("curve: required one of --test and --holdout, got both");
  }
  if (options.sizes !== undefined && options.points !== undefined) {
    throw new UsageError("curve: required one of --sizes and --points, got both");
  }
  requireHoldout(holdout, repeats);
  const { classifier: names, ...choices } = options;
  const settings =
    names === undefined ? [settingsOf(choices)] : inOptionNames(() => settingsOfEach(names, modelOptions(choices)));
  const corpora = (testRoot === undefined ? [root] : [root, testRoot]).map((path) => openCorpus(path, options));
  requireReports(options, REPORTS, corpora);
  const [data, test] = readTelling(corpora, settings[0], options);
  tell(options, ...alikeLines(data));
  if (test === undefined) {
    const first = holdouts(data.y, holdout, 1, seed);
    tell(options, ...splitNotices(data, first, { kind: "holdout", share: holdout, repeats, seed }));
  }

  const testing = progressBar(
    "testing",
    settings.length * repeats * (options.sizes?.length ?? options.points ?? CURVE_DEFAULTS.points),
    options,
  );
  const curves = learningCurves(
    data,
    settings.map((each) => classifierFor(each)),
    {
      sizes: options.sizes,
      points: options.points,
      holdout,
      test,
      repeats,
      seed,
      rules: rulesOf(settings[0]),
      onRun: testing.update,
    },
  );
  testing.stop();
  if (curves.curves.every(({ points }) => points.every(({ vocabulary }) => vocabulary === 0))) tell(options, NO_TERMS);
  const protocol: CurveProtocol =
    testRoot === undefined
      ? { kind: "curve", share: holdout, repeats, seed }
      : { kind: "curve", test: testRoot, repeats, seed };
  const described = settings.map(named);
  const output = new Output();
  await output.write(
    options.json
      ? `${safeJson(curveJson(curves, described, protocol), 2)}\n`
      : curveReportText(curves, described, protocol, terminalStyle()),
  );
  await output.flush();
  await writeReports(
    options,
    curveReports(curves.curves, curveJson(curves, described, protocol), {
      subtitle: curveProtocolText(protocol),
      baselines: curves.baselines,
    }),
  );
}

function sizes(text: string): CurveSize[] {
  return text.split(",").map((part) => {
    const size = part.trim();
    if (size === "all") return "all";
    if (/^\d+$/.test(size)) return Number(size);
    try {
      return { share: fraction(size) };
    } catch {
      throw new InvalidArgumentError(
        "Required numbers of documents, shares and all with commas between, such as 100,1/2,all.",
      );
    }
  });
}

function classifierNames(text: string): string[] {
  const names = [...new Set(text.split(",").map((name) => name.trim()))];
  const unknown = names.find((name) => !CLASSIFIER_NAMES.includes(name));
  if (unknown === undefined) return names;
  throw new InvalidArgumentError(`Required some of ${CLASSIFIER_NAMES.join(", ")} with commas between.`);
}
