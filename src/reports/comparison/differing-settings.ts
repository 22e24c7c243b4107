import { optionName, settingValue } from "../../base/checks.js";
import { METHOD_LISTS } from "../../classifiers/table.js";
import { PRESETS, presetOf } from "../../model/presets.js";
import type { EvaluationFile } from "../evaluation/evaluation-file.js";

/** Lists differing settings of the classifier and of the protocol, and differing numbers of training documents. */
export function differingSettings(a: EvaluationFile, b: EvaluationFile): DifferingSetting[] {
  return [
    ...differences(a.classifier, b.classifier, { name: "classifier" }),
    ...differingProtocol(a, b),
    ...differences(a.documents, b.documents, { train: "training documents" }).filter(({ name }) => name !== "test"),
  ];
}

/** Lists the differences between the protocols. If their kinds differ, nothing else is compared. */
export function differingProtocol(a: EvaluationFile, b: EvaluationFile): DifferingSetting[] {
  const found = differences(a.protocol, b.protocol, { kind: "protocol", share: "holdout" });
  const kind = found.filter(({ name }) => name === "protocol");
  return kind.length > 0 ? kind : found;
}

/** Writes the value of a setting as on the command line. */
export function settingText(name: string, value: unknown): string {
  return value === undefined || value === null ? "none" : settingValue(name, value);
}

/** Lists the values that differ. @param names the names of keys whose option has another name */
function differences(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>>,
): DifferingSetting[] {
  const [ofA, ofB, named] = [a, b, names].map((values) => new Map(Object.entries(values)));
  return [...new Set([...ofA.keys(), ...ofB.keys()])]
    .map((key) => ({ name: String(named.get(key) ?? optionName(key)), a: ofA.get(key), b: ofB.get(key) }))
    .filter(({ a, b }) => JSON.stringify(a) !== JSON.stringify(b));
}

/** An option of the command, without dashes, with two different values; undefined in an evaluation without it. */
type DifferingSetting = { readonly name: string } & Readonly<Record<"a" | "b", unknown>>;

/** Returns the settings with the names of the presets in place of all settings that these fix. */
export function withPresets(
  settings: readonly DifferingSetting[],
  a: EvaluationFile,
  b: EvaluationFile,
): DifferingSetting[] {
  const [ofA, ofB] = [a, b].map(({ classifier: { name, ...others } }) => presetOf({ ...others, classifier: name }));
  if (ofA === ofB) return [...settings];
  // `fields` follows from the form of the documents, which presets of mail fix.
  const fixed = ["fields", ...Object.keys({ ...(ofA && PRESETS[ofA]), ...(ofB && PRESETS[ofB]) })].map(optionName);
  // The names of two presets stand for all settings that they fix. If only one side has a preset, the
  // settings that differ are shown too, except for lists of methods.
  const isOwn = ({ name, a, b }: DifferingSetting) => {
    // Only a model that segments text has a version of ICU. If just one side does, `segment` says so.
    if (name === "icu") return a !== undefined && b !== undefined;
    return !(ofA !== undefined && ofB !== undefined ? fixed : METHOD_LISTS).includes(name);
  };
  return [{ name: "preset", a: ofA, b: ofB }, ...settings.filter(isOwn)];
}
