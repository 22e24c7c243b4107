import { describe, expect, it } from "vitest";
import { documentsOf, type Layout } from "../../../scripts/corpora/layout.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (of: Uint8Array) => new TextDecoder().decode(of);

describe("an archive of a file per document", () => {
  const folders = new Map(Object.entries({ "set-train": "train", spam: "spam/spam", "20_newsgroups": "" }));
  const layout: Layout = { kind: "folders", folders, leaveOut: ["cmds"] };
  const path = (of: string) => documentsOf(layout, of, bytes("x")).map((document) => document.path);

  it("puts each top folder where the corpus has it", () => {
    expect(path("set-train/sci.space/1")).toEqual(["train/sci.space/1"]);
    expect(path("spam/00001.a")).toEqual(["spam/spam/00001.a"]);
    expect(path("20_newsgroups/sci.space/1")).toEqual(["sci.space/1"]);
  });

  it("leaves out other folders, files beside the folders and files named as no documents", () => {
    for (const of of ["other/1", "__proto__/1", "README", "spam", "spam/cmds"]) expect(path(of)).toEqual([]);
    const lines: Layout = { kind: "messages", file: "Messages", labels: ["ham", "spam"] };
    expect(documentsOf(lines, "readme", bytes("ham\tx\n"))).toEqual([]);
  });

  it("keeps the bytes as they are", () => {
    const odd = Uint8Array.of(0xff, 0x00, 0x0d, 0x0a);
    expect(documentsOf(layout, "spam/1", odd)).toEqual([{ path: "spam/spam/1", bytes: odd }]);
  });
});

describe("an archive of one message a line", () => {
  const layout: Layout = { kind: "messages", file: "Messages", labels: ["ham", "spam"] };

  it("makes a file of each line, numbered so that they sort in its order", () => {
    const lines = Array.from({ length: 10 }, (_, i) => `${i === 9 ? "spam" : "ham"}\tmessage ${i}\n`).join("");
    const documents = documentsOf(layout, "Messages", bytes(lines));
    expect(documents).toHaveLength(10);
    expect([documents[0].path, documents[9].path]).toEqual(["ham/01.txt", "spam/10.txt"]);
    expect(text(documents[9].bytes)).toBe("message 9");
  });

  it("keeps tabs and letters beyond ASCII in the text, takes both line endings and needs none at the end", () => {
    const documents = documentsOf(layout, "Messages", bytes("ham\t£5\tor ü?\r\nspam\t\nham\tlast"));
    expect(documents.map((document) => text(document.bytes))).toEqual(["£5\tor ü?", "", "last"]);
  });

  it("refuses a line without a known label and says which", () => {
    for (const line of ["eggs\thello", "ham hello", ""]) {
      expect(() => documentsOf(layout, "Messages", bytes(`ham\tfine\n${line}\n`))).toThrow(
        "Messages, line 2: it must begin with ham or spam and a tab",
      );
    }
  });
});
