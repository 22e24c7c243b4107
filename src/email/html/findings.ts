import type { HtmlFact, HtmlLink } from "../html.js";
import { type Attributes, isPixel } from "./attributes.js";

/** More links than anybody follows: what is beyond counts as a fact. */
export const MAX_LINKS = 5000;

/** A link whose text is still being read. */
export type FoundLink = { -readonly [Key in keyof HtmlLink]: HtmlLink[Key] };

/** What a document leads to and loads, and its structural facts. */
export class Findings {
  readonly #links: FoundLink[] = [];
  readonly #facts = new Map<HtmlFact, number>();

  get links(): readonly HtmlLink[] {
    return this.#links;
  }

  get facts(): ReadonlyMap<HtmlFact, number> {
    return this.#facts;
  }

  count(fact: HtmlFact, times = 1): void {
    this.#facts.set(fact, (this.#facts.get(fact) ?? 0) + times);
  }

  /** Takes in a start tag. @returns the link, if its text follows */
  add(name: string, attributes: Attributes): FoundLink | undefined {
    const fact = FACTS.get(name);
    if (fact !== undefined) this.count(fact);
    if (attributes.size === 0) return undefined;
    this.#link("image", attributes.get("background"));
    switch (name) {
      case "a":
      case "area":
        return this.#link("link", attributes.get("href"));
      case "base":
        return this.#link("base", attributes.get("href"));
      case "form":
        return this.#link("form", attributes.get("action"));
      case "link":
        if (/\bstylesheet\b/i.test(attributes.get("rel") ?? "")) this.count("external-style");
        return this.#link("load", attributes.get("href"));
      case "img":
        return this.#image(attributes);
      case "input":
      case "button":
        return this.#field(attributes);
      case "meta":
        return this.#meta(attributes);
      default:
        return this.#link("load", attributes.get(name === "object" ? "data" : "src"));
    }
  }

  #image(attributes: Attributes): FoundLink | undefined {
    if (isPixel(attributes)) this.count("tracking-pixel");
    return this.#link("image", attributes.get("src"));
  }

  #field(attributes: Attributes): FoundLink | undefined {
    const type = attributes.get("type")?.trim().toLowerCase();
    if (type === "password") this.count("password-field");
    if (type === "image") this.#image(attributes);
    return this.#link("form", attributes.get("formaction"));
  }

  #meta(attributes: Attributes): FoundLink | undefined {
    if (attributes.get("http-equiv")?.trim().toLowerCase() !== "refresh") return undefined;
    this.count("refresh");
    const content = attributes.get("content") ?? "";
    const at = content.toLowerCase().indexOf("url");
    return at < 0 ? undefined : this.#link("refresh", content.slice(at + 3).replace(/^\s*=?\s*["']?|["']$/g, ""));
  }

  #link(kind: HtmlLink["kind"], url: string | undefined): FoundLink | undefined {
    const target = url?.trim() ?? "";
    if (target === "" || target.startsWith("#")) return undefined;
    if (/^data:/i.test(target)) {
      this.count("inline-data");
      return undefined;
    }
    if (this.#links.length >= MAX_LINKS) {
      this.count("many-links");
      return undefined;
    }
    const link = { kind, url: target };
    this.#links.push(link);
    return link;
  }
}

/** The fact that an element is there. */
const FACTS: ReadonlyMap<string, HtmlFact> = new Map([
  ["img", "image"],
  ["form", "form"],
  ["script", "script"],
  ["frame", "frame"],
  ["iframe", "frame"],
  ["embed", "frame"],
  ["object", "frame"],
]);
