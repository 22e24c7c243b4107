import { describe, expect, it } from "vitest";
import { readHtml } from "../../../src/mail/html/reader.js";

const NONE = 'style="display:none"';

/** The words that are seen, and those that are not. */
function read(html: string): [string, string] {
  const { visible, hidden } = readHtml(Buffer.from(html));
  const words = (text: Uint8Array) => Buffer.from(text).toString().replace(/\s+/g, " ").trim();
  return [words(visible), words(hidden)];
}

/** The styles in a list. */
const stylesIn = (list: string) => list.split(/\|\s*/);

describe("tags out of order, as the HTML standard reads them", () => {
  it.each([
    ["parts of a table outside of one, which are ignored", `<tr ${NONE}><th>cheap watches`, "cheap watches", ""],
    ["a cell inside of a word", "wat<td>ch", "watch", ""],
    ["text between the rows of a table, which comes before it", `<table ${NONE}><tr>cheap</table>`, "cheap", ""],
    ["text at the beginning of a table, which continues the word before it", "wat<table><b>ch</b><td>a", "watch a", ""],
    ["attributes of end tags", `one</i title="> secret ">two`, "onetwo", ""],
    ["items, which end a paragraph", `<p ${NONE}>a<dd>cheap`, "cheap", "a"],
    ["the end of an inline element around a block, which is ignored", `<b><u><div ${NONE}></b>secret`, "", "secret"],
    ["the end of a span around a form, which is ignored", `<span ${NONE}><form></span>secret`, "", "secret"],
    ["drawings that end themselves", `<svg ${NONE}/>cheap`, "cheap", ""],
    ["drawings that a block ends", `<math ${NONE}><ul><li>cheap`, "cheap", ""],
    ["text in a drawing", "<svg>secret<text>cheap</text><desc>secret</desc></svg>", "cheap", "secret secret"],
    ["text in links of a drawing", "<svg><a>secret</a><text>a<a>b</a></text></svg>", "ab", "secret"],
    ["formatting that is opened again in the next block", "<p><font color=white>a<p>b</font><p>c", "c", "a b"],
  ])("are %s", (_, html, visible, hidden) => {
    expect(read(html)).toEqual([visible, hidden]);
  });
});

describe("lists", () => {
  it.each([
    ["all options, and no other text", "<select>a<b>c</b><div>b<option>d<option selected>e</select>", "bde", "ac"],
    ["options alike, whatever is in them", `<option>a<i ${NONE}>b`, "ab", ""],
    ["no option of a list that is hidden", `<select ${NONE}><option>a</select>`, "", "a"],
  ])("show %s", (_, html, visible, hidden) => {
    expect(read(html).map((text) => text.replace(/\s/g, ""))).toEqual([visible, hidden]);
  });
});

describe("what a browser shows", () => {
  it.each(
    stylesIn(
      `mso-hide:all| dis/**/play:none| display:nonee| left:-9999px| max-height:0| clip:rect(0,0,0,0)|
      filter:alpha(opacity=0)| display:none;display:block| color:white;color:#000| position:absolute;left:50%;margin-left:-300px`,
    ),
  )("is text with the style %s", (style) => {
    expect(read(`<div style="${style}">text</div>`)).toEqual(["text", ""]);
  });

  it.each(stylesIn(`transform:scale(0)| max-height:0;overflow:hidden| width:0;overflow:hidden`))(
    "is text on a line with the style %s",
    (style) => {
      expect(read(`<span style="${style}">text</span>`)).toEqual(["text", ""]);
    },
  );

  it.each([
    ["a rule for print", '<style media="print">p{display:none}</style><p>text'],
    ["a rule for small windows", "<style>@media (max-width:600px){p{display:none}}</style><p>text"],
    ["a weaker rule behind a stronger one", "<style>.a.b{display:block}.a{display:none}</style><p class='a b'>text"],
    ["a rule for another place", "<style>div p,td>p{display:none}</style><p>text"],
    ["rules with selectors that are not understood", "<style>p:hover,p+p,::after{display:none}</style><p>text"],
    ["an earlier important declaration", "<style>p{display:block!important}</style><p style='display:none'>text"],
    ["a style sheet of another kind", '<style type="text/x">p{display:none}</style><p>text'],
    ["an element of which a part is open", "<details open>text</details>"],
  ])("is text beside %s", (_, html) => {
    expect(read(html)).toEqual(["text", ""]);
  });
});

it.each(stylesIn("p:after i| ::marker>p| i::before.x| p::after::before+b| p:| p>| >p| p>>i| [title| i,| p?"))(
  "is text beside a rule with the invalid selector %s",
  (selector) => {
    expect(read(`<style>${selector},p{display:none}</style><p>text`)).toEqual(["text", ""]);
  },
);

it.each(stylesIn("p::after:hover| i:not(.a,.b)>b| .sm\\:x| a:link:hover| [title='a,b' i]| i+b~*"))(
  "hides text by a rule that also has the valid selector %s",
  (selector) => {
    expect(read(`<style>${selector},p{display:none}</style><p>text`)).toEqual(["", "text"]);
  },
);

it.each([
  ["details that are closed", "<details>text</details>"],
  ["a dialog that is closed", "<dialog>text</dialog>"],
  ["fallbacks that are not needed", "<video>text</video>"],
  ["frames", "<frameset></frameset>text"],
])("a browser does not show the text of %s", (_, html) => {
  expect(read(html).map((text) => text.replace(/\s/g, ""))).toEqual(["", html.startsWith("<frameset") ? "" : "text"]);
});

describe("HTML made to be slow", () => {
  it.each([
    [
      "formatting that every block opens again",
      `<p>${Array.from({ length: 400 }, (_, i) => `<font id=${i}>`).join("")}${"<p>x".repeat(2e4)}`,
    ],
    ["links that a block divides again and again", `<a ${"x=y ".repeat(5000)}>${"<p>x</a>".repeat(1e4)}`],
    [
      "a selector for every way up",
      `<style>x ${"* ".repeat(50)}b{color:red}</style>${"<div>".repeat(500)}${"<b>x</b>".repeat(4e3)}`,
    ],
    ["rules for everything", `<style>${"*{color:red}".repeat(2e3)}</style>${"<p>x".repeat(2e3)}`],
    ["2 MB", "<div a=b><font>x</div>".repeat(100_000)],
  ])("takes bounded time: %s", (_, html) => {
    expect(readHtml(Buffer.from(html)).visible.length).toBeGreaterThan(0);
  });
});
