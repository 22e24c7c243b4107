import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodedFolderName, encodedFolderName } from "../../../src/documents/files/safe-name.js";

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
