import type { Records } from "../documents/delimited.js";
import { DataError, UsageError } from "../errors.js";
import { isNumber } from "./column-kind.js";
import { columnNames, rowCount } from "./read-table.js";
import type { Attribute, RowValues } from "./table.js";

/** Rows to classify, and what somebody should know of them. */
export interface RowsToClassify {
  readonly rows: readonly RowToClassify[];
  /** A sentence each, with names as they were given. */
  readonly notices: readonly string[];
}

/** A row whose class is not known. */
export interface RowToClassify {
  /** Where it comes from: `line 3`, `query 1`. */
  readonly name: string;
  /** By attribute, as it was given; undefined is missing. */
  readonly cells: readonly (string | undefined)[];
  readonly values: RowValues;
}

/**
 * The rows of a file, by the names of its columns. Attributes that it has no column of are missing.
 *
 * @param target the column of the class, which is not looked at
 * @throws DataError if there are no rows, no column is an attribute, or a number is expected where there is none.
 */
export function rowsFrom(
  records: Records,
  attributes: readonly Attribute[],
  target: string,
  missing: readonly string[],
): RowsToClassify {
  const names = columnNames(records);
  const absent = attributes.filter(({ name }) => !names.includes(name)).map(({ name }) => name);
  if (records.rows.length === 0)
    throw new DataError(`${records.name}: required rows, found the names of columns alone`);
  if (absent.length === attributes.length) {
    throw new DataError(
      `${records.name}: required some of the columns ${attributes.map(({ name }) => JSON.stringify(name)).join(", ")}, found ${names.map((name) => JSON.stringify(name)).join(", ")}`,
    );
  }
  const others = names.filter((name) => name !== target && !attributes.some((attribute) => attribute.name === name));
  const notices = [
    ...(absent.length === 0
      ? []
      : [`${records.name} has no column ${absent.join(", ")}: missing in every row, and so out of the product`]),
    ...(others.length === 0 ? [] : [`${records.name}: training knows no column ${others.join(", ")}: not looked at`]),
  ];
  const columns = attributes.map(({ name }) => names.indexOf(name));
  const encode = encoder(attributes, `${records.name}: `);
  const rows = records.rows.map((record, row) => {
    const cells = columns.map((column) => {
      const cell = record[column];
      return cell === undefined || missing.includes(cell) ? undefined : cell;
    });
    return encode.row(`line ${records.lines[row]}`, cells);
  });
  return { rows, notices: [...notices, ...encode.notices()] };
}

/**
 * Rows as the command line has them, `outlook=sunny,humidity=high`. Attributes that are not named are missing.
 *
 * @throws UsageError if a part is no `name=value`, or names no attribute, or one twice; DataError if a number is expected where there is none.
 */
export function rowsOfQueries(
  queries: readonly string[],
  attributes: readonly Attribute[],
  missing: readonly string[],
): RowsToClassify {
  const encode = encoder(attributes, "");
  const rows = queries.map((query, q) => {
    const given = new Map<string, string>();
    for (const part of query.split(",")) {
      const equals = part.indexOf("=");
      const name = part.slice(0, equals).trim();
      if (equals === -1 || !attributes.some((attribute) => attribute.name === name) || given.has(name)) {
        const found = equals === -1 || given.has(name) ? part : name;
        throw new UsageError(
          `query: required NAME=VALUE once for some of ${attributes.map((one) => JSON.stringify(one.name)).join(", ")}, with commas between, got ${JSON.stringify(found)}`,
        );
      }
      given.set(name, part.slice(equals + 1).trim());
    }
    const cells = attributes.map(({ name }) => {
      const cell = given.get(name);
      return cell === undefined || missing.includes(cell) ? undefined : cell;
    });
    return encode.row(`query ${q + 1}`, cells);
  });
  return { rows, notices: encode.notices() };
}

/** As many values that training has not as a line has room for. */
const NAMED = 3;

/** Makes numbers of cells, and remembers the categories that training has not. */
function encoder(attributes: readonly Attribute[], where: string) {
  const codes = attributes.map((attribute) =>
    attribute.kind === "categorical" ? new Map(attribute.categories.map((category, code) => [category, code])) : null,
  );
  const unknown: { readonly name: string; readonly cell: string }[][] = attributes.map(() => []);
  return {
    /** @throws DataError if a number is expected where there is none. */
    row(name: string, cells: RowToClassify["cells"]): RowToClassify {
      const values = Float64Array.from(attributes, (attribute, a) => {
        const cell = cells[a];
        if (cell === undefined) return Number.NaN;
        const code = codes[a]?.get(cell);
        if (code !== undefined) return code;
        if (attribute.kind === "categorical") {
          unknown[a].push({ name, cell });
          return -1;
        }
        if (isNumber(cell)) return Number(cell);
        throw new DataError(
          `${where}${name}: column ${JSON.stringify(attribute.name)}: required a finite number or a missing value, found ${JSON.stringify(cell)}`,
        );
      });
      return { name, cells, values };
    },
    /** One for each attribute, however many rows there are. */
    notices(): string[] {
      return attributes.flatMap(({ name }, a) => {
        if (unknown[a].length === 0) return [];
        const [first] = unknown[a];
        if (unknown[a].length === 1) {
          return [
            `${where}${first.name}: ${name} is ${JSON.stringify(first.cell)}, which no training row has: it leaves the product`,
          ];
        }
        const named = unknown[a].slice(0, NAMED).map((one) => `${JSON.stringify(one.cell)} (${one.name})`);
        const more = unknown[a].length > NAMED ? ` and ${unknown[a].length - NAMED} more` : "";
        return [
          `${where}${name} leaves the product of ${rowCount(unknown[a].length)}, which have what no training row has: ${named.join(", ")}${more}`,
        ];
      });
    },
  };
}
