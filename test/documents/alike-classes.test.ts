import { describe, expect, it } from "vitest";
import { alikeClass, alikeClasses } from "../../src/documents/alike-classes.js";

/** Pairs of names, each on a line. */
const ALIKE = `Spam|spam
to-do|To Do
Famly|family
recipts|receipts
invioces|invoices
invoice|invoices
работы|работа
1|1.0
4,50|4.5
3|03
Level 3|level-03
2026-01|2026/1
ham|ham\u200b
to\u00a0do|to do
می‌شود|میشود`;
const DIFFERENT = `ham|spam
hum|ham
work|word
list1|list2
2024|2025
1|-1
10|1.0
1.5|15
2026-11-5|2026-1-15
import|export
sci.med|sci.space
|--
family|fmliya`;

describe("names of classes", () => {
  it("are alike if people may confuse them", () => {
    const pairs = (text: string) => text.split("\n").map((line) => line.split("|"));
    for (const pair of pairs(ALIKE)) expect(alikeClasses(pair)).toEqual([pair]);
    for (const pair of pairs(DIFFERENT)) expect(alikeClasses(pair), pair.join()).toEqual([]);
  });

  it("that are alike come in lists, in the order of the classes", () => {
    const labels = ["Famly", "Spam", "family", "ham", "spam", "FAMILY"];
    expect(alikeClasses(labels)).toEqual([
      ["Famly", "family", "FAMILY"],
      ["Spam", "spam"],
    ]);
  });

  it("are looked up for a new one, also among names for spam", () => {
    expect(alikeClass("Famly", ["work", "family"])).toBe("family");
    expect(alikeClass("Junk", ["ham", "spam"])).toBe("spam");
    expect(alikeClass("travel", ["work", "family"])).toBeUndefined();
  });
});
