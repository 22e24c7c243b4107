import { hostSuffixes, type LinkFact, linkTarget } from "../links.js";

/** The hosts that the addresses of a message lead to, each once. */
export class LinkHosts {
  /** Hosts, and the ends of them that are hosts. */
  readonly hosts = new Set<string>();
  readonly facts = new Set<LinkFact>();
  /** A page has most of its addresses many times over. */
  readonly #seen = new Set<string>();

  /** Adds an address as it stands; what leads nowhere is left out. */
  add(url: string): void {
    if (this.#seen.has(url)) return;
    this.#seen.add(url);
    const target = linkTarget(url);
    if (target === undefined) return;
    for (const suffix of target.suffixes) this.hosts.add(suffix);
    for (const fact of target.facts) this.facts.add(fact);
    for (const host of target.inner) for (const suffix of hostSuffixes(host)) this.hosts.add(suffix);
  }
}
