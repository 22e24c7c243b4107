import { optionName } from "../base/checks.js";
import { formatOptions } from "../documents/archives/archives.js";
import { readerOptions } from "../documents/corpora/readers.js";

/** The options that choose documents without their classes. */
export const FILE_OPTIONS = ["include", "exclude", "strict", "textColumn", "inputFormat"] as const;

/** The options that name what is read of a corpus. */
export const CORPUS_OPTIONS: readonly string[] = [
  ...new Set([
    ...FILE_OPTIONS,
    ...Object.keys({ ...formatOptions(), ...readerOptions() }),
    "labelSeparator",
    "renameClass",
  ]),
];

/** Returns those of the options that are set, as words of a command line. */
export function wordsOf<Name extends string>(
  given: { readonly [name in Name]?: unknown },
  names: readonly Name[],
): string[] {
  return names.flatMap((name) => {
    const [option, value] = [`--${optionName(name)}`, given[name]];
    if (value === true) return [option];
    return [value ?? []].flat().flatMap((item) => [option, String(item)]);
  });
}
