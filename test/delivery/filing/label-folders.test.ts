import { symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelFolders, unsureFolder } from "../../../src/delivery/filing/label-folders.js";
import { realInto, requireApart } from "../../../src/delivery/filing/target-folders.js";
import { folderWith, namesIn } from "../../helpers/folder.js";

const folderOf = (label: string, maildir?: string[]) => labelFolders([label], maildir).get(label);

describe("the folder of a label", () => {
  it("is the label itself if possible", () => {
    for (const label of ["ham", "comp.graphics", "漢字", "a b", "50 %", "-n", "a..b", "x".repeat(200)]) {
      expect(folderOf(label)).toBe(label);
    }
  });

  it("is never another folder or hidden, and has no control characters or halves of characters", () => {
    const hidden = { "": "%", ".": "%2e", "..": "%2e.", ".hidden": "%2ehidden", "a/b": "a%2fb", "/": "%2f" };
    const others = { "a\0b": "a%00b", "a\nb": "a%0ab", "half \ud800": "half %d800" };
    for (const [label, folder] of Object.entries({ ...hidden, ...others })) expect(folderOf(label)).toBe(folder);
  });

  it("is encoded in a Maildir++ as mail programs do it, however the label was learned, without useless dots", () => {
    const table = {
      ...{ Entwürfe: "Entw&APw-rfe", "Entw&APw-rfe": "Entw&APw-rfe", "R&D": "R&-D", ".Junk": "Junk" },
      ...{ "Lists/node": "Lists.node", ".Lists.node": "Lists.node", "日本/東京": "&ZeVnLA-.&Z3FOrA-" },
      ...{ "comp.graphics": "comp.graphics", "a..b.": "a%2e.b%2e" },
    };
    for (const [label, folder] of Object.entries(table)) expect(folderOf(label, []), label).toBe(folder);
  });

  it("is the Maildir itself for the label inbox", () => {
    expect([...labelFolders(["INBOX", "inbox", "spam"], []).values()]).toEqual(["INBOX", "", "spam"]);
    expect(folderOf("inbox")).toBe("inbox");
  });

  it("is the existing folder of a Maildir++, by the name that mail programs show", () => {
    const there = ["Junk", "Lists.node", "Entw&APw-rfe", "Büro", "R&D", "ham", "Ham"];
    const named = { ".Junk": "Junk", "Lists/node": "Lists.node", Entwürfe: "Entw&APw-rfe", spam: "spam" };
    for (const [label, folder] of Object.entries(named)) expect(folderOf(label, there), label).toBe(folder);
    for (const label of there) expect(folderOf(label, there), label).toBe(label);
    const together = labelFolders([".Junk", "ham", "Junk", "Ham", "Lists/node", "Lists.node"], there);
    expect([...together.values()]).toEqual(["Junk-2", "ham", "Junk", "Ham", "Lists.node-2", "Lists.node"]);
  });

  it("is cut with a digest if it is too long, also where its encoding is", () => {
    const [a = "", b] = ["a", "b"].map((end) => folderOf("é".repeat(300) + end));
    expect(a).toMatch(/^é+~[0-9a-f]{8}$/);
    expect(a).not.toBe(b);
    const encoded = folderOf("é漢 ".repeat(100), []) ?? "";
    expect(encoded).toMatch(/^[ -}]+~[0-9a-f]{8}$/);
    for (const name of [a, encoded]) expect(Buffer.byteLength(name)).toBeLessThan(240);
  });

  it("is a different name for each label", () => {
    const label = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("..", ".", "", "/", "%2f", "a", "A", "\0", "a-2"),
    );
    fc.assert(
      fc.property(fc.uniqueArray(label, { minLength: 1, maxLength: 8 }), fc.boolean(), (labels, dotted) => {
        const folders = labelFolders(labels, dotted ? ["a", "&AOk-"] : undefined);
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

describe("the folder for unsure messages", () => {
  const folders = labelFolders(["ham", "spam"]);

  it("is one name, and not the folder of a label", () => {
    expect(unsureFolder("unsure", folders)).toBe("unsure");
    const taken = 'unsureTo: "Spam" is the folder of the class "spam": give another name';
    expect(() => unsureFolder("Spam", folders)).toThrow(taken);
    for (const name of ["", "..", "a/b", ".thresher", "/tmp"]) {
      const fault = /cannot be the name of a folder: give one name that does not begin with a dot/;
      expect(() => unsureFolder(name, folders), name).toThrow(fault);
    }
  });

  it("is encoded in a Maildir++ as mail programs do it, and is not the Maildir itself", () => {
    const inMaildir = labelFolders(["ham", "spam"], ["Pr&APw-fen"]);
    expect(unsureFolder("Prüfen", inMaildir, ["Pr&APw-fen"])).toBe("Pr&APw-fen");
    const itself = 'unsureTo: "inbox" is the Maildir itself: give another name';
    expect(() => unsureFolder("inbox", inMaildir, [])).toThrow(itself);
  });
});

describe("a source", () => {
  const root = folderWith({
    inbox: { sorted: {}, m: "x" },
    sorted: { ham: { m: "x" }, unsure: {}, hammer: {} },
    box: { cur: {}, new: {}, tmp: {}, ".ham": { cur: {}, new: {}, tmp: {} } },
  });
  symlinkSync("inbox", join(root, "link"));
  const at = (path: string) => join(root, path);
  const apart =
    (into: string, ...sources: readonly string[]) =>
    () =>
      requireApart(sources.map(at), realInto(at(into), false), ["ham", "spam"]);

  it("may not hold the target folder, whether that exists or not, by whatever name, nor lie in a label's folder", () => {
    const holds = /^the folder to sort into lies in "[^"]+", so the next run would sort its own output: choose another/;
    for (const into of ["inbox/sorted", "inbox/to/come", "link/sorted", "inbox"]) {
      for (const source of ["inbox", "link"]) expect(apart(into, "sorted/unsure", source)).toThrow(holds);
    }
    for (const source of ["sorted/ham", "sorted/ham/m", "box/.ham/cur"]) {
      expect(apart(source.split("/")[0], source), source).toThrow(/lies in a folder that is sorted into/);
    }
  });

  it("may lie beside those folders, or be the Maildir that holds them", () => {
    const pairs = ["sorted sorted/unsure", "sorted sorted/hammer", "box box", "box box/cur", "inbox sorted"];
    for (const pair of [...pairs, "sorted inbox/m", "sorted nowhere"]) {
      const [into, source] = pair.split(" ");
      expect(apart(into, source), `${source} into ${into}`).not.toThrow();
    }
  });
});

it("the target folder is made with its parents", () => {
  const folder = folderWith({});
  expect(realInto(join(folder, "a/b"), false)).toBe(join(folder, "a/b"));
  expect(realInto("not-there", false)).toBe(join(process.cwd(), "not-there"));
  expect(namesIn(folder)).toEqual([]);
  expect(realInto(join(folder, "a/b"), true)).toBe(join(folder, "a/b"));
  expect(namesIn(folder)).toEqual(["a/", "a/b/"]);
});
