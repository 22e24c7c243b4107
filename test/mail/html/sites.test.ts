import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { FREQUENT_SUFFIXES, hostSuffixes } from "../../../src/mail/html/sites.js";

describe("hostSuffixes", () => {
  it.each([
    ["www.bmw.de", ["www.bmw.de", "bmw.de"]],
    ["a.b.example", ["a.b.example", "b.example"]],
    ["news.bbc.co.uk", ["news.bbc.co.uk", "bbc.co.uk"]],
    ["www.city.kawasaki.jp", ["www.city.kawasaki.jp", "city.kawasaki.jp"]],
    ["www.shop.tokyo.jp", ["www.shop.tokyo.jp", "shop.tokyo.jp"]],
    ["pages.example.it", ["pages.example.it", "example.it"]],
    ["ann.github.io", ["ann.github.io", "github.io"]],
    ["co.uk", ["co.uk"]],
    ["192.0.2.1", ["192.0.2.1"]],
    ["[2001:db8::1]", ["[2001:db8::1]"]],
  ])("gives the parent domains of %s down to the registered one", (host, ends) => {
    expect(hostSuffixes(host)).toEqual(ends);
  });

  it("gives at least two labels, unless the host has one", () => {
    expect(hostSuffixes("localhost")).toEqual(["localhost"]);
    expect(hostSuffixes("example.com")).toEqual(["example.com"]);
    expect(hostSuffixes("")).toEqual([]);
    expect(hostSuffixes("..a..b.")).toEqual(["a.b"]);
  });

  it("gives one label more than a frequent suffix, which has no other below it in the list", () => {
    const reserved = ["example", "invalid", "localhost", "test"];
    const rules = rulesOfRegistries();
    expect(rules.size).toBeGreaterThan(5000);
    expect([...FREQUENT_SUFFIXES].filter((suffix) => !rules.has(suffix))).toEqual(reserved);
    const hasRulesBelow = (suffix: string) => [...rules].some((rule) => rule.endsWith(`.${suffix}`));
    expect(["uk", "jp"].every(hasRulesBelow)).toBe(true);
    expect([...FREQUENT_SUFFIXES].filter(hasRulesBelow)).toEqual([]);
  });
});

/** The rules of registries, exceptions too, as they stand in the package. */
function rulesOfRegistries(): ReadonlySet<string> {
  const { nodeFlags, edgeStart, edgeLength, edgeChild, labelText, rulesRoot, exceptionsRoot } = createRequire(
    import.meta.url,
  )("tldts/dist/cjs/src/data/trie.js") as Record<string, Uint16Array> & {
    readonly labelText: string;
    readonly rulesRoot: number;
    readonly exceptionsRoot: number;
  };
  const offsets = [0];
  for (const length of edgeLength) offsets.push(offsets[offsets.length - 1] + length);
  const rules = new Set<string>();
  const visit = (node: number, name: string) => {
    if ((nodeFlags[node] & 1) === 1) rules.add(name);
    for (let edge = edgeStart[node]; edge < edgeStart[node + 1]; edge++) {
      const label = labelText.slice(offsets[edge], offsets[edge + 1]);
      visit(edgeChild[edge], name === "" ? label : `${label}.${name}`);
    }
  };
  visit(rulesRoot, "");
  visit(exceptionsRoot, "");
  return rules;
}
