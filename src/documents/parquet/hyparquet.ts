import type * as Main from "hyparquet";
import type * as Assemble from "hyparquet/src/assemble.js";
import type * as Column from "hyparquet/src/column.js";
import type * as Convert from "hyparquet/src/convert.js";
import type * as Schema from "hyparquet/src/schema.js";
import type * as Thrift from "hyparquet/src/thrift.js";
import { lazily } from "../../base/lazily.js";
import { optionalPackage } from "../../base/optional-package.js";

const PARTS = ["", "/src/assemble.js", "/src/column.js", "/src/convert.js", "/src/schema.js", "/src/thrift.js"];
type Parts = typeof Main & typeof Assemble & typeof Column & typeof Convert & typeof Schema & typeof Thrift;

/**
 * Loads the package for Parquet, with its parts that read a page: its main functions read whole groups, and only
 * asynchronously.
 *
 * @throws DataError that says how to install it if it is missing
 */
export const hyparquet = lazily(
  () => PARTS.reduce((all, part) => Object.assign(all, optionalPackage(`hyparquet${part}`, "Parquet")), {}) as Parts,
);
