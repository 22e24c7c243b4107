import { describe, expect, it } from "vitest";
import { phrase } from "../../src/reports/blocks.js";
import { markdownPage, markdownText } from "../../src/reports/markdown.js";

describe("text in Markdown", () => {
  it("is no markup, no HTML, no link and no other cell", () => {
    expect(markdownText("comp.os.ms-windows.misc")).toBe("comp.os.ms-windows.misc");
    expect(markdownText("a|b *c* _d_ `e` [f](g) <h> &amp; #1 ~i~ $j$ !")).toBe(
      "a\\|b \\*c\\* \\_d\\_ \\`e\\` \\[f\\]\\(g\\) \\<h\\> \\&amp; \\#1 \\~i\\~ \\$j\\$ \\!",
    );
    expect(markdownText("http://x www.x WWW.x a@x")).toBe("http\\://x www\\.x WWW\\.x a\\@x");
    expect(markdownText("a\n\u202e")).toBe("a\\\\n\\\\u202e");
  });
});

describe("a page of Markdown", () => {
  it("has headings, sentences, tables and code, and escapes every value but no word of our own", () => {
    const rows = [
      ["class", "f1"],
      ["a|b", "1"],
    ];
    const page = markdownPage([
      [{ heading: "*News*" }],
      [phrase`Read (twice): ${"a_b"}.`],
      [{ rows, align: "lr", look: (row) => (row === 1 ? "bold" : undefined) }],
      [],
      [{ heading: "Settings" }],
      [{ code: "{}", language: "json" }],
      [{ code: "a\n\nb" }],
    ]);
    expect(page).toBe(
      [
        "# \\*News\\*",
        "Read (twice): a\\_b.",
        "| class | f1 |\n| --- | ---: |\n| **a\\|b** | **1** |",
        "## Settings",
        "```json\n{}\n```",
        "    a\n\n    b\n",
      ].join("\n\n"),
    );
  });
});
