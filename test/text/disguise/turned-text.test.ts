import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { turnedBack } from "../../../src/text/disguise/disguise.js";

function read(text: string): { text: string; words: string[] } {
  const words: string[] = [];
  return { text: turnedBack(text, (word) => words.push(word)), words };
}

describe("turnedBack", () => {
  it.each([
    ["\u202eargaiv\u202c", "viagra", ["viagra"]],
    ["buy \u202e!argaiv paehc\u202c now", "buy cheap viagra! now", ["cheap", "viagra"]],
    ["a \u202etfos\u202c and \u202e97\u202c b", "a soft and \u202e97\u202c b", ["soft"]],
    ["\u202eлопъ\u202c", "ъпол", ["ъпол"]],
    ["\u202ee\u0301facb\u202c", "bcafe\u0301", ["bcafe\u0301"]],
    ["\u202e😀 ko\u202c", "ok 😀", ["ok"]],
    ["\u202eV I\u202c", "I V", []],
  ])("reads %j as %j", (text, plain, words) => {
    expect(read(text)).toEqual({ text: plain, words });
  });

  it.each([
    "nothing of the kind",
    "never turned \u202eback",
    "\u202eargaiv\n\u202c",
    "\u202eשלום\u202c",
    "\u202eabc שלום\u202c",
    "\u202ea\u202c",
    "\u202e\u202c",
    "\u202aabc\u202c",
    "\u202ea\u2067b\u2069c\u202c",
  ])("leaves %j as it is", (text) => {
    expect(read(text)).toEqual({ text, words: [] });
  });

  it("gives back any letters that are turned round", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zäяω]{2,20}$/), (word) => {
        const turned = [...word].reverse().join("");
        expect(read(`x \u202e${turned}\u202c y`)).toEqual({ text: `x ${word} y`, words: [word] });
      }),
    );
  });
});
