import { parseDelimited } from "../../src/documents/archives/delimited.js";
import { type ReadTable, type TableOptions, tableFrom } from "../../src/tables/read-table.js";

/** The table that a text is. */
export function tableOf(text: string, options: Partial<TableOptions> = {}): ReadTable {
  return tableFrom(parseDelimited(text, "t.csv"), { target: "class", ...options });
}
