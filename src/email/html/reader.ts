import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import type { HtmlFact, HtmlLink, HtmlText } from "../html.js";
import { leadsElsewhere } from "../links.js";
import { type Attributes, attributeStyle, MAX_ATTRIBUTE, pixels, READ } from "./attributes.js";
import { attributeColour, type Colour } from "./colour.js";
import { APART, BLOCK, END_IS_OPTIONAL, KNOWN, RAW, VOID } from "./elements.js";
import { OpenElements } from "./open-elements.js";
import { ShownText } from "./shown-text.js";
import { type Declarations, overridden, readDeclarations, type Style } from "./style.js";
import { styleElements } from "./style-elements.js";
import { StyleSheet } from "./style-sheet.js";

/** More links than anybody follows: what is beyond counts as a fact. */
export const MAX_LINKS = 5000;

/** Of a link's text: an address it might show is shorter. */
export const MAX_LINK_TEXT = 300;

/**
 * Makes an `HtmlText` of the tokens of htmlparser2. Its tokenizer is linear in all input;
 * its parser looks through all open elements at an end tag, and so is not used.
 */
export class HtmlReader implements TokenizerCallbacks {
  #html = "";
  readonly #open = new OpenElements();
  readonly #sheet = new StyleSheet();
  readonly #declarations = new Map<string, Declarations>();
  readonly #visible = new ShownText();
  readonly #hidden = new ShownText();
  readonly #title = new ShownText();
  readonly #alternatives = new ShownText();
  readonly #links: Writable<HtmlLink>[] = [];
  readonly #facts = new Map<HtmlFact, number>();
  readonly #attributes = new Map<string, string>();
  /** The start tag that is being read. */
  #name = "";
  #attribute = "";
  #value = "";
  #inTag = false;
  /** The element whose content is no markup, if in one. */
  #raw = "";
  /** The link whose text is being read. */
  #link: Writable<HtmlLink> | undefined;
  #linkColour: Colour = 0x0000ee;
  /** What has come between the last letter that was seen and here. */
  #between: Between | undefined;

  read(bytes: Uint8Array): HtmlText {
    this.#html = this.#cleaned(bytes);
    // Rules hold for what is before them too.
    for (const css of styleElements(this.#html)) this.#sheet.add(css);
    const tokenizer = new Tokenizer({ decodeEntities: true }, this);
    tokenizer.write(this.#html);
    tokenizer.end();
    this.#endLink();
    if (this.#inTag) this.#count("unclosed-tag");
    for (const name of this.#open.names()) if (!END_IS_OPTIONAL.has(name)) this.#count("unclosed");
    return {
      visible: this.#visible.bytes(),
      hidden: this.#hidden.bytes(),
      title: this.#title.bytes(),
      alternatives: this.#alternatives.bytes(),
      links: this.#links,
      facts: this.#facts,
    };
  }

  ontext(start: number, end: number): void {
    this.#text(this.#html.slice(start, end));
  }

  ontextentity(code: number): void {
    if (code < 0x80 && isWordCharacter(code)) this.#count("encoded-letter");
    this.#text(String.fromCodePoint(code));
  }

  onopentagname(start: number, end: number): void {
    const name = this.#html.slice(start, Math.min(end, start + MAX_NAME)).toLowerCase();
    this.#name = name === "image" ? "img" : name;
    this.#attributes.clear();
    this.#inTag = true;
  }

  onattribname(start: number, end: number): void {
    this.#inTag = true;
    const name = end - start > MAX_NAME ? "" : this.#html.slice(start, end).toLowerCase();
    this.#attribute = READ.has(name) && !this.#attributes.has(name) ? name : "";
    this.#value = "";
  }

  onattribdata(start: number, end: number): void {
    const room = MAX_ATTRIBUTE - this.#value.length;
    if (this.#attribute !== "" && room > 0) this.#value += this.#html.slice(start, Math.min(end, start + room));
  }

  onattribentity(code: number): void {
    if (this.#attribute !== "" && this.#value.length < MAX_ATTRIBUTE) this.#value += String.fromCodePoint(code);
  }

  onattribend(): void {
    if (this.#attribute !== "") this.#attributes.set(this.#attribute, this.#value);
  }

  onopentagend(): void {
    this.#inTag = false;
    this.#startTag(this.#name, this.#attributes);
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    this.#endTag(this.#html.slice(start, Math.min(end, start + MAX_NAME)).toLowerCase());
  }

  oncomment(_start: number, end: number): void {
    if (end >= this.#html.length) this.#count("unclosed-comment");
    this.#cameBetween("comment-in-word");
  }

  ondeclaration(): void {
    this.#cameBetween("comment-in-word");
  }

  onprocessinginstruction(): void {
    this.#cameBetween("comment-in-word");
  }

  oncdata(): void {
    this.#cameBetween("comment-in-word");
  }

  onend(): void {
    this.#attribute = "";
  }

  #cleaned(bytes: Uint8Array): string {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
    const plain = text.includes("\0") ? text.replaceAll("\0", "") : text;
    if (plain.length < text.length) this.#count("nul", text.length - plain.length);
    const sample = plain.slice(0, BINARY_SAMPLE);
    let odd = 0;
    for (let at = 0; at < sample.length; at++) if (isOdd(sample.charCodeAt(at))) odd++;
    if (odd * BINARY_SHARE <= sample.length) return plain;
    this.#count("binary");
    return sample;
  }

  #count(fact: HtmlFact, times = 1): void {
    this.#facts.set(fact, (this.#facts.get(fact) ?? 0) + times);
  }

  #cameBetween(what: Between): void {
    if (isWordCharacter(this.#visible.last)) this.#between ??= what;
  }

  #text(text: string): void {
    if (this.#raw === "title") this.#title.add(text);
    else if (DROPPED.has(this.#raw)) return;
    else if (!this.#open.look.seen) this.#addHidden(text);
    else this.#addVisible(text);
  }

  #addHidden(text: string): void {
    if (!/\S/.test(text)) {
      this.#hidden.endWord();
      return;
    }
    this.#hidden.add(text);
    this.#cameBetween("hidden-in-word");
  }

  #addVisible(text: string): void {
    if (this.#between !== undefined) {
      if (isWordCharacter(text.charCodeAt(0)) && isWordCharacter(this.#visible.last)) this.#count(this.#between);
      this.#between = undefined;
    }
    this.#visible.add(text);
    this.#hidden.endWord();
    const link = this.#link;
    if (link !== undefined) {
      const shown = link.text ?? "";
      if (shown.length < MAX_LINK_TEXT) link.text = shown + text.slice(0, MAX_LINK_TEXT - shown.length);
    }
  }

  #startTag(name: string, attributes: Attributes): void {
    this.#open.before(name);
    if (name === "body") this.#body(attributes);
    const style = this.#styleOf(name, attributes);
    const look = this.#open.lookOf(name, style);
    this.#separate(name, style);
    if (!KNOWN.has(name)) this.#cameBetween("unknown-tag-in-word");
    this.#note(name, attributes, look.seen);
    if (RAW.has(name)) this.#raw = name;
    if (!VOID.has(name) && !this.#open.open(name, style)) this.#count("deep");
  }

  #endTag(name: string): void {
    this.#raw = "";
    if (name === "a") this.#endLink();
    if (name === "br" || name === "p") this.#separate(name, {});
    else if (BLOCK.has(name) || APART.has(name)) this.#separate(name, {});
    if (VOID.has(name)) return;
    if (!this.#open.close(name)) this.#count("stray-end");
  }

  /** Between the words of an element and those beside it. */
  #separate(name: string, style: Style): void {
    const inline = style.display === "inline" && !APART.has(name) && name !== "br";
    const texts = this.#open.look.gone ? [this.#hidden] : [this.#visible, this.#hidden];
    for (const text of texts) {
      if ((BLOCK.has(name) && !inline) || style.display === "block") text.endLine();
      else if (APART.has(name)) text.endWord();
    }
  }

  #styleOf(name: string, attributes: Attributes): Style {
    let style = overridden(
      attributeStyle(name, attributes, this.#linkColour),
      this.#sheet.styleOf(name, attributes.get("class"), attributes.get("id")),
    );
    const css = attributes.get("style");
    if (css === undefined) return style;
    let own = this.#declarations.get(css);
    if (own === undefined) {
      own = readDeclarations(css);
      if (this.#declarations.size < MAX_KEPT_STYLES) this.#declarations.set(css, own);
    }
    style = overridden(style, own.normal);
    return overridden(style, own.important);
  }

  #body(attributes: Attributes): void {
    const colour = attributes.get("link");
    if (colour !== undefined) this.#linkColour = attributeColour(colour);
  }

  /** What an element leads to, loads and tells. */
  #note(name: string, attributes: Attributes, seen: boolean): void {
    switch (name) {
      case "a":
        this.#endLink();
        this.#link = this.#addLink("link", attributes.get("href"));
        break;
      case "area":
        this.#addLink("link", attributes.get("href"));
        this.#alternative(attributes, seen);
        break;
      case "img":
        this.#image(attributes, seen);
        break;
      case "form":
        this.#count("form");
        this.#addLink("form", attributes.get("action"));
        break;
      case "input":
      case "button":
        this.#field(attributes, seen);
        break;
      case "base":
        this.#addLink("base", attributes.get("href"));
        break;
      case "meta":
        this.#meta(attributes);
        break;
      case "link":
        if (/\bstylesheet\b/i.test(attributes.get("rel") ?? "")) this.#count("external-style");
        this.#addLink("load", attributes.get("href"));
        break;
      case "script":
        this.#count("script");
        this.#addLink("load", attributes.get("src"));
        break;
      case "frame":
      case "iframe":
      case "embed":
      case "object":
        this.#count("frame");
        this.#addLink("load", attributes.get("src"));
        break;
    }
    this.#addLink("image", attributes.get("background"));
  }

  #image(attributes: Attributes, seen: boolean): void {
    const [width, height] = [pixels(attributes.get("width")), pixels(attributes.get("height"))];
    const source = attributes.get("src");
    this.#count("image");
    if (source !== undefined && /^\s*data:/i.test(source)) this.#count("inline-data");
    else this.#addLink("image", source);
    if (width !== undefined && height !== undefined && width <= 1 && height <= 1) this.#count("tracking-pixel");
    else if (seen) this.#visible.endWord();
    this.#alternative(attributes, seen);
  }

  #alternative(attributes: Attributes, seen: boolean): void {
    const text = seen ? this.#alternatives : this.#hidden;
    for (const name of ["alt", "title"]) {
      text.endLine();
      text.add(attributes.get(name) ?? "");
    }
    text.endLine();
  }

  #field(attributes: Attributes, seen: boolean): void {
    const type = attributes.get("type")?.trim().toLowerCase() ?? "text";
    if (type === "password") this.#count("password-field");
    this.#addLink("form", attributes.get("formaction"));
    if (type === "image") this.#image(attributes, seen);
    else if (seen && SHOWS_VALUE.has(type)) this.#visible.add(attributes.get("value") ?? "");
  }

  #meta(attributes: Attributes): void {
    if (attributes.get("http-equiv")?.trim().toLowerCase() !== "refresh") return;
    this.#count("refresh");
    const content = attributes.get("content") ?? "";
    const at = content.toLowerCase().indexOf("url");
    if (at >= 0) this.#addLink("refresh", content.slice(at + 3).replace(/^\s*=?\s*["']?/, ""));
  }

  #addLink(kind: HtmlLink["kind"], url: string | undefined): Writable<HtmlLink> | undefined {
    const target = url?.trim() ?? "";
    if (target === "" || target.startsWith("#")) return undefined;
    if (this.#links.length >= MAX_LINKS) {
      this.#count("many-links");
      return undefined;
    }
    const link = { kind, url: target };
    this.#links.push(link);
    return link;
  }

  #endLink(): void {
    const link = this.#link;
    if (link?.text !== undefined && leadsElsewhere(link.text, link.url)) {
      link.deceiving = true;
      this.#count("deceiving-link");
    }
    this.#link = undefined;
  }
}

type Between = "comment-in-word" | "hidden-in-word" | "unknown-tag-in-word";

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Content that is no text of the document. */
const DROPPED: ReadonlySet<string> = new Set(["iframe", "noembed", "noframes", "script", "style"]);

/** Types of fields that show their value. */
const SHOWS_VALUE: ReadonlySet<string> = new Set(["button", "email", "reset", "search", "submit", "text", "url"]);

/** No name of an element or attribute that means anything is longer. */
const MAX_NAME = 40;

/** Newsletters repeat a few dozen. */
const MAX_KEPT_STYLES = 1000;

/** How much of data is read, and which share of odd characters makes it data: one in ten. */
const BINARY_SAMPLE = 1 << 14;
const BINARY_SHARE = 10;

/** A letter or digit of ASCII, or a letter of another script, roughly. */
function isWordCharacter(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || code >= 0xc0;
}

/** Control characters but for those of white space and of ISO 2022, and what was no UTF-8. */
function isOdd(code: number): boolean {
  return (code < 0x20 && (code < 0x09 || code > 0x0d) && code !== 0x1b) || code === 0x7f || code === 0xfffd;
}
