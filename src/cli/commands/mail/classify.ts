import { UsageError } from "../../../base/errors.js";
import { mapped } from "../../../jobs/answer.js";
import { type ClassifiedPaths, type ClassifyPathsOptions, classifyPaths } from "../../../jobs/classify-paths.js";
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
import { commandFrom } from "../../command.js";
import { FOLDERS, PATHS } from "../../options/file-options.js";
import { type CommonOptions, type Flags, model, OUTPUT } from "../../options/options.js";
import { compileLess } from "../../output/less-compiling.js";
import { terminalStyle } from "../../output/output.js";

type ClassifyCommandOptions = CommonOptions &
  ClassifyPathsOptions &
  Flags<"probabilities"> & { readonly format: ClassificationFormat };

/** A narrower terminal has no room for sender and subject beside path and class. */
const ROOM_FOR_HEADINGS = 72;

/** `thresher classify`: prints an answer for each document as soon as it is known. */
export const newCommand = commandFrom({
  name: "classify",
  does: "Say which class each document belongs to, and how probable that is.",
  takes: { "<path...>": PATHS },
  options: {
    Options: {
      ...model(),
      "--format <form>": ["the form of the lines, one per document", CLASSIFICATION_FORMATS, { default: "table" }],
      "--probabilities": "in csv and tsv, or of several labels: the probability of each, such as P(spam)",
      "--id-column <name>": "in a table, the column of the ids to print in place of paths",
    },
    Folders: FOLDERS,
    Output: OUTPUT,
  },
  help: `Prints the path, the class and the probability of the class, and for mail the
sender and the subject. If a document cannot be read, the exit code is 1. In csv
and tsv a note follows, and then the other columns of a table; ndjson and --json
have the probability of every class and these columns by name. The note "no
known words" marks a guess. A model trained with --multi-label gives each
document any number of labels, each with its probability, or "no label".

Examples:
  thresher classify -m mail.model inbox --format tsv > sorted.tsv
  thresher classify -m tickets.model new.csv --id-column ticket --format csv
  cat letter.txt | thresher classify -m mail.model -`,
  async run(paths: readonly string[], options: ClassifyCommandOptions) {
    const isForPrograms = options.json || options.format !== "table";
    // Until the model says whether it reads mail.
    compileLess(false);
    const classified = classifyPaths(paths, {
      ...options,
      otherColumns: isForPrograms,
      onModel: ({ settings }) => compileLess(settings.as === "mail"),
    });
    const { inputs, isMultiLabel } = classified;
    if (!isMultiLabel && options.probabilities && !isForPrograms) {
      throw new UsageError(
        `--probabilities: ${options.model} gives each document one class: add --format csv or tsv for a column with the probability of each class`,
      );
    }
    const { header, answers } = isMultiLabel
      ? await labelAnswers(classified, options)
      : await classAnswers(classified, options);
    return { inputs, answers, header, between: "" };
  },
});

/** Returns the answers of a model that gives each document one class, and the line before them, if there is one. */
async function classAnswers(
  { model, inputs, documents }: ClassifiedPaths & { readonly isMultiLabel: false },
  { json, format: form, probabilities }: ClassifyCommandOptions,
) {
  const { columns } = terminalStyle();
  const isMail = model.settings.as === "mail";
  const hasHeadings = isMail && !json && form === "table" && (columns === undefined || columns >= ROOM_FOR_HEADINGS);
  // Most calls do not need the reader of headings: it is loaded on demand.
  const headingOf = hasHeadings ? (await import("../../../mail/message-facts.js")).messageHeading : undefined;
  const others = inputs.otherColumns;
  const format = lineFormat(form, inputs.names, model.labels, { hasHeadings, columns, probabilities, others });
  const answers = mapped(documents, ({ path, bytes, cells, classification, isGuess }) => {
    const note = isGuess ? NO_KNOWN_WORDS : undefined;
    return {
      json: () => withCells(classificationJson({ path, classification, note }), { cells }),
      text: () => format.line({ path, classification, heading: headingOf?.(bytes, model.settings), note, cells }),
    };
  });
  return { header: format.header, answers };
}

/** Returns the answers of a model that gives each document any number of labels. */
async function labelAnswers(
  { inputs, labels, documents }: ClassifiedPaths & { readonly isMultiLabel: true },
  { format, probabilities = false }: ClassifyCommandOptions,
) {
  // Few models give several labels: what only they need is loaded on demand.
  const { labelLines, labelsJson } = await import("../../../reports/classification/label-lines.js");
  const { header, line } = labelLines(format, inputs.names, labels, probabilities, inputs.otherColumns);
  const answers = mapped(documents, ({ isGuess, ...document }) => {
    const answer = { ...document, note: isGuess ? NO_KNOWN_WORDS : undefined };
    return { json: () => withCells(labelsJson(answer, probabilities), answer), text: () => line(answer) };
  });
  return { header, answers };
}
