import { optionName } from "../../base/checks.js";
import {
  ALL_METHODS,
  CHOICES,
  type FamilyOption,
  isWords,
  type MethodFamily,
  methodFamilies,
} from "../../jobs/choices.js";
import { RANGES, SETTABLE, type Setting, WITH_OPTION } from "../../jobs/settings.js";
import { corpusRows } from "./corpus-options.js";
import type { OptionRows } from "./option-rows.js";
import { JOBS, SEED } from "./options.js";
import { listOf, number, numbersIn, oneOf, parser, range, settingsParser, whole } from "./parsers.js";

/** The settings that --set names. `main.ts` also makes each an option of its own. */
export interface SetOption {
  readonly set?: readonly Setting[];
}

/** `--set`, for the settings that few users need. */
export const SET: OptionRows = {
  "--set <name=value>": [
    `another setting, such as idf-power=2 (repeatable): ${SETTABLE.map(optionName).join(", ")}; thresher methods says which method has which`,
    settingsParser(
      SETTABLE,
      "idf-power=2",
      (name, value) => (RANGES.includes(name) ? range(value) : valueIn(value)),
      (given, value) =>
        WITH_OPTION.some((known) => optionName(known) === given) ? `write --${given} ${value}` : undefined,
    ),
  ],
};

/** Reads a number, several numbers, true, false or a word. */
export function valueIn(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  const values = numbersIn(text);
  return values === undefined ? text : values.length === 1 ? values[0] : values;
}

/** Parses a class prior: a word, or numbers separated by commas. The library checks the numbers. */
export const prior = parser(
  (text) => CHOICES.prior.find((name) => name === text) ?? numbersIn(text),
  `give ${CHOICES.prior.join(", ")}, or a number for each class, such as 0.3,0.7`,
);

/** The option that chooses the calibration. */
export const CALIBRATE: OptionRows = {
  "--calibrate [method]": [
    "calibrate probabilities with folds inside the training documents; auto chooses the best method (default: auto with --preset best and mail-best, temperature with --preset mail and more than two classes, otherwise none)",
    CHOICES.calibrate,
    { preset: "isotonic" },
  ],
};

/** The option that chooses the method, for commands that try a single one. */
export const ONE_METHOD: OptionRows = {
  "--classifier <name>": ["the method: see thresher methods (default: multinomial)", CHOICES.classifier],
};

/** Returns the model options that most people use. @param rows those that choose the method and the calibration */
export function methodRows(rows: OptionRows = { ...ONE_METHOD, ...CALIBRATE }): OptionRows {
  return {
    "--preset <name>": ["settings that go together: see thresher methods (default: lecture)", CHOICES.preset],
    ...rows,
  };
}

/** `--classifier` of the commands that measure several methods. */
export const SEVERAL_METHODS: OptionRows = {
  "--classifier <names>": ["methods to measure, separated by commas", listOf(oneOf(CHOICES.classifier))],
};

/** How the command reads the values of an option that its method checks itself; undefined if it cannot be given. */
const OWN_VALUES = { prior, dirichlet: number, numbers: undefined, methods: undefined, boolean: undefined } as const;

/** Returns the rows of the options that methods declare, apart from those of `--set`. */
function rowsOf({ methods, options }: MethodFamily): OptionRows {
  const own = options.filter(({ name }) => !SETTABLE.includes(name));
  return Object.fromEntries(own.flatMap((option) => Object.entries(rowOf(option, methods))));
}

function rowOf({ name, does, takes, defaults }: FamilyOption, family: readonly string[]): OptionRows {
  const flag = `--${optionName(name)}`;
  const isOfAll = family.every((method) => defaults.has(method)) && defaults.size === family.length;
  const text = `${isOfAll ? "" : `${[...defaults.keys()].join(", ")}: `}${does}${defaultText(defaults)}`;
  if (isWords(takes)) return { [`${flag} <name>`]: [text, takes] };
  if (typeof takes === "object") return { [`${flag} <n>`]: [text, takes.isWhole ? whole(takes.from ?? 0) : number] };
  const read = OWN_VALUES[takes];
  return read === undefined ? {} : { [`${flag} <value>`]: [text, read] };
}

/** Writes the defaults of an option: `(default: 1; nearest-neighbours 0.1)`. The first method that has it comes first. */
function defaultText(defaults: FamilyOption["defaults"]): string {
  const [first, ...others] = [...defaults].filter(
    ([, usual]) => typeof usual === "number" || typeof usual === "string",
  );
  if (first === undefined) return "";
  const odd = others.filter(([, usual]) => usual !== first[1]).map(([method, usual]) => `${method} ${usual}`);
  return ` (default: ${[first[1], odd.join(", ")].filter((part) => part !== "").join("; ")})`;
}

/** Returns the other options that define a model, by the headings of the help. */
export function modelGroups(): Record<string, OptionRows> {
  const families = methodFamilies(ALL_METHODS).map((family): [string, OptionRows] => [
    `${family.name} (${family.methods.join(", ")})`,
    rowsOf(family),
  ]);
  return {
    ...Object.fromEntries(families),
    "Other settings": SET,
    "Weighting of terms": {
      "--tf <form>": ["term frequency: the form of a count (default: count; neighbours: log)", CHOICES.tf],
      "--idf <form>": ["inverse document frequency to multiply by (default: none; neighbours: smooth)", CHOICES.idf],
      "--norm <form>": ["norm to divide a document by (default: none; locally-weighted: l2)", CHOICES.norm],
    },
    Text: {
      ...TEXT,
      "--ngrams <from-to>": ["neighbouring words that make a term: 1-2 is words and pairs (default: 1-1)", range],
    },
    "Terms, chosen on the training documents": {
      "--min-count <n>": ["leave out terms with fewer occurrences (default: 1)", number],
      "--drop-top <n>": ["leave out the n most frequent terms (default: 0)", whole(0)],
      "--max-terms <n>": ["keep only the n best of the rest (default: all)", whole(1)],
    },
  };
}

/**
 * Returns the options of a command that learns from a corpus, by the headings of the help.
 *
 * @param method the options that choose the method and the calibration
 * @param corpus more options that choose documents
 */
export function learningGroups(
  method: OptionRows = { ...ONE_METHOD, ...CALIBRATE },
  corpus: OptionRows = {},
  running: OptionRows = { ...SEED, ...JOBS },
): Record<string, OptionRows> {
  return { Method: methodRows(method), Corpus: corpusRows(corpus), Running: running, ...modelGroups() };
}

/** The options that define which words are found in a document. */
export const TEXT: OptionRows = {
  "--as <form>": ["how documents are read; mail is --preset mail, unless one is given (default: auto)", CHOICES.as],
  "--fields <names>": ["header fields whose words are separate terms", listOf((name) => name.toLowerCase())],
  "--strip <parts>": [`parts of messages to leave out: ${CHOICES.strip.join(",")}`, listOf(oneOf(CHOICES.strip))],
  "--encoding <name>": "auto (UTF-8, else windows-1252), latin1, utf-8, koi8-r … (default: auto)",
  "--tokens <kind>": ["words, or inner, which keeps addresses and hosts whole (default: words)", CHOICES.tokens],
  "--stop-words <language>": "leave out stop words of a language, such as en",
  "--stem <name>": "reduce words to stems: porter, lancaster (English), de, fr, es …",
  "--char-ngrams <from-to>": ["add sequences of characters within words as terms, such as 3-5", range],
  "--segment": "split Chinese, Japanese, Thai, Lao, Khmer and Burmese into words, not into pairs of characters",
};
