import { basename } from "node:path";
import { DataError, UsageError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { quoted } from "../../base/safe-text.js";
import { ARCHIVE_FORMATS, type ArchiveForm } from "../archives/archives.js";
import type { Columns } from "../archives/columns.js";
import { archiveEntries, columnsIn } from "../archives/read-archive.js";
import { readRegular } from "../files/open-file.js";
import { Corpus } from "./corpus.js";
import type { CorpusOptions } from "./corpus-options.js";

/**
 * Opens a table in which a column has the class of each document. Reads it up to the first document.
 *
 * @param form the format of the table. Default: separated values
 * @throws DataError if a column is missing, or no row has both a class and a text.
 */
export function openTable(
  { path: root, form = "separated" }: { readonly path: string; readonly form: ArchiveForm | undefined },
  options: CorpusOptions,
): Corpus {
  const { strict = false, multiLabel } = options;
  const labelSeparator = multiLabel === false ? undefined : options.labelSeparator;
  if (labelSeparator === "")
    throw new UsageError("labelSeparator must have at least one character", { options: ["labelSeparator"] });
  const columns = columnsIn(root, form, { ...options, labelSeparator, hasClasses: true });
  requireDocument(root, form, columns);
  const hasNames = columns.text !== "" && columns.dialect?.hasHeader !== false;
  const part = { kind: "archive", root, form, name: basename(root), columns } as const;
  const description = {
    title: titleOf(form, columns),
    unit: "document",
    labelColumn: columns.label ?? columns.oneHot?.join(", "),
    textColumns: hasNames ? [columns.text, ...(columns.moreTexts ?? [])] : undefined,
    otherColumns: columns.others,
  } as const;
  return new Corpus({ root, strict, parts: [part] }, { form: description });
}

/** Says what a table is and which columns are used. */
function titleOf(form: ArchiveForm, { label, text, moreTexts = [], oneHot, dialect }: Columns): string {
  const [title] = ARCHIVE_FORMATS[form].title;
  // Lines of fastText have no columns.
  if (text === "") return title;
  const above = dialect?.above ?? 0;
  const what =
    above === 0 ? title : `${title} below ${plural(above, "row")} that ${above === 1 ? "is" : "are"} left out`;
  if (dialect?.hasHeader === false) {
    const columns = moreTexts.length === 0 ? `column ${text}` : `columns ${[text, ...moreTexts].join(", ")}`;
    return `${what} without a header, class in column ${label} and text in ${columns}`;
  }
  const classes = oneHot ? `classes in the columns ${quoted(oneHot)}` : `class in ${JSON.stringify(label)}`;
  return `${what}, ${classes} and text in ${quoted([text, ...moreTexts])}`;
}

/** Checks that a table has a document. @throws DataError if it has not, or if a column is missing. */
function requireDocument(path: string, form: ArchiveForm, columns: Columns): void {
  let problem: string | undefined;
  for (const entry of archiveEntries(path, form, { columns })) {
    if (!("problem" in entry)) return;
    // The first problem gives the reason if there is no document.
    problem ??= entry.detail;
  }
  // The beginning of a file that `thresher plan` has written.
  const plan = '{"format":"thresher plan"';
  if (readRegular(path, plan.length).toString("latin1") === plan) {
    throw new DataError(
      `${path}: a plan, not a corpus: when its shards are counted, thresher merge makes a model of them`,
    );
  }
  throw new DataError(`${path}: no line has both a class and a text: ${problem ?? "there are no rows"}`);
}
