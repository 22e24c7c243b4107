import { byName } from "../../base/lists.js";
import { isPixel } from "./attributes.js";
import type { Attributes, TagFact } from "./tokens.js";

/** The texts, links and facts that are found in HTML. All texts are UTF-8. */
export interface HtmlText {
  /** The visible text, with one line for each block. Inline tags and comments do not split words. */
  readonly visible: Uint8Array;
  /** The text that is not displayed, is too small, has the colour of its background, or is off the page. */
  readonly hidden: Uint8Array;
  /** The title of the document. */
  readonly title: Uint8Array;
  /** The `alt` and `title` of pictures, one line each. */
  readonly alternatives: Uint8Array;
  /** The addresses that the page links to or loads, as written: at most MAX_LINKS of MAX_ATTRIBUTE characters each. */
  readonly links: readonly string[];
  readonly facts: ReadonlySet<HtmlFact>;
}

/** A fact about the structure of HTML. These words must never change, because models contain them as terms. */
export type HtmlFact =
  | TagFact
  /** Binary data instead of text. Only its beginning was read. */
  | "binary"
  /** A comment between two letters. */
  | "comment-in-word"
  /** A link whose text is an address at another site. */
  | "deceiving-link"
  /** An ASCII letter or digit that is written as a number. */
  | "encoded-letter"
  /** A style sheet from another place. */
  | "external-style"
  | "form"
  /** A frame or an embedded object. */
  | "frame"
  /** Invisible text between two letters. */
  | "hidden-in-word"
  | "image"
  /** Data instead of an address, `data:…`. */
  | "inline-data"
  /** Longer than MAX_HTML. Only the beginning was read. */
  | "long"
  /** More links than MAX_LINKS. */
  | "many-links"
  /** A NUL, which browsers ignore. */
  | "nul"
  | "password-field"
  | "refresh"
  | "script"
  /** A picture of at most one pixel. */
  | "tracking-pixel"
  /** A tag that is not an HTML element, between two letters. */
  | "unknown-tag-in-word";

/** How many links are kept. Nobody follows more. A fact records that there were more. */
export const MAX_LINKS = 5000;

/** Collects the links and structural facts of a document. */
export class PageFindings {
  readonly links: string[] = [];
  readonly facts = new Set<HtmlFact>();

  /** Adds a start tag. @returns the address that it links to; undefined if it has no link that counts */
  add(name: string, attributes: Attributes): string | undefined {
    const fact = FACTS.get(name);
    if (fact !== undefined) this.facts.add(fact);
    if (attributes.size === 0) return undefined;
    this.#link(attributes.get("background"));
    if (name === "meta") return this.#refresh(attributes);
    if (name === "link" && /\bstylesheet\b/i.test(attributes.get("rel") ?? "")) this.facts.add("external-style");
    const isField = name === "input" || name === "button";
    const type = isField ? attributes.get("type")?.trim().toLowerCase() : undefined;
    if (type === "password") this.facts.add("password-field");
    if ((name === "img" || type === "image") && isPixel(attributes)) this.facts.add("tracking-pixel");
    if (type === "image") this.#link(attributes.get("src"));
    return this.#link(attributes.get(LINK_ATTRIBUTES.get(name) ?? "src"));
  }

  /** Adds a `<meta>` that leads to another page. Returns the address after `url=`, if there is one. */
  #refresh(attributes: Attributes): string | undefined {
    if (attributes.get("http-equiv")?.trim().toLowerCase() !== "refresh") return undefined;
    this.facts.add("refresh");
    const content = attributes.get("content") ?? "";
    const at = content.toLowerCase().indexOf("url");
    return at < 0 ? undefined : this.#link(content.slice(at + 3).replace(/^\s*=?\s*["']?|["']$/g, ""));
  }

  /** Adds an address. Returns it, or undefined if it is empty, in the page itself, inline data or one too many. */
  #link(url = ""): string | undefined {
    const target = url.trim();
    if (target === "" || target.startsWith("#")) return undefined;
    if (/^data:/i.test(target)) this.facts.add("inline-data");
    else if (this.links.length >= MAX_LINKS) this.facts.add("many-links");
    else {
      this.links.push(target);
      return target;
    }
    return undefined;
  }
}

/** The fact to record for an element. */
const FACTS = byName<HtmlFact>({ img: "image", form: "form", script: "script", "frame iframe embed object": "frame" });

/** The attribute that has the address, for elements where it is not `src`. */
const LINK_ATTRIBUTES = byName({
  "a area base link": "href",
  form: "action",
  "input button": "formaction",
  object: "data",
});
