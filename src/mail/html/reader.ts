import { controlType, isPixel } from "./attributes.js";
import { decoded, isWordCharacter } from "./decoded.js";
import { APART, DROPPED, END_IS_OPTIONAL, HOLDS_PARTS, KNOWN, SHOWS_VALUE, VOID } from "./elements.js";
import { PageFindings } from "./findings.js";
import { leadsElsewhere } from "./links.js";
import type { Look } from "./look.js";
import { MAX_DEPTH, type OpenElement, OpenElements } from "./open-elements.js";
import { ShownText } from "./shown-text.js";
import { isForScreen, Styles, TOO_MUCH_WORK } from "./styles.js";
import { type Attributes, type PageText, type Tag, type Token, tokensOf } from "./tokens.js";

/** In characters. An address in the text of a link is shorter. */
const MAX_LINK_TEXT = 300;

/** The elements that every page has, with or without tags. */
const ALWAYS_THERE = ["html", "body"];

/**
 * Reads HTML as a browser with scripts turned off shows it. Accepts any bytes. Time and memory are bounded.
 *
 * Tags are matched as in browsers. The style sheets of the page, `style` attributes, and the old attributes for colour and
 * size decide whether text is visible. There is no layout: see the README.
 */
export function readHtml(html: Uint8Array) {
  return new HtmlReader().read(html);
}

/** Reads one page: sorts its texts into seen and hidden ones, and collects its links and facts. */
class HtmlReader {
  readonly #visible = new ShownText();
  readonly #hidden = new ShownText();
  readonly #title = new ShownText();
  readonly #alternatives = new ShownText();
  readonly #findings = new PageFindings();
  readonly #styles = new Styles();
  /** Whether the page consists of frames, so that its other text is not shown. */
  #isOfFrames = false;
  /** The address of the link whose text is being read; undefined outside of links. */
  #address: string | undefined;
  #linkText = "";
  /** Where the text of each open box in a line begins, as `beginPart` returns it. */
  readonly #boxes = new Map<OpenElement, number>();
  /** Whether a table has begun, but its line not yet: text between its cells is shown before it. */
  #isTableBegun = false;
  /** The kind of gap since the last visible letter. */
  #between: Between | undefined;

  read(bytes: Uint8Array) {
    const { facts, links } = this.#findings;
    const tokens = tokensOf(decoded(bytes, facts), facts);
    try {
      // Rules also apply to the elements before them.
      this.#addSheets(tokens);
      this.#readAll(tokens);
    } catch (error) {
      if (error !== TOO_MUCH_WORK) throw error;
      facts.add("many-elements");
    }
    this.#endLink();
    return {
      /** The visible text, with one line for each block. Inline tags and comments do not split words. */
      visible: this.#visible.bytes(),
      /** The text that is not displayed, is too small, has the colour of its background, or is off the page. */
      hidden: this.#hidden.bytes(),
      /** The title of the document. */
      title: this.#title.bytes(),
      /** The `alt` and `title` of pictures, one line each. */
      alternatives: this.#alternatives.bytes(),
      /** The addresses that the page links to or loads, as written: at most MAX_LINKS of MAX_ATTRIBUTE characters each. */
      links,
      facts,
    };
  }

  /** Adds the style sheets in the page. */
  #addSheets(tokens: readonly Token[]): void {
    for (const [at, token] of tokens.entries()) {
      if (token.kind !== "start" || token.name !== "style") continue;
      const content = tokens[at + 1];
      const { attributes } = token;
      const isCss = /^(?:text\/css)?$/i.test(attributes.get("type") ?? "");
      if (content?.kind === "text" && isCss && isForScreen(attributes.get("media") ?? ""))
        this.#styles.add(content.text);
    }
  }

  #readAll(tokens: Token[]): void {
    const { facts } = this.#findings;
    const open = new OpenElements(this.#styles, (element) => this.#endElement(element));
    /** The names of the start tags so far. */
    const written = new Set<string>();
    for (const name of ALWAYS_THERE) open.open(firstTag(tokens, name));
    for (const token of tokens) {
      if (token.kind === "text") this.#readText(token, open);
      else if (token.kind === "comment") this.#noteBetween("comment-in-word");
      else if (token.kind === "start") {
        written.add(token.name);
        if (token.name === "frameset" && this.#visible.isEmpty && this.#hidden.isEmpty) this.#isOfFrames = true;
        this.#readStartTag(token, open);
      } else this.#readEndTag(token, open, written);
    }
    if (open.all.some(({ name }) => !END_IS_OPTIONAL.has(name))) facts.add("unclosed");
  }

  #readText({ text, raw }: PageText, open: OpenElements): void {
    if (raw === "title") this.#title.add(text);
    if (DROPPED.has(raw) || this.#isOfFrames) return;
    if (raw === "") open.openAgain();
    this.#startTable(open);
    this.#addText(text, open.look);
  }

  #addText(text: string, look: Look): void {
    if (look.isSeen) this.#addVisible(text);
    else this.#addHidden(text);
  }

  /** Notes what follows a visible letter. It is a fact if the next visible character is a letter, too. */
  #noteBetween(what: Between): void {
    if (isWordCharacter(this.#visible.last)) this.#between ??= what;
  }

  #addHidden(text: string): void {
    if (!/\S/.test(text)) this.#hidden.endWord();
    else {
      this.#hidden.add(text);
      this.#noteBetween("hidden-in-word");
    }
  }

  #addVisible(text: string): void {
    const isInWord = isWordCharacter(this.#visible.last) && isWordCharacter(text.charCodeAt(0));
    if (this.#between !== undefined && isInWord) this.#findings.facts.add(this.#between);
    this.#between = undefined;
    this.#visible.add(text);
    this.#hidden.endWord();
    if (this.#address !== undefined) this.#linkText += text.slice(0, MAX_LINK_TEXT - this.#linkText.length);
  }

  #readStartTag(tag: Tag, open: OpenElements): void {
    const { name, attributes } = tag;
    if (open.all.length >= MAX_DEPTH) this.#findings.facts.add("deep");
    const element = open.open(tag);
    // The line ends later: what is between the cells of a table is shown before it.
    if (element !== undefined && HOLDS_PARTS.has(name)) this.#isTableBegun ||= element.look.flow === "block";
    else if (element !== undefined) this.#separate(element);
    if (element?.look.isBox) this.#boxes.set(element, this.#visible.beginPart());
    this.#startTable(open);
    if (!KNOWN.has(name)) this.#noteBetween("unknown-tag-in-word");
    if (name === "a") this.#endLink();
    const address = this.#findings.add(name, attributes);
    if (name === "a") this.#address = address;
    if (element === undefined) return;
    this.#addAttributeTexts(name, attributes, element.look);
    if (!element.isOpen) this.#endElement(element);
  }

  /** Ends the line before a table, unless what comes next is between its cells. */
  #startTable(open: OpenElements): void {
    if (!this.#isTableBegun || open.isBetweenCells) return;
    this.#isTableBegun = false;
    this.#visible.endLine();
    this.#hidden.endLine();
  }

  #readEndTag({ name }: Tag, open: OpenElements, written: ReadonlySet<string>): void {
    if (name === "a") this.#endLink();
    const isEndOfPage = /^(?:html|head|body)$/.test(name) && written.has(name);
    const isClosed = open.close(name) || VOID.has(name) || isEndOfPage;
    // Without a start tag, browsers read these end tags as a line end and an empty paragraph.
    if (name === "br" || (name === "p" && !isClosed)) this.#visible.endLine();
    if (!isClosed) this.#findings.facts.add("stray-end");
  }

  #endElement(element: OpenElement): void {
    const place = this.#boxes.get(element);
    if (place !== undefined) this.#visible.endPart(place);
    this.#separate(element);
  }

  /** Separates the words in an element from its neighbours. */
  #separate({ tag: { name }, look, around }: OpenElement): void {
    if (look.flow !== "inline") {
      this.#hidden.endLine();
      if (!around.isGone && look.flow === "block") this.#visible.endLine();
    }
    if (!APART.has(name)) return;
    for (const text of look.isGone ? [this.#hidden] : [this.#visible, this.#hidden]) text.endWord();
  }

  /** Adds the texts in attributes. */
  #addAttributeTexts(name: string, attributes: Attributes, look: Look): void {
    const type = name === "input" ? controlType(attributes) : "";
    const isImage = name === "img" || type === "image";
    if (isImage && look.isSeen && !isPixel(attributes)) this.#visible.endWord();
    if (isImage || name === "area") this.#addAlternatives(attributes, look.isSeen);
    else if (SHOWS_VALUE.has(type)) this.#addText(attributes.get("value") ?? "", look);
  }

  /** Adds the texts that replace a picture. */
  #addAlternatives(attributes: Attributes, isSeen: boolean): void {
    const text = isSeen ? this.#alternatives : this.#hidden;
    for (const name of ["alt", "title"]) {
      text.endLine();
      text.add(attributes.get(name) ?? "");
    }
    text.endLine();
  }

  /** Ends the link whose text was read, if there is one, and notes whether it deceives. */
  #endLink(): void {
    const isDeceiving = this.#address !== undefined && leadsElsewhere(this.#linkText, this.#address);
    if (isDeceiving) this.#findings.facts.add("deceiving-link");
    this.#address = undefined;
    this.#linkText = "";
  }
}

/** Returns the first start tag of an element, or one without attributes. */
function firstTag(tokens: readonly Token[], name: string): Tag {
  for (const token of tokens) if (token.kind === "start" && token.name === name) return token;
  return { kind: "start", name, attributes: new Map(), isEmpty: false, length: 0 };
}

/** What can be between two letters of a word without being seen. */
type Between = "comment-in-word" | "hidden-in-word" | "unknown-tag-in-word";
