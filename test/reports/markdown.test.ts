import { describe, expect, it } from "vitest";
import { markdownPage, markdownText } from "../../src/reports/markdown.js";

describe("text in Markdown", () => {
  it("is no markup, no HTML, no link, no mention and no other cell", () => {
    const escaped = [
      ["a|b *c* _d_ `e` ~i~ $j$ {.k}", "a\\|b \\*c\\* \\_d\\_ \\`e\\` \\~i\\~ \\$j\\$ \\{.k}"],
      ["[f](g) ![f](g) [f][g] [f]: g", "[f\\](g) ![f\\](g) [f\\][g] [f\\]: g"],
      ["<h> </h> <!-- &amp; &#65;", "\\<h> \\</h> \\<!-- \\&amp; \\&\\#65;"],
      ["http://x www.x WWW.x mailto:a@x", "http\\://x www\\.x WWW\\.x mailto\\:a\\@x"],
      ["@someone #1 :smile: \\* \\", "\\@someone \\#1 \\:smile: \\\\\\* \\\\"],
      ["# a #", "\\# a \\#"],
      ["> a", "\\> a"],
      ["- a", "\\- a"],
      ["---", "\\---"],
      ["12. a", "12\\. a"],
      ["1) a", "1\\) a"],
    ];
    for (const [text, markdown] of escaped) expect(markdownText(text)).toBe(markdown);
    expect(markdownText("a\n\u202e")).toBe("a\\n\\u202e");
  });

  it("stays as it is where Markdown sees no markup", () => {
    const names = ["comp.os.ms-windows.misc", "play: 2 classes (a_b, c_d) from 20,000 rows!", "[0.1, 0.2] of C:\\mail"];
    for (const text of [...names, "P < 0.05 & F > 3", "-0.5", "1.5", "12:30:00", "a - b + c"]) {
      expect(markdownText(text)).toBe(text);
    }
  });
});

it("a page of Markdown has headings, sentences, tables and code, and escapes every text", () => {
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
    [{ code: "{}", language: "json" }],
    [{ name: "drawn", plot: () => ({ $schema: "", description: "" }), drawing: () => ["c"] }],
    [{ items: [{ name: "a*", remarks: ["b"] }] }],
    [() => ["a", "", "b"]],
  ]);
  expect(page).toBe(
    [
      "# \\*News\\*",
      "Read a_b.",
      "Twice.",
      "| class | f1 |\n| --- | ---: |\n| **a\\|b** | **1** |",
      "|  |  |  |\n| --- | ---: | --- |\n| class | f1 | half, or less |\n| a\\|b | 1 |  |",
      "## Settings",
      "```json\n{}\n```",
      "    c",
      "    a\n\n    b\n",
    ].join("\n\n"),
  );
});
