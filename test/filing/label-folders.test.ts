import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelFolders, unsureFolder } from "../../src/filing/label-folders.js";

const folderOf = (label: string, dotted = false) => labelFolders([label], dotted).get(label);

describe("the folder of a label", () => {
  it("is the label if it can be", () => {
    for (const label of ["ham", "comp.graphics", "漢字", "a b", "50 %", "-n", "a..b", "x".repeat(200)]) {
      expect(folderOf(label)).toBe(label);
    }
  });

  it("is no other folder and no hidden one, and has no control characters", () => {
    const table = {
      "": "%",
      ".": "%2e",
      "..": "%2e.",
      ".hidden": "%2ehidden",
      "a/b": "a%2fb",
      "/": "%2f",
      "a\0b": "a%00b",
    };
    for (const [label, folder] of Object.entries(table)) expect(folderOf(label)).toBe(folder);
    expect(folderOf("a\nb")).toBe("a%0ab");
    expect(folderOf("half \ud800")).toBe("half %d800");
  });

  it("is a Maildir itself for what its reader calls inbox", () => {
    expect([...labelFolders(["INBOX", "inbox", "spam"], true).values()]).toEqual(["INBOX", "", "spam"]);
    expect(folderOf("inbox")).toBe("inbox");
  });

  it("has no dot in a Maildir++ that would separate nothing", () => {
    expect(folderOf("comp.graphics", true)).toBe("comp.graphics");
    expect(folderOf("a..b.", true)).toBe("a%2e.b%2e");
  });

  it("is cut with a digest if it is too long", () => {
    const [a, b] = [folderOf(`${"é".repeat(300)}a`) ?? "", folderOf(`${"é".repeat(300)}b`) ?? ""];
    expect(a).toMatch(/^é+~[0-9a-f]{8}$/);
    expect(a).not.toBe(b);
    expect(Buffer.byteLength(a)).toBeLessThan(240);
  });

  it("has a number where a file system may not tell it from another", () => {
    expect([...labelFolders(["Ham", "ham", "HAM", "e\u0301", "é"])]).toEqual([
      ["Ham", "Ham"],
      ["ham", "ham-2"],
      ["HAM", "HAM-3"],
      ["e\u0301", "e\u0301"],
      ["é", "é-2"],
    ]);
  });

  it("is not taken by a label that had to change", () => {
    expect([...labelFolders(["/", "%2f"])]).toEqual([
      ["/", "%2f-2"],
      ["%2f", "%2f"],
    ]);
  });

  it("is one name of its own for any label", () => {
    const label = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("..", ".", "", "/", "%2f", "a", "A", "\0", "a-2"),
    );
    fc.assert(
      fc.property(fc.uniqueArray(label, { minLength: 1, maxLength: 8 }), fc.boolean(), (labels, dotted) => {
        const folders = labelFolders(labels, dotted);
        expect([...folders.keys()]).toEqual(labels);
        const names = [...folders.values()];
        expect(new Set(names.map((name) => name.normalize("NFC").toLowerCase())).size).toBe(labels.length);
        for (const name of names) {
          // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what may not be there
          expect(name).toMatch(/^[^./\u0000-\u001f][^/\u0000-\u001f]*$/);
          expect(Buffer.byteLength(name)).toBeLessThan(250);
        }
      }),
    );
  });
});

describe("the folder for what is unsure", () => {
  const folders = labelFolders(["ham", "spam"]);

  it("is one name that is no label's", () => {
    expect(unsureFolder("unsure", folders)).toBe("unsure");
    expect(() => unsureFolder("Spam", folders)).toThrow(
      'unsureTo: required a folder of its own, got that of the class "spam"',
    );
    for (const name of ["", "..", "a/b", ".thresher", "/tmp"]) {
      expect(() => unsureFolder(name, folders), name).toThrow(
        /required the name of one folder that does not begin with a dot/,
      );
    }
  });
});
