import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelOfName, safeName } from "../../../src/documents/files/safe-name.js";

describe("the name of a folder for a label", () => {
  it.each([
    ["Lists/node", "Lists%2fnode"],
    [".hidden", "%2ehidden"],
    ["a\nb", "a%0ab"],
    ["half \ud800", "half %d800"],
    ["50%", "50%"],
    ["50%20off", "50%20off"],
    ["100%/50%", "100%%2f50%"],
    ["CON", "%43ON"],
    ["nul", "%6eul"],
    ["com1.net", "%63om1.net"],
    ["console", "console"],
    ["a.", "a%2e"],
    ["a ", "a%20"],
    ["a. .", "a. %2e"],
    [".", "%2e"],
    ["..", "%2e."],
  ])("%j is %j, from which the label is found again", (label, name) => {
    expect(safeName(label)).toBe(name);
    expect(labelOfName(name)).toBe(label);
  });

  it("gives any label back that is not too long, and any name that it has not made", () => {
    const alphabet = fc.constantFrom("a", "2", "con", "/", ".", " ", "\n", "é", "\ud800");
    fc.assert(
      fc.property(fc.string({ unit: alphabet, minLength: 1, maxLength: 12 }), (label) => {
        expect(labelOfName(safeName(label))).toBe(label);
      }),
    );
    for (const name of ["%41", "a%2Fb", "%", "%zz", "R&D", "a/b"]) expect(labelOfName(name)).toBe(name);
  });
});
