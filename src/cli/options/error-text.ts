import { DataError, UsageError } from "../../base/errors.js";
import { optionName } from "../../base/option-names.js";

/**
 * Returns the message of an error, with the options that it names as they are typed: `--keep-documents` for
 * `keepDocuments`.
 */
export function errorText(error: unknown): string {
  const message = (error as Error | undefined)?.message ?? String(error);
  if (!(error instanceof DataError || error instanceof UsageError)) return message;
  return error.options.reduce(
    // The name may also be a word of what is wrong. What to do comes last.
    (text, option) => text.replace(new RegExp(`(^|.* )${option}(?=$|[ :;,])`, "s"), `$1--${optionName(option)}`),
    message,
  );
}
