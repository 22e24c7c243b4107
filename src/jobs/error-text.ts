import { optionName } from "../base/checks.js";
import { DataError, UsageError } from "../base/errors.js";

/**
 * Returns the message of an error, with the options that it names as they are typed: `--keep-documents` for
 * `keepDocuments`, `use --no-multi-label` for `set multiLabel to false`.
 */
export function errorText(error: unknown): string {
  const message = (error as Error | undefined)?.message ?? String(error);
  if (!(error instanceof DataError || error instanceof UsageError)) return message;
  const { options } = error;
  const typed = message.replace(/\bset (\w+) to (true|false|"[^"]*")/g, (words, option: string, value: string) => {
    if (!options.includes(option)) return words;
    return `use --${value === "false" ? "no-" : ""}${optionName(option)}${value.startsWith('"') ? ` ${value}` : ""}`;
  });
  return options.reduce(
    // An earlier place may have the name as a plain word. The advice comes last, so only the last place is replaced.
    (text, option) => text.replace(new RegExp(`(^|.* )${option}(?=$|[ :;,])`, "s"), `$1--${optionName(option)}`),
    typed,
  );
}
