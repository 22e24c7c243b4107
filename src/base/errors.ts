/** An error that the caller can fix. The message is one line: where it happened, what is wrong, and what to do. */
class Fault extends Error {
  /** The options that the message names, such as `keepDocuments`. The command writes them as `--keep-documents`. */
  readonly options: readonly string[];

  constructor(
    message: string,
    { options = [], ...others }: ErrorOptions & { readonly options?: readonly string[] } = {},
  ) {
    super(message, others);
    this.options = options;
  }
}

/** An error in the data or in a file. */
export class DataError extends Fault {
  override readonly name = "DataError";
}

/** An error of the caller: the value of an option or argument is not allowed. */
export class UsageError extends Fault {
  override readonly name = "UsageError";
}

/** Returns the error with its place before the reason. The options that its message names stay known. */
export function errorAt(where: string, error: unknown): DataError {
  return new DataError(`${where}: ${reason(error)}`, { options: error instanceof Fault ? error.options : [] });
}

/** Calls a function. Its DataErrors get the place before their message. All other errors stay as they are. */
export function atPlace<T>(where: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof DataError ? errorAt(where, error) : error;
  }
}

/** Calls a function. An error that is no DataError becomes the cause of one, which has its reason. */
export function orDataError<T>(run: () => T, lineOf: (why: string) => string): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof DataError ? error : new DataError(lineOf(reason(error)), { cause: error });
  }
}

/** Calls a function, and returns `otherwise` if it throws. For questions to which a failure is an answer too. */
export function orElse<T, U>(run: () => T, otherwise: U): T | U {
  try {
    return run();
  } catch {
    return otherwise;
  }
}

/** Returns the error for a package that an option needs and that cannot be loaded. */
export function notInstalled(name: string, option: string, error: unknown): DataError {
  const { code, message } = error as NodeJS.ErrnoException;
  const isMissing = code === "MODULE_NOT_FOUND" || code === "ERR_MODULE_NOT_FOUND";
  if (!isMissing) return new DataError(`${option}: the package ${name} cannot be loaded: ${message.split("\n")[0]}`);
  return new DataError(
    `${option} needs the package ${name}: install it beside thresher, npm install ${name} (with --global if thresher is)`,
  );
}

/** Explains an error like `reason`. A name that is not valid UTF-8 arrives with U+FFFD, so no file has it. */
export function whyUnreadable(path: string, error: unknown): string {
  const missing = codeOf(error) === "ENOENT";
  return missing && path.includes("\ufffd") ? "its name is not valid UTF-8: rename it" : reason(error);
}

/**
 * Returns the code of a system error, such as `ENOENT`, or undefined for other errors. Errors of
 * some programs and of browsers have a number for a code.
 */
export function codeOf(error: unknown): string | undefined {
  const { code, errno = 0 } = error as { readonly code?: unknown; readonly errno?: number };
  if (typeof code !== "string") return undefined;
  // Node.js has no name for some codes, such as EDQUOT.
  if (!code.startsWith("Unknown ")) return code;
  const { constants } = process.getBuiltinModule("node:os");
  return Object.entries(constants.errno).find(([, number]) => number === -errno)?.[0] ?? code;
}

/** Explanations for a user of common system errors, by their codes. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["ENOENT", "no such file or folder"],
  ["ENOTDIR", "a part of the path is not a folder"],
  ["EISDIR", "it is a folder"],
  ["ELOOP", "too many symbolic links"],
  ["ENOSPC", "no space left on the device"],
  ["EFBIG", "the file would be larger than is allowed"],
  ["ECONNREFUSED", "no server is listening there"],
  ["ECONNRESET", "the other side closed the connection"],
  ["EPIPE", "the other side closed the connection"],
  ["EMFILE", "too many files are open"],
  ["ENFILE", "too many files are open"],
  ["EDQUOT", "the quota is used up"],
  ["ENAMETOOLONG", "its name or path is too long"],
  ["EXDEV", "it lies on another file system"],
  ["ESTALE", "the file server no longer has it"],
  ["EIO", "the device has a fault"],
  ["EEXIST", "something of that name exists already"],
]);

/** Explains an error in a few words. An error that is not from the system keeps its own message. */
export function reason(error: unknown): string {
  const code = codeOf(error);
  const known = code === undefined ? undefined : (REASONS.get(code) ?? describedBySystem(code));
  return known ?? (error as Error).message;
}

/** Whether a text from `reason` describes a system error, such as a missing permission, and not the file's content. */
export function isSystemReason(words: string): boolean {
  return [...REASONS.values()].includes(words) || systemErrors().some(([, description]) => description === words);
}

/** Returns the system's own description, such as `read-only file system`, or undefined for an unknown code. */
function describedBySystem(code: string): string | undefined {
  return systemErrors().find(([name]) => name === code)?.[1];
}

/** Returns the names of the system errors, with their descriptions. */
function systemErrors(): [name: string, description: string][] {
  // Loaded only after an error: the filter starts once per message, and must start fast.
  const { getSystemErrorMap } = process.getBuiltinModule("node:util");
  return [...getSystemErrorMap().values()];
}
