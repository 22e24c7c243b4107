import { shown } from "../../base/checks.js";
import { quoted } from "../../base/safe-text.js";
import type { EntryDocument } from "../../documents/archives/archive.js";
import type { ArchiveForm } from "../../documents/archives/archives.js";
import type { Columns, NamedColumns } from "../../documents/archives/columns.js";
import { columnsIn } from "../../documents/archives/read-archive.js";
import { fileAt } from "./standard-input.js";

/** How tables are read. */
export type RowOptions = Pick<NamedColumns, "textColumn" | "trained" | "idColumn" | "otherColumns" | "columns">;

/**
 * Finds the columns of an archive.
 *
 * @param hasClasses whether to look for a column of classes too
 * @throws DataError if a column is missing
 */
export function tableColumns(path: string, form: ArchiveForm, options: RowOptions, hasClasses = false): Columns {
  return columnsIn(fileAt(path, form), form, { ...options, hasClasses });
}

/** Returns a line about a table that lacks a column that the model was trained on; otherwise nothing. */
export function textLines(path: string, { text, moreTexts = [] }: Columns, options: RowOptions): string[] {
  const { trained = [], textColumn } = options;
  const missing = trained.filter((name) => text !== name && !moreTexts.includes(name));
  // An empty name stands for the whole document: the archive has no columns.
  if (missing.length === 0 || textColumn !== undefined || text === "") return [];
  const instead = `reading ${shown(text)} (--text-column chooses another)`;
  return [`${path}: the model was trained on the text in ${quoted(missing)}, which is not there: ${instead}`];
}

/**
 * Returns the name of a row and the cells of its other columns, if it carries them.
 *
 * @param known the ids of the rows before, to which that of the row is added. Default: ids may repeat
 * @returns no path if the row has no id of its own
 */
export function factsOf({ id, row }: EntryDocument, { others = [] }: Columns, known: Set<string> | undefined) {
  const path = id === "" || id === undefined || known?.has(id) ? undefined : id;
  if (path !== undefined) known?.add(path);
  const cells = row?.others && new Map(row.others.map((cell, c) => [others[c], cell]));
  return { path, cells, members: row?.members };
}
