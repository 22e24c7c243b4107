import { createRequire } from "node:module";
import type * as Entities from "entities/decode";
import { lazily } from "../../base/lazily.js";
import { names } from "../../base/lists.js";
import type { HtmlFact } from "./html-text.js";

/** The attributes of a tag by name in lower case. The first attribute of each name counts. */
export type Attributes = ReadonlyMap<string, string>;

/** A start or end tag. */
export interface Tag {
  readonly kind: "start" | "end";
  /** In lower case. */
  readonly name: string;
  readonly attributes: Attributes;
  /** Whether it ends with `/>`, which closes an element of SVG and MathML. */
  readonly isEmpty: boolean;
  /** In characters. */
  readonly length: number;
}

/** A part of a page. */
export type Token = Tag | PageText | { readonly kind: "comment" };

/** A text with its character references decoded. */
export interface PageText {
  readonly kind: "text";
  readonly text: string;
  /** The element in RAW that it is the content of; empty for other texts. */
  readonly raw: string;
}

/** In characters, for all attributes of one tag. The rest is cut. Real addresses and styles are shorter. */
export const MAX_ATTRIBUTE = 1 << 14;

/** How many attributes of a tag are read. Real tags have fewer. */
const MAX_ATTRIBUTES = 100;

/** Even a short page can have many tags, and each takes memory. */
const MAX_TOKENS = 1 << 18;

/** Elements whose content is not markup, up to their end tag. */
export const RAW: ReadonlySet<string> = names("iframe noembed noframes plaintext script style textarea title xmp");

/** Elements in `RAW` whose character references are decoded. */
const DECODED: ReadonlySet<string> = names("textarea title");

/** The beginning of a tag or comment. A `<` before anything else is text. */
const MARKUP = /<(?:\/?([a-zA-Z])|!--|[!?/])/g;

/** The beginning of a tag. */
const NAME = /<(\/?)([a-zA-Z][^ \t\r\n\f/>]*)/y;

/**
 * The next attribute of a tag, or the end of the tag. A quotation mark that is missing is at the end of the page. `\s`
 * would also match no-break spaces, which belong to names and values.
 */
const ATTRIBUTE =
  /[ \t\r\n\f/]*(?:>|([^ \t\r\n\f/>][^ \t\r\n\f/>=]*)(?:[ \t\r\n\f]*=[ \t\r\n\f]*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^ \t\r\n\f>]*)))?)/y;

/** The end of a comment. */
const COMMENT_END = /--!?>/g;
/** The end of a declaration such as `<!doctype html>`, and of a comment such as `<?xml>`. */
const BRACKET = />/g;

/** Splits a page into its tokens (HTML standard, section 13.2.5). @param facts receives facts about the tags */
export function tokensOf(html: string, facts: Set<HtmlFact>): Token[] {
  const tokens: Token[] = [];
  const addText = (text: string, raw: string) => {
    if (text !== "") tokens.push({ kind: "text", text, raw });
  };
  /** How far the page has been read. */
  let at = 0;
  MARKUP.lastIndex = 0;
  for (let found = MARKUP.exec(html); found !== null; found = MARKUP.exec(html)) {
    const { 0: opening, 1: letter, index } = found;
    if (index > at) addText(withoutReferences(html.slice(at, index)), "");
    if (tokens.length >= MAX_TOKENS) {
      facts.add("many-elements");
      return tokens;
    }
    if (letter !== undefined) {
      const tag = tagAt(html, index);
      if (tag === undefined) {
        facts.add("unclosed-tag");
        return tokens;
      }
      tokens.push(tag);
      at = index + tag.length;
      if (tag.kind === "start" && RAW.has(tag.name)) {
        const end = endOfRaw(html, at, tag.name);
        addText(DECODED.has(tag.name) ? withoutReferences(html.slice(at, end)) : html.slice(at, end), tag.name);
        at = end;
      }
    } else {
      const end = opening === "<!--" ? COMMENT_END : BRACKET;
      // `<!-->` is a whole comment.
      end.lastIndex = index + 2;
      const isClosed = end.test(html);
      if (!isClosed) facts.add("unclosed-comment");
      at = isClosed ? end.lastIndex : html.length;
      tokens.push({ kind: "comment" });
    }
    MARKUP.lastIndex = at;
  }
  addText(withoutReferences(html.slice(at)), "");
  return tokens;
}

/** Reads the tag at a place; undefined if it is not closed. */
function tagAt(html: string, from: number): Tag | undefined {
  const attributes = new Map<string, string>();
  NAME.lastIndex = from;
  const [, slash, written = ""] = NAME.exec(html) ?? [];
  const name = written.toLowerCase();
  let charactersLeft = MAX_ATTRIBUTE;
  ATTRIBUTE.lastIndex = NAME.lastIndex;
  for (let found = ATTRIBUTE.exec(html); found !== null; found = ATTRIBUTE.exec(html)) {
    const [, attribute, inQuotes, inSingleQuotes, unquoted] = found;
    if (attribute === undefined) {
      const end = ATTRIBUTE.lastIndex;
      return {
        kind: slash === "" ? "start" : "end",
        name: name === "image" ? "img" : name,
        attributes,
        isEmpty: html[end - 2] === "/",
        length: end - from,
      };
    }
    const key = attribute.toLowerCase();
    if (attributes.size >= MAX_ATTRIBUTES || attributes.has(key)) continue;
    const value = (inQuotes ?? inSingleQuotes ?? unquoted ?? "").slice(0, charactersLeft);
    charactersLeft -= value.length;
    attributes.set(key, value.includes("&") ? references().decodeHTMLAttribute(value) : value);
  }
  return undefined;
}

/** Returns the place of the end tag of an element in `RAW`; the end of the page if there is none. */
function endOfRaw(html: string, from: number, name: string): number {
  const end = new RegExp(`</${name}(?=[ \\t\\r\\n\\f/>])`, "gi");
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

/** Decodes the character references in a text. */
function withoutReferences(text: string): string {
  return text.includes("&") ? references().decodeHTML(text) : text;
}

/** The functions of `entities` that decode character references such as `&nbsp;`. */
const references = lazily(
  () =>
    createRequire(import.meta.url)("entities/decode") as Pick<typeof Entities, "decodeHTML" | "decodeHTMLAttribute">,
);
