import type { MemberChoices } from "../classifiers/table.js";
import { NO_WEIGHTING } from "../features/weighting.js";
import { classifierText } from "./classifier-text.js";
import { optionName } from "./option-name.js";
import { settingValue } from "./setting-value.js";

/** The settings that are something, each as the command has it: `["min-count", "3"]`. */
export function settingRows(settings: object): [name: string, value: string][] {
  return Object.entries(settings)
    .filter(([name, value]) => isSomething(name, value) && matters(name, settings))
    .flatMap(([name, value]) =>
      name === "members" && Array.isArray(value)
        ? value.map((member, m): [string, string] => [`member ${m + 1}`, memberText(member)])
        : [[optionName(name), settingValue(name, value)]],
    );
}

/** A member of a combination: how much it has to say, its method, and which terms it sees. */
function memberText({ classifier, weight, kinds, ...choices }: MemberChoices): string {
  const terms = kinds === undefined ? "" : `; on ${kinds.join(", ")}`;
  return `${weight} × ${classifierText({ name: classifier, ...choices })}${terms}`;
}

/** Whether a setting changes anything beside the others: the members of a combination have weightings of their own. */
function matters(name: string, settings: object): boolean {
  if (Object.hasOwn(NO_WEIGHTING, name) && "members" in settings && settings.members !== undefined) return false;
  if (name === "idfPower") return !("idf" in settings && settings.idf === "none");
  if (name === "selectBy") return !("maxTerms" in settings && settings.maxTerms === null);
  return true;
}

/** Whether a setting does anything: "none" of most does not, and half of the tokens are taken or there is nothing to say. */
function isSomething(name: string, value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (value === "none") return name === "tokens";
  if (value === false) return name !== "takeHalf";
  return !(Array.isArray(value) && value.length === 0);
}
