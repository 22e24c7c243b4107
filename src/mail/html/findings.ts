import { byName } from "../../base/lists.js";
import { controlType, isPixel } from "./attributes.js";
import type { HtmlFact } from "./html-text.js";
import type { Attributes } from "./tokens.js";

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
    const type = name === "input" || name === "button" ? controlType(attributes) : "";
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
