import { type Undisguised, withoutDisguises } from "../../text/disguise/disguise.js";
import { firstValue } from "../header/header.js";
import { decodeEncodedWords } from "../header/header-text.js";
import { findUrls, type LinkFact, linkTarget } from "../html/links.js";
import { readHtml } from "../html/reader.js";
import { hostSuffixes } from "../html/sites.js";
import { SPACE } from "../lines.js";
import type { Message, MessagePart } from "../message.js";
import { type Strippable, stripMessage } from "../news.js";
import type { FieldTexts } from "./field-texts.js";
import { calendarText, enrichedText } from "./formats.js";

/**
 * Collects the texts of a message, and the links, attachments and facts of its parts, each as a field that counts: `link`,
 * `attachment`, `html`, `hidden`, `disguised` and `fact`. The main texts have no field name.
 */
export class PartFields {
  readonly #fields: ReadonlySet<string>;
  readonly #strip: readonly Strippable[];
  readonly #texts: FieldTexts;
  /** The hosts of links and their parent domains, down to the registered one. */
  readonly #hosts = new Set<string>();
  /** Links that were examined already. Pages repeat most of their links. */
  readonly #links = new Set<string>();
  /** Unusual properties of links. */
  readonly #linkFacts = new Set<LinkFact>();
  /** Words that were disguised, as people read them. */
  readonly #disguised = new Set<string>();
  /** Facts about parts and the whole message, such as `type text/html`. */
  readonly #facts = new Set<string>();
  /** How many words are longer than LONG_WORD. */
  #longWords = 0;

  /**
   * @param fields the names of the fields that count
   * @param strip footers and quotes only
   * @param texts receives the texts and terms
   */
  constructor(fields: ReadonlySet<string>, strip: readonly Strippable[], texts: FieldTexts) {
    this.#fields = fields;
    this.#strip = strip;
    this.#texts = texts;
  }

  /** Adds all parts of a message, then what was found in them together. Call it once. */
  add({ parts, notes }: Message): void {
    const hasHtml = parts.some(({ type }) => type === "text/html");
    for (const part of parts) this.#addPart(part, hasHtml);
    for (const note of notes) this.#facts.add(note);
    for (const fact of this.#linkFacts) this.#facts.add(`link ${fact}`);
    this.#facts.add(`parts ${Math.min(parts.length, MAX_PARTS)}`);
    if (this.#longWords > 0) this.#facts.add(`long words ${magnitude(this.#longWords)}`);
    if (this.#fields.has("link")) this.#texts.addTerms("link", this.#hosts);
    if (this.#fields.has("disguised")) this.#texts.addTerms("disguised", this.#disguised);
    if (this.#fields.has("fact")) this.#texts.addTerms("fact", this.#facts);
  }

  /** Adds one part. @param hasHtml whether the message has HTML, which some types only repeat */
  #addPart(part: MessagePart, hasHtml: boolean): void {
    const { type, charset, encoding, header } = part;
    this.#facts.add(`type ${type}`);
    if (charset !== undefined) this.#facts.add(`charset ${charset}`);
    if (encoding !== "") this.#facts.add(`encoding ${encoding}`);
    // The subject of an attached message counts as text.
    if (header !== undefined) this.#texts.addText("", decodeEncodedWords(firstValue(header, "subject") ?? ""));
    if (part.text === undefined || part.fileName !== undefined) this.#addAttachment(part);
    if (part.text === undefined) return;
    const isOtherHtml = OTHER_HTML.has(type);
    if (isOtherHtml && hasHtml) return;
    if (type === "text/html" || isOtherHtml) this.#addHtml(part.text);
    else this.#addBody(WITHOUT_CODES.get(type)?.(part.text) ?? part.text);
  }

  /** Adds the type, size, name and extension of an attachment. An attached message is none: its parts follow. */
  #addAttachment({ type, fileName, size, header }: MessagePart): void {
    if (header !== undefined || !this.#fields.has("attachment")) return;
    const terms = [type, `size ${magnitude(size)}`];
    if (fileName !== undefined) {
      const name = fileName.toLowerCase();
      const dot = name.lastIndexOf(".");
      terms.push(name);
      if (dot > 0) terms.push(name.slice(dot));
    }
    this.#texts.addTerms("attachment", terms);
  }

  /** Adds the texts, links and facts of an HTML page. */
  #addHtml(html: Uint8Array): void {
    const { visible, hidden, title, alternatives, links, facts } = readHtml(html);
    this.#addLinks(links);
    for (const fact of facts) this.#facts.add(`html ${fact}`);
    if (this.#fields.has("hidden")) this.#texts.addText("hidden", this.#undisguised(hidden).text);
    if (this.#fields.has("html")) {
      for (const text of [title, alternatives]) this.#texts.addText("html", this.#undisguised(text).text);
    }
    this.#addBody(visible);
  }

  /** Adds the main text of a part, which has no prefix. */
  #addBody(body: Uint8Array): void {
    const { text } = this.#undisguised(stripMessage(body, this.#strip));
    if (this.#wantsLinks) this.#addLinks(findUrls(text));
    this.#longWords += longWords(text);
    this.#texts.addText("", text);
  }

  /** Returns a text with disguised words in plain letters, and records these words. */
  #undisguised(text: Uint8Array): Undisguised {
    const plain = withoutDisguises(text);
    for (const { word, kind } of plain.disguised) {
      this.#disguised.add(word);
      this.#facts.add(`disguise ${kind}`);
    }
    return plain;
  }

  /** Records the hosts and facts of links, if they count. */
  #addLinks(links: readonly string[]): void {
    for (const url of this.#wantsLinks ? links : []) {
      if (this.#links.has(url)) continue;
      this.#links.add(url);
      const { suffixes = [], facts = [], inner = [] } = linkTarget(url) ?? {};
      for (const suffix of [...suffixes, ...inner.flatMap((host) => hostSuffixes(host))]) this.#hosts.add(suffix);
      for (const fact of facts) this.#linkFacts.add(fact);
    }
  }

  /** Whether links must be examined: their facts count as facts. */
  get #wantsLinks(): boolean {
    return this.#fields.has("link") || this.#fields.has("fact");
  }
}

/** Types that repeat the HTML of a message for some programs: AMP, and pages for watches. */
const OTHER_HTML: ReadonlySet<string> = new Set(["text/x-amp-html", "text/watch-html"]);

/** Types of text with codes, and the functions that turn them into plain text. */
const WITHOUT_CODES: ReadonlyMap<string, (text: Uint8Array) => Uint8Array> = new Map([
  ["text/calendar", calendarText],
  ["text/enriched", enrichedText],
  ["text/richtext", enrichedText],
]);

/** A larger number of parts counts as this number. */
const MAX_PARTS = 10;

/** Returns the rounded binary logarithm of a size, so that sizes within a factor of two share a term. */
function magnitude(size: number): number {
  return Math.round(Math.log2(1 + size));
}

/** In bytes. A longer word is an address or not a word. */
const LONG_WORD = 40;

/** Counts the words of more than LONG_WORD bytes. */
export function longWords(text: Uint8Array): number {
  let count = 0;
  let start = 0;
  // Reads backwards from the end of a long word, if one begins at `start`. A blank on the way shows that none does, and
  // the bytes before this blank need not be read.
  for (let end = start + LONG_WORD; end < text.length; end = start + LONG_WORD) {
    let at = end;
    while (at >= start && text[at] > SPACE) at--;
    if (at < start) {
      count++;
      at = end + 1;
      while (at < text.length && text[at] > SPACE) at++;
    }
    start = at + 1;
  }
  return count;
}
