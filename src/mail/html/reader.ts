import type { TokenizerCallbacks } from "htmlparser2";
import { type Attributes, isPixel, MAX_ATTRIBUTE, READ } from "./attributes.js";
import { ElementStyles } from "./element-styles.js";
import { APART, BLOCK, END_IS_OPTIONAL, KNOWN, RAW, VOID } from "./elements.js";
import { Findings, type HtmlText } from "./findings.js";
import { leadsElsewhere } from "./links.js";
import { OpenElements } from "./open-elements.js";
import { ShownText } from "./shown-text.js";
import type { Style } from "./style.js";
import { decoded, htmlTokenizer, styleElements } from "./tokenizer.js";

/** In characters; an address in the text of a link is shorter. */
const MAX_LINK_TEXT = 300;

/**
 * Reads HTML as a mail program shows it, with scripts off. Takes any bytes, in linear time.
 *
 * Whether text is seen depends on `style` attributes, on `<style>` rules for a tag, a class or an id,
 * on the old attributes for colour and size, and on the HTML standard's repair of broken markup. Text
 * that depends on other selectors, scripts or the screen counts as seen.
 */
export function readHtml(html: Uint8Array): HtmlText {
  return new HtmlReader().read(html);
}

/** Works on tokens of htmlparser2. Its parser takes quadratic time: at each end tag it searches all open elements. */
class HtmlReader implements TokenizerCallbacks {
  #html = "";
  readonly #open = new OpenElements();
  readonly #styles = new ElementStyles();
  readonly #visible = new ShownText();
  readonly #hidden = new ShownText();
  readonly #title = new ShownText();
  readonly #alternatives = new ShownText();
  readonly #findings = new Findings();
  readonly #attributes = new Map<string, string>();
  /** The name of the start tag that is being read. */
  #name = "";
  #attribute = "";
  #value = "";
  #inTag = false;
  /** The element in RAW that is being read, or "". */
  #raw = "";
  /** The address of the link whose text is being read. */
  #link: string | undefined;
  #linkText = "";
  /** The kind of thing between the last visible letter and the next one. */
  #between: Between | undefined;

  read(bytes: Uint8Array): HtmlText {
    const { text, hasNul, isBinary } = decoded(bytes);
    this.#html = text;
    if (hasNul) this.#findings.facts.add("nul");
    if (isBinary) this.#findings.facts.add("binary");
    // Rules hold for elements before them too.
    this.#styles.add(styleElements(this.#html));
    const tokenizer = htmlTokenizer({ decodeEntities: true }, this);
    tokenizer.write(this.#html);
    tokenizer.end();
    this.#endLink();
    if (this.#inTag) this.#findings.facts.add("unclosed-tag");
    for (const name of this.#open.names()) if (!END_IS_OPTIONAL.has(name)) this.#findings.facts.add("unclosed");
    return {
      visible: this.#visible.bytes(),
      hidden: this.#hidden.bytes(),
      title: this.#title.bytes(),
      alternatives: this.#alternatives.bytes(),
      links: this.#findings.links,
      facts: this.#findings.facts,
    };
  }

  ontext(start: number, end: number): void {
    this.#text(this.#html.slice(start, end));
  }

  ontextentity(code: number): void {
    if (code < 0x80 && isWordCharacter(code)) this.#findings.facts.add("encoded-letter");
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
    if (end >= this.#html.length) this.#findings.facts.add("unclosed-comment");
    this.#cameBetween("comment-in-word");
  }

  readonly oncdata = () => this.#cameBetween("comment-in-word");
  readonly ondeclaration = this.oncdata;
  readonly onprocessinginstruction = this.oncdata;

  onend(): void {
    this.#attribute = "";
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
      if (isWordCharacter(text.charCodeAt(0)) && isWordCharacter(this.#visible.last))
        this.#findings.facts.add(this.#between);
      this.#between = undefined;
    }
    this.#visible.add(text);
    this.#hidden.endWord();
    if (this.#link !== undefined) this.#linkText += text.slice(0, MAX_LINK_TEXT - this.#linkText.length);
  }

  #startTag(name: string, attributes: Attributes): void {
    this.#open.before(name);
    const style = this.#styles.of(name, attributes);
    const look = this.#open.lookOf(name, style);
    this.#separate(name, style);
    if (!KNOWN.has(name)) this.#cameBetween("unknown-tag-in-word");
    if (name === "a") this.#endLink();
    const link = this.#findings.add(name, attributes);
    if (name === "a") this.#link = link;
    this.#attributeTexts(name, attributes, look.seen);
    if (RAW.has(name)) this.#raw = name;
    if (!VOID.has(name) && !this.#open.open(name, style)) this.#findings.facts.add("deep");
  }

  #endTag(name: string): void {
    this.#raw = "";
    if (name === "a") this.#endLink();
    this.#separate(name, this.#open.styleOf(name));
    if (VOID.has(name)) return;
    if (!this.#open.close(name)) this.#findings.facts.add("stray-end");
  }

  /** Separates the words of an element from those beside it. */
  #separate(name: string, style: Style): void {
    const inline = style.display === "inline" && !APART.has(name) && name !== "br";
    const texts = this.#open.look.gone ? [this.#hidden] : [this.#visible, this.#hidden];
    for (const text of texts) {
      if ((BLOCK.has(name) && !inline) || style.display === "block") text.endLine();
      else if (APART.has(name)) text.endWord();
    }
  }

  /** Adds the texts in attributes. */
  #attributeTexts(name: string, attributes: Attributes, seen: boolean): void {
    const type = name === "input" ? (attributes.get("type")?.trim().toLowerCase() ?? "text") : "";
    if (name === "img" || type === "image") {
      if (seen && !isPixel(attributes)) this.#visible.endWord();
      this.#alternative(attributes, seen);
    } else if (name === "area") {
      this.#alternative(attributes, seen);
    } else if (seen && SHOWS_VALUE.has(type)) {
      this.#visible.add(attributes.get("value") ?? "");
    }
  }

  #alternative(attributes: Attributes, seen: boolean): void {
    const text = seen ? this.#alternatives : this.#hidden;
    for (const name of ["alt", "title"]) {
      text.endLine();
      text.add(attributes.get(name) ?? "");
    }
    text.endLine();
  }

  #endLink(): void {
    if (this.#link !== undefined && this.#linkText !== "" && leadsElsewhere(this.#linkText, this.#link)) {
      this.#findings.facts.add("deceiving-link");
    }
    this.#link = undefined;
    this.#linkText = "";
  }
}

type Between = "comment-in-word" | "hidden-in-word" | "unknown-tag-in-word";

/** Their content is not text of the document. */
const DROPPED: ReadonlySet<string> = new Set(["iframe", "noembed", "noframes", "script", "style"]);

/** Types of `<input>` that show their value. */
const SHOWS_VALUE: ReadonlySet<string> = new Set(["button", "email", "reset", "search", "submit", "text", "url"]);

/** In characters; no element or attribute of HTML has a longer name. */
const MAX_NAME = 40;

/** Whether it is an ASCII letter or digit, or, roughly, a letter of another script. */
function isWordCharacter(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || code >= 0xc0;
}
