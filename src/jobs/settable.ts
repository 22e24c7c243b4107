import { METHOD_LISTS, METHOD_OPTIONS } from "../classifiers/table.js";

export { GONE_METHODS } from "../classifiers/method.js";
export { SETTING_NAMES } from "../model/settings.js";

/** A setting of a model, and its value. */
export type Setting = readonly [name: string, value: unknown];

/** The options of methods that have an option of their own on the command line. */
export const WITH_OPTION: readonly string[] = [
  "alpha",
  "prior",
  "mEstimate",
  "dirichlet",
  "cost",
  "k",
  ...METHOD_LISTS,
];

/** Settings that are ranges, such as 4-4. */
export const RANGES: readonly string[] = ["tokenLength", "textNgrams", "rawNgrams"];

/** The settings that `--set` takes. A method needs no line here: the table of methods has its options. */
export const SETTABLE: readonly string[] = [
  ...METHOD_OPTIONS.filter((option) => !WITH_OPTION.includes(option)),
  ...RANGES,
  "ngramBytes",
  "classWeight",
  "minDocuments",
  "maxDocumentShare",
  "idfPower",
];
