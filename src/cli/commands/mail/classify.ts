import { UsageError } from "../../../base/errors.js";
import { mapped } from "../../../base/lists.js";
import type { Classification, LabelsClassification } from "../../../classifiers/classifier.js";
import {
  type ClassifiedPath,
  type ClassifyPathsOptions,
  classifyPaths,
  headingReader,
} from "../../../jobs/classify-paths.js";
import type { Inputs } from "../../../jobs/inputs/inputs.js";
import type { UserOptions } from "../../../jobs/learning/user-lessons.js";
import {
  CLASSIFICATION_FORMATS,
  type ClassificationFormat,
  type LineFormat,
  lineFormat,
  NO_KNOWN_WORDS,
} from "../../../reports/classification/classification-lines.js";
import { commandFrom } from "../../command.js";
import { ANSWERS } from "../../options/answer-rows.js";
import { FOLDERS, PATHS } from "../../options/file-options.js";
import { LESSONS, model } from "../../options/option-rows.js";
import { type CommonOptions, DEFAULT_JOBS, type Flags, type Texts } from "../../options/options.js";
import { whole } from "../../options/parsers.js";
import { compileLess } from "../../output/following.js";
import { terminalStyle } from "../../output/output.js";

type ClassifyCommandOptions = CommonOptions &
  ClassifyPathsOptions &
  UserOptions &
  Flags<"probabilities"> &
  Texts<"output" | "workers"> & { readonly format?: ClassificationFormat | "notmuch"; readonly jobs?: number };

/** A narrower terminal has no room for sender and subject beside path and class. */
const ROOM_FOR_HEADINGS = 72;

/** `thresher classify`: prints an answer for each document as soon as it is known. */
export const newCommand = commandFrom({
  does: "Say which class each document belongs to, and how probable that is.",
  takes: { "<path...>": PATHS },
  options: {
    Options: {
      ...model(),
      "--format <form>": [
        "the form of the lines, one per document",
        [...CLASSIFICATION_FORMATS, "notmuch"],
        { conflicts: ["output"] },
      ],
      "-o, --output <file>": "write to a new file, whose name ends with .jsonl, .jsonl.gz, .jsonl.zst or .parquet",
      ...ANSWERS,
      ...LESSONS,
    },
    Folders: FOLDERS,
    "With -o": {
      "--jobs <n>": [`processes that classify (default: ${DEFAULT_JOBS})`, whole(1), { conflicts: ["workers"] }],
      "--workers <redis>": "let thresher worker classify on other machines, by jobs on a Redis server",
    },
  },
  help: `Prints the path, the class and the probability of the class, and for mail the sender and the subject. If a document cannot be read, the exit code is 1. In csv and tsv a note follows, and then the other columns of a table; ndjson and --json have the probability of every class and these columns by name. The note "no known words" marks a guess, "unsure" a class that --errors-at-most does not allow, and "none of these" a document that --none-below takes from all classes. A model trained with --multi-label gives each document any number of labels, each with its probability, or "no label". notmuch is the input of notmuch tag --batch: a tag for each label or class.

-o is for many documents. Each line has id, label and probability, and what --probabilities and --columns add; tables in folders are read, too. Until all is done, the answers are in FILE.parts; after a stop, the same command goes on there.

Examples:
  thresher classify -m mail.model inbox --format tsv > sorted.tsv
  thresher classify -m mail.model ~/Maildir --format notmuch | notmuch tag --batch
  thresher classify -m tickets.model new.csv --id-column ticket --format csv
  thresher classify -m quality.model crawl.jsonl -o good.jsonl.gz --keep good --above .9 --columns all
  cat letter.txt | thresher classify -m mail.model -`,
  async run(paths: readonly string[], options: ClassifyCommandOptions) {
    const { output, jobs = DEFAULT_JOBS } = options;
    if (output !== undefined) {
      // Most calls classify few documents.
      const { classifyInto } = await import("../../../jobs/machines/classify-into.js");
      const { answersOutcome } = await import("../../output/answers-text.js");
      return answersOutcome(await classifyInto(paths, { ...options, output, jobs }));
    }
    const stray = (["columns", "jobs", "workers"] as const).find((name) => options[name] !== undefined);
    if (stray !== undefined) throw new UsageError(`--${stray} is for -o`);
    const isForPrograms = options.json || (options.format ?? "table") !== "table";
    compileLess();
    const hasUser = (options.models ?? options.user) !== undefined;
    const lessons = hasUser ? (await import("../../../jobs/learning/user-lessons.js")).lessonsOf(options) : undefined;
    const classified = classifyPaths(paths, { ...options, lessons, otherColumns: isForPrograms });
    const { inputs, isMultiLabel } = classified;
    const { format = "table", probabilities = false } = options;
    if (format === "notmuch") {
      if (options.json || probabilities)
        throw new UsageError("--format notmuch takes neither --json nor --probabilities");
      const { notmuchLine } = await import("../../../reports/classification/notmuch-line.js");
      return answersOf<Classification | LabelsClassification>(classified, {
        header: "",
        json: Object,
        line: notmuchLine,
      });
    }
    if (isMultiLabel) {
      // Few models give several labels: what only they need is loaded on demand.
      const { labelLines } = await import("../../../reports/classification/label-lines.js");
      const lines = labelLines(format, inputs.names, classified.labels, probabilities, inputs.otherColumns);
      return answersOf(classified, lines);
    }
    if (probabilities && !isForPrograms) {
      throw new UsageError(
        `--probabilities: ${options.model} gives each document one class: add --format csv or tsv for a column with the probability of each class`,
      );
    }
    const { settings, labels } = classified.model;
    const { columns = ROOM_FOR_HEADINGS } = terminalStyle();
    const hasHeadings = settings.as === "mail" && !isForPrograms && columns >= ROOM_FOR_HEADINGS;
    const shown = { ...terminalStyle(), hasHeadings, probabilities, others: inputs.otherColumns };
    const lines = lineFormat(format, inputs.names, labels, shown);
    return answersOf(classified, lines, hasHeadings ? await headingReader(classified.model) : undefined);
  },
});

/** Returns an answer for each document, and the line before them. */
function answersOf<Answer>(
  { inputs, documents }: { readonly inputs: Inputs; readonly documents: Iterable<ClassifiedPath<Answer>> },
  format: LineFormat<Pick<ClassifiedPath<Answer>, "path" | "bytes" | "classification" | "cells">>,
  headingOf?: Awaited<ReturnType<typeof headingReader>>,
) {
  const answers = mapped(documents, ({ path, bytes, classification, cells, isGuess, doubt }) => {
    const note = isGuess ? NO_KNOWN_WORDS : doubt;
    const result = { path, bytes, classification, cells, note, heading: headingOf?.(bytes) };
    return { json: () => format.json(result), text: () => format.line(result) };
  });
  return { inputs, answers, header: format.header, between: "" };
}
