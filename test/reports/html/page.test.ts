import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Section } from "../../../src/reports/blocks.js";
import { htmlPage } from "../../../src/reports/html/page.js";
import { curveSpec } from "../../../src/reports/plots/curve-spec.js";
import { sampleCurve } from "../plots/sample.js";

const all = (page: string, pattern: RegExp) => [...page.matchAll(pattern)].map(([, found]) => found);

/** A page with a text in each place that has text. */
const sectionsWith = (text: string): Section[] => [
  [{ heading: `title ${text}` }, `sentence ${text}`, { text: `dim ${text}`, look: "dim" }],
  [{ heading: `first ${text}` }, { code: `code\n${text.replaceAll("\n", "")}`, language: "sh" }],
  [
    { heading: `second ${text}` },
    {
      rows: [
        ["name", "figure"],
        [`cell ${text}`, "1.50"],
      ],
      align: "lr",
      remarks: [[], [`remark ${text}`]],
    },
    { rows: [[`bold ${text}`]], align: "l", isHeadless: true, look: () => "bold" },
    { title: `list ${text}`, items: [{ name: `file ${text}`, link: "./file", remarks: [`why ${text}`] }] },
    { items: [{ name: `unlinked ${text}`, remarks: [] }] },
    () => ["drawn", "lines"],
  ],
];

describe("a page of HTML", () => {
  it("shows each kind of block, with the headings in its contents", async () => {
    const page = await htmlPage(sectionsWith("x"));
    expect(page).toContain("<title>title x</title>");
    expect(page).toContain("<h1>title x</h1>");
    expect(page).toContain('<a href="#part-1">first x</a></li><li><a href="#part-2">second x</a>');
    expect(page).toContain('<h2 id="part-2">second x</h2>');
    expect(page).toContain('<p><span class="dim">dim x</span></p>');
    expect(page).toContain("code\nx\n</pre>");
    expect(page).toContain("drawn\nlines\n</pre>");
    expect(page).toContain('<th scope="col" class="number">figure</th>');
    expect(page).toContain('<td class="text">cell x</td><td class="number">1.50</td><td class="dim">remark x</td>');
    expect(page).toContain('<tbody>\n<tr><td class="text"><strong>bold x</strong></td></tr>');
    expect(page).toContain('<details><summary>list x</summary><ol><li><a class="file" href="./file">file x</a>');
    expect(page).toContain('<ol><li><span class="file">unlinked x</span></li>');
  });

  it("draws plots, each with ids of its own", async () => {
    const picture = { name: "Curve", plot: () => curveSpec([sampleCurve()]) };
    const page = await htmlPage([[{ heading: "two" }, picture, picture]]);
    const ids = all(page, /\sid="([^"]*)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    expect(all(page, /(<svg )/g)).toHaveLength(2);
    expect(page).not.toContain("<nav");
  });

  it("allows by its policy only its own style", async () => {
    const page = await htmlPage(sectionsWith("x"));
    const [style] = all(page, /<style>([\s\S]*?)<\/style>/g);
    expect(all(page, /http-equiv="Content-Security-Policy" content="([^"]*)"/g)).toEqual([
      `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; img-src data:; base-uri 'none'; form-action 'none'`,
    ]);
    expect(page).not.toMatch(/<[^>]*\s(?:style|on\w+)\s*=/);
    expect(all(page.replace(/xmlns="[^"]*"/g, ""), /(https?:|\/\/[\w.]+\/|@import|url\((?!#))/g)).toEqual([]);
  });

  it.each([
    ...["<script>x</script>", '"><img src=x onerror=x>', "' onclick='x", "</style>", "</title>", "<!--", "]]>"],
    ...["javascript:x", "//host/", "&lt;", "`$&", "</script><script>\u2028\0"],
  ])("lets no %j become markup", async (text) => {
    const shapeOf = (page: string) => all(page.replaceAll("<wbr>", ""), /(<[^>]*>)/g);
    expect(shapeOf(await htmlPage(sectionsWith(text)))).toEqual(shapeOf(await htmlPage(sectionsWith("x"))));
  });
});
