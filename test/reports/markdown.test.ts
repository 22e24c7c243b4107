import { describe, expect, it } from "vitest";
import { markdownTable, markdownText } from "../../src/reports/markdown.js";

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

describe("a table in Markdown", () => {
  it("has a line under its head that says how columns stand", () => {
    expect(
      markdownTable(
        [
          ["class", "f1"],
          ["ham", "1"],
        ],
        "lr",
      ),
    ).toEqual(["| class | f1 |", "| --- | ---: |", "| ham | 1 |"]);
  });
});
