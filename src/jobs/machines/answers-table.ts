import { mapped } from "../../base/lists.js";
import { writeAtomically } from "../../documents/files/write-file.js";
import { type WrittenColumn, type WrittenRow, writeParquet } from "../../documents/parquet/write-parquet.js";
import { classColumns } from "../../reports/classification/classification-lines.js";

/** A line of answers: the values of its columns by name, with a column for the probability of each class. */
type Row = Readonly<Record<string, unknown>>;

/**
 * Writes answers as a Parquet table. A column is a number if all its values are. Other values than texts are written as
 * JSON.
 *
 * @param lines returns the JSON lines, many at a time; called twice
 */
export function writeAnswersTable(output: string, lines: () => Iterable<Uint8Array>): void {
  const types = new Map<string, WrittenColumn["type"]>();
  for (const row of rowsIn(lines())) {
    for (const [name, value] of Object.entries(row)) {
      const isNumber = typeof value === "number" || value === null;
      types.set(name, isNumber ? (types.get(name) ?? "number") : "string");
    }
  }
  const columns = Array.from(types, ([name, type]) => ({ name, type }));
  const rows = mapped(rowsIn(lines()), (row) => columns.map(({ name, type }) => cellOf(row[name] ?? undefined, type)));
  writeAtomically(output, (path) => writeParquet(path, columns, rows));
}

function* rowsIn(lines: Iterable<Uint8Array>): Generator<Row> {
  for (const bytes of lines) {
    for (const line of Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString().trimEnd().split("\n")) {
      const { probabilities = {}, ...row } = JSON.parse(line);
      const names = classColumns(Object.keys(probabilities));
      const values = Object.values(probabilities);
      yield { ...row, ...Object.fromEntries(names.map((name, c) => [name, values[c]])) };
    }
  }
}

function cellOf(value: unknown, type: WrittenColumn["type"]): WrittenRow[number] {
  if (value === undefined || typeof value === "string") return value;
  return type === "number" ? (value as number) : JSON.stringify(value);
}
