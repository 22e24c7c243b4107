import { expect } from "vitest";
import { parseDelimited } from "../../src/documents/archives/delimited.js";
import { type ReadTable, type TableOptions, tableFrom } from "../../src/tables/read-table.js";

/** The table that a text is. */
export function tableOf(text: string, options: Partial<TableOptions> = {}): ReadTable {
  return tableFrom(parseDelimited(text, "t.csv"), { target: "class", ...options });
}

/** Matches an error of this kind whose message contains a text. */
export const faultWith = (name: "DataError" | "UsageError", message: string) =>
  expect.objectContaining({ name, message: expect.stringContaining(message) });
