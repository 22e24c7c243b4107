import { orElse } from "../base/errors.js";

/** A string or a bracket. A string that is cut goes on to the end, so the search takes linear time. */
const TOKENS = /"(?:[^"\\]|\\.?)*(?:"|$)|[[\]{}]/gs;

/** In characters: how much of a value is looked at. */
const VALUE_BEGINNING = 40;

/**
 * Returns the members of the object that a JSON text begins with, each with the beginning of its value. The text may be
 * cut.
 */
export function firstMembers(text: string): Map<string, string> {
  const members = new Map<string, string>();
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (!token.startsWith('"')) depth += token === "{" || token === "[" ? 1 : -1;
    if (depth === 0) break;
    const end = index + token.length;
    const [found, value] = /^\s*:\s*(.*)/s.exec(text.slice(end, end + VALUE_BEGINNING)) ?? [];
    if (depth === 1 && found !== undefined) members.set(String(orElse(() => JSON.parse(token), token)), value);
  }
  return members;
}

/**
 * Says what a file is that has one JSON object around its rows, as pandas, Hugging Face and Telegram write it, and what
 * to do.
 *
 * @param members from `firstMembers`
 * @returns undefined if no member can have rows
 */
export function wrapperText(members: ReadonlyMap<string, string>): string | undefined {
  const all = [...members];
  const lists = all.filter(([, value]) => /^\[\s*[[{]/.test(value));
  if (lists.length === 0 && !all.some(([, value]) => value.startsWith("{"))) return undefined;
  const [name, value] = lists.at(-1) ?? [];
  // Hugging Face has each row in a member of an element.
  const path = `.${/^\w+$/.test(String(name)) ? name : JSON.stringify(name)}[]${value?.includes('"row_idx"') ? ".row" : ""}`;
  const isOfObjects = value !== undefined && /^\[\s*\{/.test(value);
  const command = isOfObjects ? `, for instance with jq -c '${path}'` : "";
  return `the whole table is one JSON object${name === undefined ? "" : ` around the rows in ${JSON.stringify(name)}`}: write an array of objects, or an object in each line${command} (in pandas, orient="records")`;
}
