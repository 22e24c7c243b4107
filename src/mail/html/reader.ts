import { isPixel, linkColourOf, styleKey } from "./attributes.js";
import { isHiddenField, stylesBefore } from "./browser-styles.js";
import { Styles } from "./css/styles.js";
import { StyleWork, TOO_MUCH_WORK } from "./css/work.js";
import { decoded } from "./decoded.js";
import { hasEncodedLetter, isWordCharacter } from "./encoded-letters.js";
import { type HtmlText, PageFindings } from "./findings.js";
import { leadsElsewhere } from "./links.js";
import { gone, isOnLine, type Look, type Open, PAGE } from "./look.js";
import { isBlock, lookBehind, lookOf } from "./look-of.js";
import { addSheets, chosenOption, hasHeight, isFolded, leaveOut, textOf } from "./page-parts.js";
import { ShownText } from "./shown-text.js";
import { APART, DROPPED, KNOWN, SHOWS_VALUE } from "./tree/elements.js";
import { type Attributes, COMMENT, HTML, type HtmlNode, nodesIn, TEXT } from "./tree/node.js";
import { parseHtml } from "./tree/tree.js";

/** How many documents have been read. */
let documents = 0;
/** How many looks are in the caches. Each look is cached in the look around it; the outermost look is the page. */
let looksKnown = 0;
/** Pages in quirks mode have a cache of their own. */
const QUIRKY_PAGE: Look = { ...PAGE };

/** With more looks than this, the caches are cleared. */
const MAX_LOOKS = 4096;

/** In characters. An address in the text of a link is shorter. */
const MAX_LINK_TEXT = 300;

/**
 * Reads HTML as a browser with scripts turned off shows it. Accepts any bytes. Time and memory are bounded.
 *
 * Builds the tree of the HTML standard. The style sheets of the document, `style` attributes, and the old attributes
 * for colour and size decide whether text is visible. There is no layout: see the README.
 */
export function readHtml(html: Uint8Array): HtmlText {
  return new HtmlReader().read(html);
}

/** Reads one document: sorts its texts into seen and hidden ones, and collects its links and facts. */
class HtmlReader {
  readonly #visible = new ShownText();
  readonly #hidden = new ShownText();
  readonly #title = new ShownText();
  readonly #alternatives = new ShownText();
  readonly #findings = new PageFindings();
  #linkColour = "#0000ee";
  readonly #number = documents++;
  /** Elements that are hidden because of their place in the tree. */
  readonly #leftOut = new Set<HtmlNode>();
  /** The current or last link. */
  #link: { readonly attributes: Attributes; readonly address: string | undefined } | undefined;
  #linkText = "";
  #isInLink = false;
  /** The characters between the last visible letter and the next one. */
  #between: Between | undefined;

  read(bytes: Uint8Array): HtmlText {
    const { text, hasNul, isBinary, isLong } = decoded(bytes);
    const { facts, links } = this.#findings;
    if (looksKnown > MAX_LOOKS) {
      PAGE.inside = QUIRKY_PAGE.inside = undefined;
      looksKnown = 0;
    }
    if (hasNul) facts.add("nul");
    if (isBinary) facts.add("binary");
    if (isLong) facts.add("long");
    if (hasEncodedLetter(text)) facts.add("encoded-letter");
    const { root, isQuirky } = parseHtml(text, facts);
    try {
      const styles = new Styles(new StyleWork(isQuirky));
      // Rules also apply to the elements before them.
      if (/<style/i.test(text)) addSheets(root, styles);
      this.#walk(root, styles, isQuirky);
    } catch (error) {
      if (error !== TOO_MUCH_WORK) throw error;
      facts.add("many-elements");
    }
    this.#endLink();
    return {
      visible: this.#visible.bytes(),
      hidden: this.#hidden.bytes(),
      title: this.#title.bytes(),
      alternatives: this.#alternatives.bytes(),
      links,
      facts,
    };
  }

  /** Walks the tree in a loop, because it can be deeper than calls can be nested. */
  #walk(root: HtmlNode, styles: Styles, isQuirky: boolean): void {
    const page = isQuirky ? QUIRKY_PAGE : PAGE;
    const open: Open[] = [{ look: page, inside: page }];
    for (let node = root.first; node !== null; ) {
      const { inside } = open[open.length - 1];
      if (node.name === TEXT) this.#text(node.text, this.#leftOut.has(node) ? gone(inside) : inside);
      else if (node.name === COMMENT) this.#cameBetween("comment-in-word");
      else {
        const look = this.#lookOf(node, inside, styles, isQuirky);
        this.#start(node, inside, look);
        if (DROPPED.has(node.name)) {
          if (node.name === "title" && node.namespace === HTML) this.#title.add(textOf(node));
        } else if (isFolded(node)) this.#options(node, look, chosenOption(node));
        else if (node.name === "option") this.#options(node, look, node);
        else if (node.first !== null) {
          leaveOut(node, this.#leftOut);
          // A box without height that cuts its content shows nothing.
          const isFlat = !look.isGone && look.room.isFlat && look.room !== inside.room && !hasHeight(node);
          open.push({ look, inside: isFlat ? gone(look) : look });
          node = node.first;
          continue;
        }
        this.#end(node, open[open.length - 1], look, look);
      }
      while (node.next === null && node.parent !== null && node.parent !== root) {
        node = node.parent;
        const { look, inside } = open.pop() ?? open[0];
        this.#end(node, open[open.length - 1], look, inside);
      }
      node = node.next;
    }
  }

  /** Returns how an element looks, from the cache of the look around it if an equal element was there before. */
  #lookOf(node: HtmlNode, around: Look, styles: Styles, isQuirky: boolean): Look {
    const { name, attributes, namespace } = node;
    if (name === "body") this.#linkColour = linkColourOf(attributes) ?? this.#linkColour;
    const rules = styles.rulesFor(node);
    let key = attributes.size === 0 ? name : name + styleKey(attributes);
    if (name === "a") key += this.#linkColour;
    if (namespace !== HTML) key += `\0${namespace}`;
    // The numbers of rules are unique only within a document.
    if (rules.length > 0) key += `\0${this.#number}:${rules.map(({ order }) => order).join()}`;
    around.inside ??= new Map();
    let look = around.inside.get(key);
    if (look === undefined) {
      const before = stylesBefore(name, attributes, this.#linkColour, isQuirky);
      look = lookOf(node, around, before, styles.valuesOf(rules, attributes.get("style")), isQuirky);
      around.inside.set(key, look);
      looksKnown++;
    }
    if (isHiddenField(node)) return { ...gone(look), display: "none" };
    return this.#leftOut.has(node) ? gone(look) : look;
  }

  /** Reads an option, or a list that shows one option. All text of the option looks the same. */
  #options(all: HtmlNode, look: Look, option: HtmlNode | undefined): void {
    const label = option?.attributes.get("label") ?? "";
    const shown = new Set(option === undefined || label !== "" ? [] : nodesIn(option));
    this.#text(label, look);
    for (const node of nodesIn(all)) {
      if (node.isElement) {
        this.#findings.add(node.name, node.attributes);
        this.#hidden.endWord();
      } else if (node.name === TEXT && !DROPPED.has(node.parent?.name ?? "")) {
        this.#text(node.text, shown.has(node) ? look : gone(look));
      }
    }
  }

  #text(text: string, look: Look): void {
    if (look.isSeen) this.#addVisible(text);
    else this.#addHidden(text);
  }

  /** Notes what follows a visible letter. It is a fact if the next visible character is a letter, too. */
  #cameBetween(what: Between): void {
    if (isWordCharacter(this.#visible.last)) this.#between ??= what;
  }

  #addHidden(text: string): void {
    if (!/\S/.test(text)) this.#hidden.endWord();
    else {
      this.#hidden.add(text);
      this.#cameBetween("hidden-in-word");
    }
  }

  #addVisible(text: string): void {
    const isInWord = isWordCharacter(this.#visible.last) && isWordCharacter(text.charCodeAt(0));
    if (this.#between !== undefined && isInWord) this.#findings.facts.add(this.#between);
    this.#between = undefined;
    this.#visible.add(text);
    this.#hidden.endWord();
    if (this.#isInLink) this.#linkText += text.slice(0, MAX_LINK_TEXT - this.#linkText.length);
  }

  #start({ name, attributes }: HtmlNode, around: Look, look: Look): void {
    this.#separate(name, look, around);
    if (isOnLine(look)) this.#visible.beginBox();
    if (!KNOWN.has(name)) this.#cameBetween("unknown-tag-in-word");
    // If a block divides a link, the link becomes two elements that share their attributes.
    const isSame = name === "a" && attributes.size > 0 && this.#link?.attributes === attributes;
    if (!isSame) {
      if (name === "a") this.#endLink();
      const address = this.#findings.add(name, attributes);
      if (name === "a") this.#link = { attributes, address };
    }
    if (name === "a") this.#isInLink = true;
    this.#attributeTexts(name, attributes, look);
  }

  /** Ends an element. @param around the element around it @param inside how text at its end looked */
  #end({ name }: HtmlNode, around: Open, look: Look, inside: Look): void {
    if (name === "a") this.#isInLink = false;
    if (isOnLine(look)) this.#visible.endBox();
    this.#separate(name, look, around.inside);
    around.inside = lookBehind(around.inside, name, look, inside);
  }

  /** Separates the words in an element from the words beside it. */
  #separate(name: string, look: Look, around: Look): void {
    if (isBlock(name, look)) {
      this.#hidden.endLine();
      if (!around.isGone && look.display !== "none") this.#visible.endLine();
    }
    if (!APART.has(name)) return;
    for (const text of look.isGone ? [this.#hidden] : [this.#visible, this.#hidden]) text.endWord();
  }

  /** Adds the texts in attributes. */
  #attributeTexts(name: string, attributes: Attributes, look: Look): void {
    const seen = look.isSeen;
    const type = name === "input" ? (attributes.get("type")?.trim().toLowerCase() ?? "text") : "";
    const isImage = name === "img" || type === "image";
    if (isImage && seen && !isPixel(attributes)) this.#visible.endWord();
    if (isImage || name === "area") this.#alternative(attributes, seen);
    else if (SHOWS_VALUE.has(type)) this.#text(attributes.get("value") ?? "", look);
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
    const address = this.#link?.address;
    const isDeceiving = address !== undefined && leadsElsewhere(this.#linkText, address);
    if (isDeceiving) this.#findings.facts.add("deceiving-link");
    this.#link = undefined;
    this.#linkText = "";
  }
}

/** Characters that can be between two letters of a word without being seen. */
type Between = "comment-in-word" | "hidden-in-word" | "unknown-tag-in-word";
