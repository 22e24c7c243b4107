import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { slowRuns } from "../../helpers/arbitraries.js";
import { read } from "./read-page.js";

/** HTML, the words that are seen of it, and the letters that are not: small letters are seen, capitals are not. */
interface Made {
  readonly html: string;
  readonly seen: string;
  readonly unseen: string;
}

const HIDES = [
  '<div style="display:none">*</div>',
  '<span style="font-size:0px;color:red">*</span>',
  "<font color='#FFFFFE'>*</font>",
  '<i class="gone">*</i>',
  "<b hidden>*</b>",
  "<p style='max-height:0;overflow:hidden;opacity:.9'>*</p>",
];

/** Pieces of pages, in any order. */
const PIECES =
  "<p>|</p>|<a href=|<td>|</table>|<table>|<style>|<!--|-->|<b|</font>|<font color=white>|<script>|style='display:none'>|" +
  "&#xD800;|&#1114112;|<title>|<svg>|<math>|<body link=x>|<img alt='y'|<plaintext>|<li>|<form>|</form>";

const letters = (of: string) => fc.array(fc.constantFrom(...of), { minLength: 1, maxLength: 4 }).map((a) => a.join(""));

/** A piece of text in which some letters are entities. */
const written = (of: string) =>
  fc.array(fc.tuple(fc.constantFrom(...of), fc.boolean()), { minLength: 1, maxLength: 5 }).map((all) => ({
    html: all.map(([letter, isCoded]) => (isCoded ? `&#${letter.charCodeAt(0)};` : letter)).join(""),
    plain: all.map(([letter]) => letter).join(""),
  }));

const { made } = fc.letrec<{ made: Made; piece: Made }>((tie) => ({
  made: fc.array(tie("piece"), { maxLength: 4 }).map((pieces) => ({
    html: pieces.map(({ html }) => html).join(""),
    seen: pieces.map(({ seen }) => seen).join(""),
    unseen: pieces.map(({ unseen }) => unseen).join(""),
  })),
  piece: fc.oneof(
    { maxDepth: 4 },
    written("abc").map(({ html, plain }) => ({ html, seen: plain, unseen: "" })),
    fc.constantFrom(" ", "<br>", "<hr/>", "\n").map((html) => ({ html, seen: " ", unseen: "" })),
    fc.constantFrom(..."<!-- N -->|<!N>|<script>N</script>|<style>N{}</style>|<wbr>|".split("|")).map((html) => ({
      ...{ html, seen: "", unseen: "" },
    })),
    fc.tuple(fc.constantFrom(...HIDES), written("ABC")).map(([hide, { html, plain }]) => ({
      html: hide.replace("*", html),
      seen: hide.startsWith("<p") ? " " : "",
      unseen: plain,
    })),
    fc.tuple(fc.constantFrom("b", "i", "a", "font", "SPAN", "u"), tie("made")).map(([name, inside]) => ({
      ...inside,
      html: `<${name} title="N">${inside.html}</${name}>`,
    })),
    fc
      .tuple(fc.constantFrom("div", "P", "blockquote", "section", "li", "center"), tie("made"))
      .map(([name, inside]) => ({
        html: `<${name}>${inside.html}</${name}>`,
        seen: ` ${inside.seen} `,
        unseen: inside.unseen,
      })),
  ),
}));

describe("reading HTML", () => {
  it("recovers the texts that a page was made of", () => {
    fc.assert(
      fc.property(made, ({ html, seen, unseen }) => {
        const result = read(`<style>.gone{display:none}</style>${html}`);
        expect(result.visible).toBe(seen.replace(/\s+/g, " ").trim());
        expect(result.hidden.replace(/\s/g, "")).toBe(unseen);
      }),
      { numRuns: slowRuns(500) },
    );
  });

  it("gives UTF-8 for any bytes and any tags, deterministic, and never longer than the input", () => {
    const soup = fc
      .array(fc.oneof(letters("ab&;#x0\0<>/='\" -!\ud83d\ude00é"), fc.constantFrom(...PIECES.split("|"))))
      .map((parts) => Buffer.from(parts.join("")));
    fc.assert(
      fc.property(fc.oneof(soup, fc.uint8Array({ maxLength: 200 })), (bytes) => {
        const first = read(bytes);
        expect(read(bytes)).toEqual(first);
        expect(first.visible.length + first.hidden.length).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: slowRuns(500) },
    );
  });

  const numbered = (count: number, one: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => one(i)).join("");

  /** For each: twice the time for twice the size, or this would take minutes. */
  it.each([
    ["20,000 nested tags", `${"<b>".repeat(20_000)}hello`],
    ["20,000 nested tags and as many other end tags", `${"<b>".repeat(20_000)}${"</i>".repeat(20_000)}hello`],
    ["formatted blocks", `${`${"<div>".repeat(200)}${"<font>".repeat(200)}${"</div>".repeat(200)}`.repeat(40)}hello`],
    ["end tags of elements that are out of scope", `hello<b><table><td>${"<i>".repeat(500)}${"</b>".repeat(5e4)}`],
    ["an unclosed comment", `hello<!--${"-x".repeat(1e5)}`],
    ["only brackets", `hello ${"<".repeat(2e5)}`],
    ["an attribute that never ends", `hello<a href="${"x".repeat(1e6)}`],
    ["30,000 attributes", `<a ${numbered(3e4, (i) => `a${i}=1 `)}>hello`],
    ["entities side by side", `hello ${"&amp".repeat(5e4)}`],
    ["entities in an attribute", `<a href="${"&amp".repeat(5e4)}">hello`],
    ["NULs", `hel${"\0".repeat(2e5)}lo`],
    ["rules", `<style>${"a{color:red}".repeat(1e4)}</style>hello`],
    ["a rule that never begins", `<style>${"a,".repeat(5e4)}</style>hello`],
    ["comments that never end in a style", `<style>${"/*".repeat(1e5)}</style>hello`],
    ["blocks in a style", `<style>${"@media x{".repeat(3e4)}</style>hello`],
    ["a long style attribute", `<p style="${"x:y;".repeat(5e4)}">hello`],
    ["lengths that are none", `<p style="left:${"1".repeat(16000)}x">`.repeat(50).concat("hello")],
    ["transformations without end", `<p style="transform:${" translate(".repeat(1400)}">`.repeat(50).concat("hello")],
    ["escapes", `<p style="${"\\".repeat(16000)}">`.repeat(50).concat("hello")],
    ["widths with room", `<img width="1${" ".repeat(16000)}x" height="1">`.repeat(50).concat("hello")],
    ["many classes", `<style>.a{color:red}</style><p class="${"a ".repeat(3e4)}">hello`],
    ["calculations that are not closed", `<p style="width:min(((1;height:clamp(1,(((;color:color-mix(((">hello`],
    ["rules for everything", `<style>${"*{color:red}".repeat(2e3)}</style>${"<p>hello".repeat(2e3)}`],
    ["2 MB", "<div a=b><font>hello</div>".repeat(100_000)],
    ["formatting in every block", `<p>${numbered(400, (i) => `<font id=${i}>`)}${"<p>hello".repeat(2e4)}`],
    ["links that blocks divide", `<a ${"x=y ".repeat(5000)}>${"<p>hello</a>".repeat(1e4)}`],
    ["a long selector", `<style>x ${"* ".repeat(50)}b{}</style>${"<div>".repeat(500)}${"<b>hello</b>".repeat(4e3)}`],
    ["nested rules in such text", "<style>b{&a;<i></i>]]><![C[<u></u><p>&lt;q&gt;<s>p{color:red}--><s></style>hello"],
  ])("takes %s", (_, html) => {
    expect(read(html).visible.slice(0, 5)).toBe("hello");
  });
});
