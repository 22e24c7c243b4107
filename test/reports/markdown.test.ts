import { describe, expect, it } from "vitest";
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
  it("has headings, sentences, tables and code, and escapes every text", () => {
    const rows = [
      ["class", "f1"],
      ["a|b", "1"],
    ];
    const page = markdownPage([
      [{ heading: "*News*" }],
      ["Read a_b.", { text: "Twice.", look: "dim" }],
      [{ rows, align: "lr", look: (row) => (row === 1 ? "bold" : undefined) }],
      [{ rows, align: "lr", isHeadless: true, remarks: [["half,", "or less"], []] }],
      [],
      [{ heading: "Settings" }],
      [{ json: "{}" }],
      [() => ["a", "", "b"]],
    ]);
    expect(page).toBe(
      [
        "# \\*News\\*",
        "Read a\\_b.",
        "Twice.",
        "| class | f1 |\n| --- | ---: |\n| **a\\|b** | **1** |",
        "|  |  |  |\n| --- | ---: | --- |\n| class | f1 | half, or less |\n| a\\|b | 1 |  |",
        "## Settings",
        "```json\n{}\n```",
        "    a\n\n    b\n",
      ].join("\n\n"),
    );
  });
});
