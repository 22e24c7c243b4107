import { Command, InvalidArgumentError, Option } from "commander";
import { safeJson } from "../../base/safe-text.js";
import { CLASSIFIER_NAMES } from "../../classifiers/table.js";
import { openCorpus } from "../../documents/corpora/readers.js";
import type { CurveSize } from "../../evaluation/studies/curve-sizes.js";
import { CURVE_DEFAULTS, learningCurves } from "../../evaluation/studies/learning-curve.js";
import { holdouts, requireHoldout } from "../../model/fitting/splits.js";
import type { TrainOptions } from "../../model/options.js";
import { named, resolve, settingsOfEach } from "../../model/settings.js";
import { curveReport } from "../../reports/curve/curve-report.js";
import { type CurveProtocol, curveJson, curveProtocolText, curveText } from "../../reports/curve/curve-text.js";
import { PAGELESS_FORMS } from "../../reports/report-forms.js";
import { readTelling } from "../input/reading.js";
import { withHelp } from "../options/help.js";
import {
  inOptionNames,
  modelOptions,
  settingsOf,
  withMethodOptions,
  withModelOptions,
} from "../options/model-options.js";
import {
  CORPUS,
  type CommonOptions,
  type CorpusOptions,
  fraction,
  whole,
  withCommonOptions,
  withCorpusOptions,
} from "../options/options.js";
import { type ReportOptions, requireReports, withReportOption, writeReports } from "../options/report-option.js";
import { alikeLines, NO_TERMS, tell } from "../output/notices.js";
import { Output, terminalStyle } from "../output/output.js";
import { progressBar } from "../output/progress.js";
import { splitNotices } from "../output/split-notices.js";

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

/** `thresher curve CORPUS` */
export function curveCommand(): Command {
  const command = new Command("curve")
    .description(
      "Measure how accuracy grows with the number of training documents, and predict what twice as many would bring.",
    )
    .argument("<corpus>", CORPUS)
    .action(run);
  withReportOption(command, PAGELESS_FORMS)
    .optionsGroup("Protocol:")
    .addOption(new Option("--test <folder>", "test on another folder with the same classes").conflicts("holdout"))
    .option("--holdout <share>", "withhold a share of each class for testing (default: 1/3)", fraction)
    .option(
      "--repeats <n>",
      `draw the hold-out and the order of the rest n times (default: ${CURVE_DEFAULTS.repeats})`,
      whole(1),
    )
    .addOption(
      new Option("--sizes <list>", "training sizes: numbers, shares and all, such as 100,200,1/2,all")
        .argParser(sizes)
        .conflicts("points"),
    )
    .option(
      "--points <n>",
      `how many sizes, spread evenly on a logarithmic axis (default: ${CURVE_DEFAULTS.points})`,
      whole(2),
    );
  const classifier = new Option(
    "--classifier <names>",
    `the methods to draw, separated by commas: ${CLASSIFIER_NAMES.join(", ")} (default: multinomial, or that of the preset)`,
  ).argParser(classifierNames);
  withMethodOptions(command, { classifier, calibrate: false });
  return withHelp(
    withModelOptions(withCommonOptions(withCorpusOptions(command))),
    `Examples:
  thresher curve mail
  thresher curve mail --report curve.svg --report curve.csv
  thresher curve news --classifier multinomial,bernoulli --sizes 100,200,500,1000,2000,5000,all
  thresher curve news --classifier multinomial,logistic-regression --tf log --idf smooth --alpha 0.1 --cost 0.1
  thresher curve news/train --test news/test --points 5 --repeats 10 --json`,
    ["test", "holdout", "sizes", "points", "repeats", "classifier", "preset", "report", "json", "quiet"],
  );
}

async function run(root: string, options: CurveCommandOptions): Promise<void> {
  const { test: testRoot, holdout = CURVE_DEFAULTS.holdout, repeats = CURVE_DEFAULTS.repeats, seed } = options;
  requireHoldout(holdout, repeats);
  const { classifier: names, ...choices } = options;
  const settings =
    names === undefined ? [settingsOf(choices)] : inOptionNames(() => settingsOfEach(names, modelOptions(choices)));
  const corpora = (testRoot === undefined ? [root] : [root, testRoot]).map((path) => openCorpus(path, options));
  requireReports(options, PAGELESS_FORMS, corpora);
  const [data, test] = readTelling(corpora, settings[0], options);
  tell(options, alikeLines(data));
  if (test === undefined) {
    const first = holdouts(data.y, holdout, 1, seed);
    tell(options, splitNotices(data, first, { kind: "holdout", share: holdout, repeats, seed }));
  }

  const testing = progressBar(
    "testing",
    settings.length * repeats * (options.sizes?.length ?? options.points ?? CURVE_DEFAULTS.points),
    options,
  );
  const curves = learningCurves(
    data,
    settings.map((each) => resolve(each).classifier),
    {
      sizes: options.sizes,
      points: options.points,
      holdout,
      test,
      repeats,
      seed,
      rules: resolve(settings[0]).rules,
      onRun: testing.update,
    },
  );
  testing.stop();
  if (curves.curves.every(({ points }) => points.every(({ vocabulary }) => vocabulary === 0))) tell(options, NO_TERMS);
  const protocol: CurveProtocol =
    testRoot === undefined
      ? { kind: "curve", share: holdout, repeats, seed }
      : { kind: "curve", test: testRoot, repeats, seed };
  const described = settings.map((each) => named(each));
  const output = new Output();
  await output.write(
    options.json
      ? `${safeJson(curveJson(curves, described, protocol), 2)}\n`
      : curveText(curves, described, protocol, terminalStyle()),
  );
  await output.flush();
  await writeReports(
    options,
    curveReport(curves.curves, curveJson(curves, described, protocol), {
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
      throw new InvalidArgumentError("give numbers of documents, shares and all, such as 100,1/2,all");
    }
  });
}

function classifierNames(text: string): string[] {
  const names = [...new Set(text.split(",").map((name) => name.trim()))];
  const unknown = names.find((name) => !CLASSIFIER_NAMES.includes(name));
  if (unknown === undefined) return names;
  throw new InvalidArgumentError(`${JSON.stringify(unknown)} is no method; choose from ${CLASSIFIER_NAMES.join(", ")}`);
}
