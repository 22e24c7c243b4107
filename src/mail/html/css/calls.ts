/** A function in a value, such as `scale(0, 1)`. */
export interface Call {
  readonly name: string;
  /** Its arguments, separated by commas. */
  readonly arguments: readonly string[];
}

/** Returns the functions in a value; undefined if it contains anything else. */
export function callsOf(text: string): Call[] | undefined {
  const calls: Call[] = [];
  for (const part of splitOutside(text, /\s/)) {
    const [, name, inner] = /^([a-z0-9-]+)\(([\s\S]*)\)$/.exec(part) ?? [];
    if (name === undefined) return undefined;
    calls.push({ name, arguments: splitOutside(inner, /,/) });
  }
  return calls;
}

/** Splits a text at separators, single characters outside brackets. Trims the parts and removes empty ones. */
export function splitOutside(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    const character = text[at] ?? "";
    if (character === "(") depth++;
    else if (character === ")") depth--;
    if (at < text.length && (depth > 0 || !separator.test(character))) continue;
    const part = text.slice(from, at).trim();
    if (part !== "") parts.push(part);
    from = at + 1;
  }
  return parts;
}
