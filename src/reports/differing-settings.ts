import type { EvaluationFile } from "./evaluation-file.js";
import { optionName } from "./option-name.js";

/** Something that two evaluations have different values of; undefined where one has none. */
export interface DifferingSetting {
  /** As the command has it, without dashes. */
  readonly name: string;
  readonly a: unknown;
  readonly b: unknown;
}

/** The settings in which two evaluations differ: the classifier's, then the protocol's, then how many documents were learned from. */
export function differingSettings(a: EvaluationFile, b: EvaluationFile): DifferingSetting[] {
  return [
    ...differences(a.classifier, b.classifier, { name: "classifier" }),
    ...differingProtocol(a, b),
    ...differences(a.documents, b.documents, { train: "documents to learn from" }).filter(
      ({ name }) => name !== "test",
    ),
  ];
}

/** What of the protocol differs: where the kind does, that alone. */
export function differingProtocol(a: EvaluationFile, b: EvaluationFile): DifferingSetting[] {
  const found = differences(a.protocol, b.protocol, { kind: "protocol", share: "holdout" });
  const kind = found.filter(({ name }) => name === "protocol");
  return kind.length > 0 ? kind : found;
}

/** A value of a setting on a line; not yet safe to print. */
export function settingText(value: unknown): string {
  if (value === undefined || value === null) return "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** @param names what a key is called where that is not its option */
function differences(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>>,
): DifferingSetting[] {
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const of = (values: Readonly<Record<string, unknown>>, key: string) =>
    Object.hasOwn(values, key) ? values[key] : undefined;
  return keys
    .filter((key) => JSON.stringify(of(a, key)) !== JSON.stringify(of(b, key)))
    .map((key) => ({
      name: Object.hasOwn(names, key) ? names[key] : optionName(key),
      a: of(a, key),
      b: of(b, key),
    }));
}
