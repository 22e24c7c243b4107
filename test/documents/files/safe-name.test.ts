import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodedFolderName, encodedFolderName, labelOfName, safeName } from "../../../src/documents/files/safe-name.js";

describe("the name of a folder for a label", () => {
  it("has codes for what no name has, from which the label is found again", () => {
    const names = {
      ...{ "Lists/node": "Lists%2fnode", ".hidden": "%2ehidden", "a\nb": "a%0ab", "half \ud800": "half %d800" },
      ...{ "50%": "50%", "50%20off": "50%20off", "100%/50%": "100%%2f50%", CON: "%43ON", nul: "%6eul" },
      ...{ "com1.net": "%63om1.net", console: "console", "a.": "a%2e", "a ": "a%20", "a. .": "a. %2e" },
      ...{ ".": "%2e", "..": "%2e." },
    };
    for (const [label, name] of Object.entries(names)) {
      expect(safeName(label)).toBe(name);
      expect(labelOfName(name)).toBe(label);
    }
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

describe("names of mail folders in modified UTF-7", () => {
  it("are those of RFC 3501, and of folders that mail programs make", () => {
    const table = {
      Junk: "Junk",
      Entwürfe: "Entw&APw-rfe",
      "R&D": "R&-D",
      "~peter/mail/台北/日本語": "~peter/mail/&U,BTFw-/&ZeVnLIqe-",
      Отправленные: "&BB4EQgQ,BEAEMAQyBDsENQQ9BD0ESwQ1-",
      下書き: "&Tgtm+DBN-",
      "😀": "&2D3eAA-",
      "a\nb": "a&AAo-b",
      "": "",
    };
    for (const [name, encoded] of Object.entries(table)) {
      expect(encodedFolderName(name)).toBe(encoded);
      expect(decodedFolderName(encoded)).toBe(name);
    }
  });

  it("stay as they are where no program would have encoded them so", () => {
    for (const name of "R&D Entwürfe &AGE- &APw &APw=- a&-& &AA- &2D0- &Jjo-!&Jjo-ü &AC8-".split(" ")) {
      expect(decodedFolderName(name)).toBe(name);
    }
  });

  it("are read as they were written, whatever they are", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        const encoded = encodedFolderName(name);
        expect(encoded).toMatch(/^[\x20-\x7e]*$/);
        expect(decodedFolderName(encoded)).toBe(name);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("&", "-", "A", ",", "+", "/", "w", "ü") }), (name) => {
        const decoded = decodedFolderName(name);
        expect(decoded === name || encodedFolderName(decoded) === name).toBe(true);
      }),
    );
  });
});
