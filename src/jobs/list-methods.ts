import { optionName } from "../base/checks.js";
import {
  CLASSIFIER_NAMES,
  METHOD_LISTS,
  type MethodOptions,
  methodDefaults,
  methodOptions,
  methodTitle,
  methodWeighting,
} from "../classifiers/table.js";
import { NO_WEIGHTING } from "../features/weighting.js";
import { PRESET_NAMES } from "../model/options.js";
import { PRESETS } from "../model/presets.js";
import { settingRows } from "../reports/evaluation/settings-text.js";
import { wrapped } from "../reports/terminal/terminal.js";
import type { Answer } from "./answer.js";
import { SETTABLE } from "./settings.js";

/** Lists the methods with their options, and the presets with the settings that they fix. */
export function listMethods(): Answer {
  return { json: methodsJson, text: methodsText };
}

/** Returns the methods with the defaults of their options: null for none. */
function methodsJson(): object {
  const methods = CLASSIFIER_NAMES.map((name) => {
    const options = Object.fromEntries(
      methodOptions(name).map((option) => [option, methodDefaults(name)[option] ?? null]),
    );
    return { name, title: methodTitle(name), options, weighting: methodWeighting(name) };
  });
  return { methods, presets: PRESETS };
}

/** Returns the two lists for a terminal. */
function methodsText(): string {
  const methods = CLASSIFIER_NAMES.map((name) => {
    return entry(name, methodTitle(name) + listsText(methodDefaults(name)), optionsOf(name));
  });
  const presets = PRESET_NAMES.map((name) => {
    const { classifier = "", members, candidates, variants, ...settings } = PRESETS[name];
    const fixed = settingRows(settings).filter(([, value]) => value !== "false");
    return entry(name, `--classifier ${classifier}${listsText(PRESETS[name])}`, fixed.map(optionText));
  });
  return `Methods, for --classifier, each with its options; a value is the default:

${methods.join("\n")}

All but categorical, combined, learned and chosen-bayes also take
--tf, --idf, --norm and --set idf-power.

Presets, for --preset, each with what it fixes:

${presets.join("\n")}
`;
}

/** Returns text such as ` of bernoulli, linear-svm`: the methods that one combines. Variants of a method count once. */
function listsText({ members, candidates = [], variants = [] }: MethodOptions): string {
  const methods = (members ?? [...candidates, ...variants]).map(({ classifier }) => classifier);
  const names = members === undefined ? [...new Set(methods)] : methods;
  return names.length === 0 ? "" : ` of ${names.join(", ")}`;
}

/** Returns the options of a method with their defaults, and the weighting that it has by default. */
function optionsOf(name: string): string[] {
  const defaults: MethodOptions = methodDefaults(name);
  // The command cannot set lists of methods.
  const single = methodOptions(name).filter((option) => !METHOD_LISTS.includes(option));
  const weighting = Object.entries(methodWeighting(name)).filter(
    ([choice, value]) => value !== NO_WEIGHTING[choice as keyof typeof NO_WEIGHTING],
  );
  const choices = [...single.map((option) => [option, defaults[option]] as const), ...weighting];
  return choices.map(([option, value]) => optionText([optionName(option), String(value ?? "")]));
}

/** Writes an option as it is typed. @param value may be empty */
function optionText([option, value]: readonly [option: string, value: string]): string {
  const isSet = SETTABLE.some((name) => optionName(name) === option);
  if (isSet) return `--set ${option}${value === "" ? "" : `=${value}`}`;
  return value === "" || value === "true" ? `--${option}` : `--${option} ${value}`;
}

/** The width of the lists, in columns, and the space before titles and options. */
const COLUMNS = 80;
const INDENT = " ".repeat(26);

/** Returns a name, its title, and its options wrapped below. */
function entry(name: string, title: string, options: readonly string[]): string {
  const lines = [title.split(" "), options].flatMap((words) => wrapped(words, COLUMNS - INDENT.length));
  return lines
    .filter((line) => line !== "")
    .map((line, i) => (i === 0 ? `  ${name}`.padEnd(INDENT.length) : INDENT) + line)
    .join("\n");
}
