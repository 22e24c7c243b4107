import { describe, expect, it } from "vitest";
import { alikeClass, alikeClasses, areAlike } from "../../src/documents/alike-classes.js";

describe("names of classes", () => {
  it.each([
    ["Spam", "spam"],
    ["to-do", "To Do"],
    ["Famly", "family"],
    ["recipts", "receipts"],
    ["invioces", "invoices"],
    ["invoice", "invoices"],
    ["работы", "работа"],
    ["1", "1.0"],
    ["4,50", "4.5"],
    ["3", "03"],
    ["Level 3", "level-03"],
    ["2026-01", "2026/1"],
    ["ham", "ham\u200b"],
    ["to\u00a0do", "to do"],
    ["می‌شود", "میشود"],
  ])("%j and %j are alike", (a, b) => {
    expect([areAlike(a, b), areAlike(b, a)]).toEqual([true, true]);
  });

  it.each([
    ["ham", "spam"],
    ["hum", "ham"],
    ["work", "word"],
    ["list1", "list2"],
    ["2024", "2025"],
    ["1", "-1"],
    ["10", "1.0"],
    ["1.5", "15"],
    ["2026-11-5", "2026-1-15"],
    ["import", "export"],
    ["sci.med", "sci.space"],
    ["", "--"],
    ["family", "fmliya"],
  ])("%j and %j are not alike", (a, b) => {
    expect([areAlike(a, b), areAlike(b, a)]).toEqual([false, false]);
  });

  it("that are alike come in lists, in the order of the classes", () => {
    const labels = ["Famly", "Spam", "family", "ham", "spam", "FAMILY"];
    expect(alikeClasses(labels)).toEqual([
      ["Famly", "family", "FAMILY"],
      ["Spam", "spam"],
    ]);
    expect(alikeClasses(["a", "b", "c"])).toEqual([]);
  });

  it("are looked up for a new one, also among names for spam", () => {
    expect(alikeClass("Famly", ["work", "family"])).toBe("family");
    expect(alikeClass("Junk", ["ham", "spam"])).toBe("spam");
    expect(alikeClass("travel", ["work", "family"])).toBeUndefined();
  });
});
