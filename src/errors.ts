/** The data or a file is at fault. The message is one line: where, what was required, what was found. */
export class DataError extends Error {
  override readonly name = "DataError";
}

/** The caller is at fault: an option or argument has a value that is not allowed. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
