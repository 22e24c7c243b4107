/** Answers about a page that need more than the tags up to one place. */
import { styleKey, type Tag, type Token } from "./tokens.js";

/** Whether browsers show a page in quirks mode: if it has no document type, or an old one. Nearly all mail does. */
export function isQuirky(html: string): boolean {
  return !MODERN.test(html);
}

/** The document types of newer pages (HTML standard, section 13.2.6.4.1). */
const MODERN =
  /^\s*<!doctype\s+html\s*(?:>|system|public\s*"[^"]*(?:xhtml|html 4\.01\/\/|html 4\.01 [a-z]+\/\/en"\s*"))/i;

/** Returns the tag of an element that a page has once. Its first tag counts, and the others add attributes to it. */
export function onlyTag(name: string, tokens: readonly Token[]): Tag {
  const tags = tokens.filter((token): token is Tag => token.kind === "start" && token.name === name);
  if (tags.length === 1) return tags[0];
  const attributes = new Map(tags.reverse().flatMap((tag) => [...tag.attributes]));
  return { kind: "start", name, attributes, look: styleKey(attributes), isEmpty: false, length: 0 };
}

/**
 * Returns the option that a folded list shows: the last one that is selected, or else the first one.
 *
 * @param list the place of its start tag
 */
export function chosenOption(tokens: readonly Token[], list: number): Tag | undefined {
  let chosen: Tag | undefined;
  for (let at = list + 1; at < tokens.length; at++) {
    const token = tokens[at];
    if (token.kind !== "start" && token.kind !== "end") continue;
    if (token.name === "select") break;
    const isOption = token.kind === "start" && token.name === "option";
    if (isOption && (chosen === undefined || token.attributes.has("selected"))) chosen = token;
  }
  return chosen;
}
