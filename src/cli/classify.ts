import { readSync, statSync } from "node:fs";
import { join } from "node:path";
import { Command, Option } from "commander";
import { isBinary } from "../analyzer.js";
import { classifyRow } from "../classifiers/classification.js";
import { MAX_DOCUMENT_BYTES, type Problem } from "../documents/document.js";
import { readDocument, uncut, whyUnreadable } from "../documents/files.js";
import { type FileOptions, listFiles } from "../documents/list-files.js";
import { DataError, UsageError } from "../errors.js";
import { load } from "../model-file.js";
import {
  CLASSIFICATION_FORMATS,
  type ClassificationFormat,
  classificationJson,
  lineFormat,
} from "../reports/classifications.js";
import { safeJson, safeText } from "../reports/safe-text.js";
import { problemLines, tell } from "./notices.js";
import { type CommonOptions, collect, withCommonOptions } from "./options.js";
import { Output } from "./output.js";
import { progressBar } from "./progress.js";

type ClassifyCommandOptions = CommonOptions &
  FileOptions & { readonly model: string; readonly format: ClassificationFormat; readonly strict?: boolean };

/** `thresher classify -m MODEL PATH…` */
export function classifyCommand(): Command {
  const command = new Command("classify")
    .description("Say which class each document belongs to, and how probable that is.")
    .argument("<path...>", "files, folders (every file in them, at any depth), or - for standard input")
    .requiredOption("-m, --model <file>", "the model")
    .addOption(
      new Option("--format <form>", "one line per document in this form")
        .choices(CLASSIFICATION_FORMATS)
        .default("table"),
    )
    .optionsGroup("Folders:")
    .option("--include <pattern>", "only files below a folder that match, such as '**/*.txt' (repeatable)", collect)
    .option("--exclude <pattern>", "no files or folders that match (repeatable)", collect)
    .option("--strict", "stop at a file or folder that cannot be read")
    .action(run);
  return withCommonOptions(command).addHelpText(
    "after",
    `
Prints path, class and the probability of that class; documents that cannot be
read are named on standard error and make the exit code 1.

Examples:
  thresher classify -m mail.model letter.txt
  thresher classify -m mail.model inbox --format tsv > sorted.tsv
  cat letter.txt | thresher classify -m mail.model -`,
  );
}

async function run(paths: readonly string[], options: ClassifyCommandOptions): Promise<void> {
  const model = load(options.model);
  const failures: Problem[] = [];
  const fail = (problem: Problem) => {
    if (options.strict && problem.kind === "unreadable")
      throw new DataError(`${problem.where}: required documents that can be read (strict), found: ${problem.detail}`);
    failures.push(problem);
  };
  const files = paths.flatMap((path) => filesOf(path, options, fail));
  if (files.length === 0 && failures.length === 0) {
    tell(options, `thresher: no documents in ${safeText(paths.join(", "))}`);
  }
  const output = new Output();
  const format = lineFormat(options.format, files, model.labels);
  const progress = progressBar("classifying", files.length, options);
  const results: object[] = [];
  if (!options.json) await output.write(format.header);
  try {
    for (const [i, path] of files.entries()) {
      const bytes = contentOf(path, failures, fail);
      if (bytes === undefined) continue;
      const text = model.textOf(bytes);
      if (isBinary(text)) {
        fail({ kind: "binary", where: path });
        continue;
      }
      const classification = classifyRow(model.model, model.rowOfText(text), 0, model.calibration);
      if (options.json) results.push(classificationJson(path, classification));
      else await output.write(format.line(path, classification));
      progress.update(i + 1);
    }
  } finally {
    // What was sorted before a fault under --strict is not lost.
    progress.stop();
    if (!options.json) await output.flush();
  }
  if (options.json) await output.write(`${safeJson(results, 2)}\n`);
  await output.flush();
  for (const line of problemLines(failures.filter(({ kind }) => !options.quiet || kind !== "truncated")))
    console.error(line);
  if (failures.some(({ kind }) => kind !== "truncated")) process.exitCode = 1;
}

/** The files that a path on the command line stands for. */
function filesOf(path: string, options: FileOptions, fail: (problem: Problem) => void): string[] {
  if (path === "-") return [path];
  try {
    const status = statSync(path);
    if (status.isFile()) return [path];
    if (status.isDirectory()) {
      const within = (problem: Problem) => fail({ ...problem, where: join(path, problem.where) });
      return listFiles(path, options, within).map((file) => join(path, file));
    }
    fail({ kind: "unreadable", where: path, detail: "no regular file or folder: pipe it to - instead" });
  } catch (error) {
    if (error instanceof DataError || error instanceof UsageError) throw error;
    fail({ kind: "unreadable", where: path, detail: whyUnreadable(path, error) });
  }
  return [];
}

function contentOf(path: string, failures: Problem[], fail: (problem: Problem) => void): Uint8Array | undefined {
  try {
    const { bytes, truncated } = path === "-" ? standardInput() : readDocument(path);
    if (truncated) failures.push({ kind: "truncated", where: path });
    return bytes;
  } catch (error) {
    fail({ kind: "unreadable", where: path, detail: whyUnreadable(path, error) });
    return undefined;
  }
}

/** Up to the limit, as of a file: what comes after it is not waited for. */
function standardInput(): { bytes: Uint8Array; truncated: boolean } {
  const bytes = Buffer.allocUnsafeSlow(MAX_DOCUMENT_BYTES + 1);
  let size = 0;
  for (let read = -1; read !== 0 && size < bytes.length; size += read) {
    read = readWaiting(bytes.subarray(size));
  }
  if (size < bytes.length) return { bytes: bytes.subarray(0, size), truncated: false };
  return { bytes: uncut(bytes.subarray(0, MAX_DOCUMENT_BYTES)), truncated: true };
}

/** Reads standard input; where another process has made it non-blocking, waits for what comes. */
function readWaiting(into: Uint8Array): number {
  for (;;) {
    try {
      return readSync(0, into);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL);
    }
  }
}

/** Milliseconds. */
const POLL = 5;
