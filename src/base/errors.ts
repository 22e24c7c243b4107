/** An error that the caller can do something about. The message is one line: where, what is wrong, and what to do. */
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

/** The data or a file is at fault. */
export class DataError extends Fault {
  override readonly name = "DataError";
}

/** The caller is at fault: an option or argument has a value that is not allowed. */
export class UsageError extends Fault {
  override readonly name = "UsageError";
}

/** The same error, with the place of the fault before its message. */
export function errorAt(where: string, { message, options }: DataError): DataError {
  return new DataError(`${where}: ${message}`, { options });
}

/**
 * Refuses a model with one class: it is certain that everything belongs to that class.
 *
 * @param where the path or command, for the message
 * @throws DataError if there is only one class.
 */
export function requireChoice(where: string, labels: readonly string[]): void {
  if (labels.length !== 1) return;
  throw new DataError(
    `${where}: this model knows only the class ${JSON.stringify(labels[0])}: let it learn another one first`,
  );
}

/** A package that an option needs could not be loaded. */
export function notInstalled(name: string, option: string, error: unknown): DataError {
  const { code, message } = error as NodeJS.ErrnoException;
  const isMissing = code === "MODULE_NOT_FOUND" || code === "ERR_MODULE_NOT_FOUND";
  if (!isMissing) return new DataError(`${option}: the package ${name} cannot be loaded: ${message.split("\n")[0]}`);
  return new DataError(
    `${option} needs the package ${name}: install it beside thresher, npm install ${name} (with --global if thresher is)`,
  );
}

/** As `reason`. A name that is not valid UTF-8 arrives with replacement characters, so nothing is found under it. */
export function whyUnreadable(path: string, error: unknown): string {
  const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
  return missing && path.includes("\ufffd") ? "its name is not valid UTF-8: rename it" : reason(error);
}

/** The code of a system error, such as `ENOENT`; undefined for other errors. */
export function codeOf(error: unknown): string | undefined {
  const { code, errno = 0 } = error as NodeJS.ErrnoException;
  // Node has no names for some codes, such as that of a used up quota.
  if (code === undefined || !code.startsWith("Unknown system error")) return code;
  const { constants } = process.getBuiltinModule("node:os");
  return Object.entries(constants.errno).find(([, number]) => number === -errno)?.[0] ?? code;
}

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

/** Why the system refused, in a few words; the error's own message if the system was not the reason. */
export function reason(error: unknown): string {
  const code = codeOf(error);
  const known = code === undefined ? undefined : (REASONS.get(code) ?? describedBySystem(code));
  return known ?? (error as Error).message;
}

/** Whether `reason` says this of a fault of the system, such as a missing permission, and not of what was read. */
export function isSystemReason(words: string): boolean {
  return [...REASONS.values()].includes(words) || systemErrors().some(([, description]) => description === words);
}

/** The system's own words, such as `read-only file system`; undefined if it does not know the code. */
function describedBySystem(code: string): string | undefined {
  return systemErrors().find(([name]) => name === code)?.[1];
}

/** The names of errors, and the system's words for them. */
function systemErrors(): [name: string, description: string][] {
  // Loaded only when something is wrong: the filter starts for every message.
  const { getSystemErrorMap } = process.getBuiltinModule("node:util");
  return [...getSystemErrorMap().values()];
}
