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
    ["attributes of end tags", `one</i title="> secret ">two`, "onetwo", ""],
    ["items, which end a paragraph", `<p ${NONE}>a<dd>cheap`, "cheap", "a"],
    ["the end of an inline element around a block, which is ignored", `<b><u><div ${NONE}></b>secret`, "", "secret"],
    ["the end of a span around a form, which is ignored", `<span ${NONE}><form></span>secret`, "", "secret"],
    ["drawings that end themselves", `<svg ${NONE}/>cheap`, "cheap", ""],
    ["drawings that a block ends", `<math ${NONE}><ul><li>cheap`, "cheap", ""],
    ["text in a drawing", "<svg>secret<text>cheap</text><desc>secret</desc></svg>", "cheap", "secret secret"],
    ["text in links of a drawing", "<svg><a>secret</a><text>a<a>b</a></text></svg>", "ab", "secret"],
    ["elements unknown in drawings", "<svg><summary><foreignObject><p>secret</foreignObject></svg>", "", "secret"],
    ["formatting that is opened again in the next block", "<p><font color=white>a<p>b</font><p>c", "c", "a b"],
  ])("are %s", (_, html, visible, hidden) => {
    expect(read(html)).toEqual([visible, hidden]);
  });
});

describe("lists", () => {
  it.each([
    ["only the chosen option", "<select>a<div>b<option>c<option selected>d<b>e</b></select>", "de", "abc"],
    ["the label of an option instead of its text", "<select><option label=cheap>a</select>", "cheap", "a"],
    ["all options, if they are not folded up", "<select multiple><option>a<option>b</select>", "ab", ""],
    ["no other text of a list that is not folded up", "<select size=3>a<b>c</b><div>b<option>d</select>", "bd", "ac"],
    ["options alike, whatever is in them", `<option>a<i ${NONE}>b`, "ab", ""],
    ["no option of a list that is hidden", `<select ${NONE}><option>a</select>`, "", "a"],
  ])("show %s", (_, html, visible, hidden) => {
    expect(read(html).map((text) => text.replace(/\s/g, ""))).toEqual([visible, hidden]);
  });
});

describe("the place of text on a line", () => {
  const AWAY = "-9999px";
  it.each([
    ["is indented up to the next block", `<div style="text-indent:${AWAY}">a<i>b<p>c</p>d</i>e`, "de", "ab c"],
    ["is indented up to the next line", `<p style="text-indent:${AWAY}">a<br>b`, "b", "a"],
    ["is indented behind what is not shown", `<div style="text-indent:${AWAY}">a<p hidden>b</p>c`, "", "a b c"],
    ["follows a margin", `<p>a <i style="margin-left:${AWAY}">b</i> c<p>d`, "a d", "b c"],
    ["follows a box", `<p>a <i style="display:inline-block;margin-left:${AWAY}">b</i> c<p>d`, "a d", "b c"],
    ["follows a box in a row", `<div style="display:flex">a<p style="margin-left:${AWAY}">b</p>c</div>d`, "a d", "b c"],
    ["is not moved by a float", `<p><i style="float:right;margin-left:${AWAY}">a</i> b`, "a b", ""],
  ])("%s", (_, html, visible, hidden) => {
    expect(read(html)).toEqual([visible, hidden]);
  });
});

describe("a box that cuts its content, with lines without height", () => {
  const flat = (content: string) => read(`<div style="line-height:0;overflow:hidden">${content}</div>`);
  it("shows nothing, unless something in it has a height", () => {
    expect(flat("a")).toEqual(["", "a"]);
    expect(flat("a<p>b</p>")).toEqual(["a b", ""]);
    expect(flat("a<div>b</div>")).toEqual(["", "a b"]);
  });
});

it("tells elements of formulas from others of the same name", () => {
  expect(read("<math><text><switch>a</switch><mi><switch>b")).toEqual(["b", "a"]);
});

it("takes the colour of letters from where they are, if nothing else fills them", () => {
  const html = "<b style='background:#000;-webkit-text-fill-color:currentcolor'>a<i style='color:#fff'>b";
  expect(read(html)).toEqual(["b", "a"]);
});

describe("what a browser shows", () => {
  it.each(
    stylesIn(`mso-hide:all| dis/**/play:none| display:nonee| left:-9999px| max-height:0| clip:rect(0,0,0,0)|
      filter:alpha(opacity=0)| display:none;display:block| all:initial;scale:0|
      display:none;display:var(--none,inline)| color:white;color:#000| color:white;text-shadow:0 0 2px #000|
      height:0;overflow:hidden;min-height:2em| transform:rotate(360deg) scale(.5)|
      position:absolute;left:50%;margin-left:-300px`),
  )("is text with the style %s", (style) => {
    expect(read(`<div style="${style}">text</div>`)).toEqual(["text", ""]);
  });

  it.each(
    stylesIn(
      `transform:scale(0)| max-height:0;overflow:hidden| clip-path:none;text-indent:-9999px| width:0;overflow:hidden`,
    ),
  )("is text on a line with the style %s", (style) => {
    expect(read(`<span style="${style}">text</span>`)).toEqual(["text", ""]);
  });

  it.each([
    ["a rule for print", '<style media="print">p{display:none}</style><p>text'],
    ["a rule for small windows", "<style>@media (max-width:600px){p{display:none}}</style><p>text"],
    ["a rule that browsers do not support", "<style>@supports (x:y){p{display:none}}</style><p>text"],
    ["a rule in a layer beside one without", "<style>p{display:block}@layer a{p{display:none}}</style><p>text"],
    ["a weaker rule behind a stronger one", "<style>.a.b{display:block}.a{display:none}</style><p class='a b'>text"],
    ["a rule for another place", "<style>div p,p+p,p:nth-child(2){display:none}</style><p>text"],
    ["a rule with a selector that is not understood", "<style>p,:nonsense{display:none}</style><p>text"],
    ["a selector after a pseudo-element", "<style>p,::after>b{display:none}</style><p>text"],
    ["a name after a pseudo-element with one colon", "<style>p,b:first-line .x{display:none}</style><p>text"],
    ["a class at a pseudo-element", "<style>p,::before.x{display:none}</style><p>text"],
    ["a pseudo-element that no browser knows", "<style>p,::nonsense{display:none}</style><p>text"],
    ["an id that begins with a digit", "<style>p,#7up{display:none}</style><p>text"],
    ["an id that begins with a hyphen and a digit", "<style>p,#-7up{display:none}</style><p>text"],
    ["an element of a namespace that nothing declares", "<style>p,o|tel{display:none}</style><p>text"],
    ["a pseudo-element in :not()", "<style>p:not(::after){display:none}</style><p>text"],
    ["an earlier important declaration", "<style>p{display:block!important}</style><p style='display:none'>text"],
    ["a style sheet of another kind", '<style type="text/x">p{display:none}</style><p>text'],
    ["the font around a table in quirks mode", "<div style='font-size:0'><table><td>text</table></div>"],
  ])("is text beside %s", (_, html) => {
    expect(read(html)).toEqual(["text", ""]);
  });
});

describe("what a browser does not show", () => {
  it.each(
    stylesIn(`scale:0| scale:1 0| rotate:y 90deg| translate:-9999px| transform:matrix(0,0,0,0,0,0)|
      transform:matrix(1,0,0,1,-9999,0)| transform:rotateX(.25turn)| transform:translate(calc(-100 * 100px))|
      position:absolute;inset:-9999px auto auto auto| position:absolute;inset-inline-start:-9999px|
      position:absolute;top:calc(1px - 9999px)| zoom:.01| clip-path:inset(0 0 100% 0)|
      clip-path:polygon(0 0,0 0,0 0)| clip-path:ellipse(0 0)| line-height:0;overflow:hidden|
      block-size:0;overflow:auto| height:calc(1px - 1px);overflow-y:scroll| font:0/0 a| font-size:min(1px,2em)|
      opacity:5%| opacity:.3;filter:opacity(20%)| color:hwb(0 100% 0%)| color:lab(100 0 0)| color:oklch(1 0 0)|
      color:rgb(0 0 0 / 5%)| color:color-mix(in srgb, white, white)|
      color:#fff;background:linear-gradient(white,#fefefe)| background:red;color:red| background:currentcolor|
      display:block;display:n\\6fne| --a:none;display:var(--a)| visibility:collapse| transform:scaleZ(0)|
      display:table-cell;content-visibility:hidden| filter:opacity(0);filter:alpha(opacity=100)|
      -webkit-text-security:disc| letter-spacing:-1em`),
  )("is text with the style %s", (style) => {
    expect(read(`<div style="${style}">text</div>`)).toEqual(["", "text"]);
  });

  it.each([
    ["a rule for descendants", "<style>div > p b{display:none}</style><div><p><b>text"],
    ["a rule for an attribute", "<style>[title^=x]{display:none}</style><p title=xy>text"],
    ["a rule with :not", "<style>p:not(.a){display:none}</style><p class=b>text"],
    ["a rule beside one for :host", "<style>:host b,p{display:none}</style><p>text"],
    ["a rule with :is and :nth-child", "<style>:is(p,b):nth-child(odd){display:none}</style><p>text"],
    ["a rule inside of another", "<style>div{& p{display:none} .a{display:none}}</style><div><p>te</p><b class=a>xt"],
    ["a rule for usual screens", "<style>@media screen and (width >= 600px){p{display:none}}</style><p>text"],
    ["a rule in quirks mode, in capitals", "<style>.Note{display:none}</style><p class=NOTE>text"],
    ["a page that is turned away", "<style>html{display:inline;rotate:x 90deg}</style>text"],
    ["white letters on what is inherited", "<style>*{background:inherit}</style><p style=color:white>text"],
    ["details that are closed", "<details>text</details>"],
    ["a dialog that is closed", "<dialog>text</dialog>"],
    ["the options that are not chosen", "<select><option selected><option>text</select>"],
    ["fallbacks that are not needed", "<video>text</video>"],
  ])("is text of %s", (_, html) => {
    expect(read(html).map((text) => text.replace(/\s/g, ""))).toEqual(["", "text"]);
  });
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
    ["rules for everything", `<style>${"*{color:red}".repeat(4e3)}</style>${"<p>x".repeat(4e3)}`],
    ["siblings that are counted", `<style>p:nth-last-child(3){color:red}</style>${"<p>x".repeat(2e4)}`],
    [
      "variables in variables",
      `<p style="${Array.from({ length: 60 }, (_, i) => `--v${i}:var(--v${i + 1})var(--v${i + 1});`).join("")}color:var(--v0)">x`,
    ],
    ["10 MB", "<div a=b><font>x</div>".repeat(480_000)],
  ])("takes bounded time: %s", (_, html) => {
    expect(readHtml(Buffer.from(html)).visible.length).toBeGreaterThan(0);
  });
});
