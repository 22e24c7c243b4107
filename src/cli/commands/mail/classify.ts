import { Command } from "commander";
import { DataError, UsageError } from "../../../base/errors.js";
import { classifyRow } from "../../../classifiers/classification.js";
import type { LabelDecisions } from "../../../classifiers/wrappers/label-decisions.js";
import type { SparseMatrix } from "../../../features/sparse-matrix.js";
import { loadToFilter } from "../../../model/file/model-file.js";
import { decisionsOf } from "../../../model/multi-label.js";
import type { TextModel } from "../../../model/text-model.js";
import {
  classificationJson,
  lineFormat,
  NO_KNOWN_WORDS,
} from "../../../reports/classification/classification-lines.js";
import {
  CLASSIFICATION_FORMATS,
  type ClassificationFormat,
  withCells,
} from "../../../reports/classification/line-format.js";
import { type InputOptions, Inputs, type InputText, withInputs } from "../../input/inputs.js";
import { compileAsUsual, compileLess } from "../../input/less-compiling.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, type Flags, withCommonOptions, withOptions } from "../../options/options.js";
import { type Printable, printEach, terminalStyle } from "../../output/output.js";
import { eachBehindBar } from "../../output/phase-bars.js";

type ClassifyCommandOptions = CommonOptions &
  InputOptions &
  Flags<"probabilities"> & { readonly model: string; readonly format: ClassificationFormat };

/** A narrower terminal has no room for sender and subject beside path and class. */
const ROOM_FOR_HEADINGS = 72;

/** Makes the command `thresher classify`. */
export function newCommand(): Command {
  const command = withModel(new Command("classify"))
    .description("Say which class each document belongs to, and how probable that is.")
    .action(run);
  const form = "the form of the lines, one per document; --json is one JSON document";
  withOptions(command, "Options", {
    "--format <form>": [form, CLASSIFICATION_FORMATS, { default: "table" }],
    "--probabilities":
      "in csv and tsv, add a column for the probability of each class, such as P(spam); with a model trained with --multi-label, print that of every label, also of those that the document does not get",
    "--id-column <name>": "in a table, the column of the ids of documents, to print in place of their paths",
  });
  return withHelp(
    withCommonOptions(withInputs(command)),
    `Prints the path, the class and the probability of the class, and for mail the
sender and the subject. Documents that cannot be read are named on standard
error, and the exit code is then 1. In csv and tsv a note follows, and then the
other columns of a table; ndjson and --json have the probability of every class
and these columns by name. The text of a table is that of the columns that the
model was trained on. The note "no known words" marks a guess: the model knows
no word of the document. A model trained with --multi-label gives each document
any number of labels, each with its probability, or "no label".

Examples:
  thresher classify -m mail.model letter.txt
  thresher classify -m mail.model inbox --format tsv > sorted.tsv
  thresher classify -m tickets.model new.csv --id-column ticket --format csv
  cat letter.txt | thresher classify -m mail.model -`,
  );
}

/** Answers for the documents of one command. */
interface Answers {
  /** The line before the answers; empty if the form has none. */
  readonly header: string;
  /** Returns the answer for a document. @param x a matrix with the document as its only row */
  answer(document: InputText, x: SparseMatrix, note: string | undefined): Printable;
}

/** Classifies the documents, and prints an answer for each as soon as it is known. */
async function run(paths: readonly string[], options: ClassifyCommandOptions): Promise<void> {
  const isForPrograms = options.json || options.format !== "table";
  const inputs = new Inputs(paths, { ...options, otherColumns: isForPrograms });
  // Until the model says whether it reads mail.
  compileLess(false);
  try {
    const { model } = loadToFilter(options.model);
    const decisions = decisionsOf(model);
    if (decisions === undefined && options.probabilities && !isForPrograms) {
      throw new UsageError(
        `--probabilities: ${options.model} gives each document one class: add --format csv or tsv for a column with the probability of each class`,
      );
    }
    inputs.readAs(model);
    compileLess(model.settings.as === "mail");
    const { header, answer } =
      decisions === undefined
        ? await classAnswers(model, inputs, options)
        : await labelAnswers(decisions, inputs, options);
    const documents = eachBehindBar("classifying", inputs.files.length, options, inputs.texts(model));
    const answered = (document: InputText) => {
      const x = model.rowOfRead(document.read);
      return answer(document, x, model.knowsWords(x) ? undefined : NO_KNOWN_WORDS);
    };
    await printEach(options, documents, answered, { header, between: "" });
    inputs.tellFailures();
  } finally {
    compileAsUsual();
  }
}

/** Returns the answers of a model that gives each document one class. */
async function classAnswers(model: TextModel, inputs: Inputs, options: ClassifyCommandOptions): Promise<Answers> {
  const { json, format: form, probabilities } = options;
  const { columns } = terminalStyle();
  const isMail = model.settings.as === "mail";
  const hasHeadings = isMail && !json && form === "table" && (columns === undefined || columns >= ROOM_FOR_HEADINGS);
  // Most calls do not need the reader of headings: it is loaded on demand.
  const headingOf = hasHeadings ? (await import("../../../mail/message-facts.js")).messageHeading : undefined;
  const others = inputs.otherColumns;
  const format = lineFormat(form, inputs.names, model.labels, { hasHeadings, columns, probabilities, others });
  return {
    header: format.header,
    answer({ path, bytes, cells }, x, note) {
      const classification = classifyRow(model.model, x, 0, model.calibration);
      // The fast loader skips validation, so this may be NaN.
      if (!(classification.probability >= 0)) {
        throw new DataError(`${options.model} is damaged, its counts contradict each other: train it again`);
      }
      return {
        asJson: () => withCells(classificationJson({ path, classification, note }), { cells }),
        asText: () => format.line({ path, classification, heading: headingOf?.(bytes, model.settings), note, cells }),
      };
    },
  };
}

/** Returns the answers of a model that gives each document any number of labels. */
async function labelAnswers(
  decisions: LabelDecisions,
  inputs: Inputs,
  { format, probabilities = false }: ClassifyCommandOptions,
): Promise<Answers> {
  // Few models give several labels: what only they need is loaded on demand.
  const { labelLines, labelsJson } = await import("../../../reports/classification/label-lines.js");
  const { classifyLabelsRow } = await import("../../../classifiers/label-classification.js");
  const { header, line } = labelLines(format, inputs.names, decisions.labels, probabilities, inputs.otherColumns);
  return {
    header,
    answer({ path, cells }, x, note) {
      const answer = { path, classification: classifyLabelsRow(decisions, x, 0), note, cells };
      return { asJson: () => withCells(labelsJson(answer, probabilities), answer), asText: () => line(answer) };
    },
  };
}
