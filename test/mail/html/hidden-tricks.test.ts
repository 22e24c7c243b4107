import { expect, it } from "vitest";
import { readHtml } from "../../../src/mail/html/reader.js";

/** Ways in which senders hide words from readers. `hidden` stands for the hidden words. */
const TRICKS: readonly [name: string, html: string][] = [
  ["the preheader of a newsletter", '<div style="display:none;font-size:1px;max-height:0;mso-hide:all">hidden</div>'],
  ["a preheader without display", '<div style="max-height:0px;overflow:hidden;mso-hide:all">hidden</div>'],
  ["important display in capitals", '<P STYLE="DISPLAY: NONE !IMPORTANT">hidden</P>'],
  ["a comment in the style", '<p style="display:/* x */none">hidden</p>'],
  ["escapes in the style", '<p style="d\\69splay:n\\6fne">hidden</p>'],
  ["character references in the style", '<p style="display&#58;none">hidden</p>'],
  ["visibility", '<span style="visibility:hidden">hidden</span>'],
  ["opacity", '<div style="opacity:0">hidden</div>'],
  ["nearly no opacity", '<div style="opacity:.01">hidden</div>'],
  ["a filter", '<div style="filter:opacity(0%)">hidden</div>'],
  ["letters of no size", '<span style="font-size:0">hidden</span>'],
  ["letters of one pixel", '<font style="FONT-SIZE: 1px">hidden</font>'],
  ["letters of a tenth of a point", '<span style="font-size:0.1pt">hidden</span>'],
  ["letters without size by the short form", '<span style="font:0/0 a">hidden</span>'],
  ["white on white", '<font color="#FFFFFF">hidden</font>'],
  ["nearly white on white", '<span style="color:#fefefe">hidden</span>'],
  ["white by rgb", '<span style="color:rgb(255, 255, 255)">hidden</span>'],
  ["white by hsl", '<span style="color:hsl(0, 0%, 100%)">hidden</span>'],
  ["the colour of the cell", "<table><td bgcolor=navy><font color=#000080>hidden</font></td></table>"],
  ["the colour of the block around", '<div style="background:#333"><b style="color:#343434">hidden</b></div>'],
  ["a link in the colour of the page", '<body link="white"><a href="http://a.example/">hidden</a></body>'],
  ["a transparent colour", '<span style="color:transparent">hidden</span>'],
  ["an opacity of the colour", '<span style="color:rgba(0,0,0,0)">hidden</span>'],
  ["a transparent fill", '<span style="-webkit-text-fill-color:transparent;color:red">hidden</span>'],
  ["a box without height", '<div style="height:0;overflow-x:hidden;overflow-y:visible">hidden</div>'],
  ["a box of one pixel", '<div style="width:1px;height:1px;overflow:hidden">hidden</div>'],
  ["lines without height", '<div style="line-height:0;overflow:hidden">hidden</div>'],
  ["a place far to the left", '<div style="position:absolute;left:-9999px">hidden</div>'],
  ["a place far above", '<div style="position:absolute;top:-5000px">hidden</div>'],
  ["a place far to the right", '<div style="position:fixed;left:10000px">hidden</div>'],
  ["an indent", '<p style="text-indent:-9999px">hidden</p>'],
  ["a margin", '<div style="margin:0 0 0 -3000px">hidden</div>'],
  ["a clipped rectangle", '<span style="position:absolute;clip:rect(0 0 0 0)">hidden</span>'],
  ["text for screen readers", '<div style="position:absolute;clip:rect(1px,1px,1px,1px);width:1px">hidden</div>'],
  ["a clip path", '<div style="clip-path:inset(50%)">hidden</div>'],
  ["a scale of nothing", '<div style="transform:scale(0)">hidden</div>'],
  ["a scale of nothing by its own property", '<div style="scale:0 1">hidden</div>'],
  ["a move off the page", '<div style="translate:0 -9999px">hidden</div>'],
  ["a transformation off the page", '<div style="transform:translateX(-9999px)">hidden</div>'],
  ["letters on top of each other", '<div style="letter-spacing:-1em">hidden</div>'],
  ["the attribute hidden", "<p hidden>hidden</p>"],
  ["a template", "<template>hidden</template>"],
  ["a rule for a class", "<style>.x{display:none}</style><p class=x>hidden</p>"],
  ["a rule for an id in capitals", "<STYLE><!-- #Q { FONT-SIZE: 0px } --></STYLE><p id=Q>hidden</p>"],
  ["a rule behind the text", "<div class=x><b>hidden</b></div><style>.x b{visibility:hidden}</style>"],
  ["a rule for a child", "<style>td > span{display:none!important}</style><table><td><span>hidden</span></table>"],
  ["a rule for an attribute", "<style>[lang=xx]{display:none}</style><p lang=xx>hidden</p>"],
  ["a rule for screens", "<style>@media screen{.x{display:none}}</style><p class=x>hidden</p>"],
  ["a rule for wide windows", "<style>@media (min-width:600px){.x{display:none}}</style><p class=x>hidden</p>"],
  ["formatting that outlives its block", "<div><font color=white></div><p>hidden</p>"],
];

/** Declarations that browsers ignore, and sizes that can be read. */
const SHOWN = ["font-size:1.2.3em", "font-size:.em", "opacity:%", "opacity:0x0", "opacity:1e0", "opacity:+50%"];

it.each(SHOWN)("does not take %s for a trick", (style) => {
  const { visible, hidden } = readHtml(Buffer.from(`<p style="${style}">seen</p>`));
  expect([visible, hidden].map((text) => Buffer.from(text).toString().trim())).toEqual(["seen", ""]);
});

it("takes a relative size with a sign for a size relative to the letters around", () => {
  const { hidden } = readHtml(Buffer.from('<div style="font-size:1px"><p style="font-size:+.9em">hidden</p></div>'));
  expect(Buffer.from(hidden).toString().trim()).toBe("hidden");
});

it.each(TRICKS)("finds words hidden by %s", (_, html) => {
  const { visible, hidden } = readHtml(Buffer.from(`<p>seen</p>${html}`));
  expect([visible, hidden].map((text) => Buffer.from(text).toString().trim())).toEqual(["seen", "hidden"]);
});

it.each([
  ["the colour of the body", '<body bgcolor="#123456" text="#123457">hidden</body>'],
  ["a colour of the body that comes later", "<p>hidden</p><body bgcolor=black>"],
  ["an element that hides the whole page", "<p>hidden</p><body style='display:none'>"],
])("finds words hidden by %s", (_, html) => {
  expect(
    Buffer.from(readHtml(Buffer.from(html)).hidden)
      .toString()
      .trim(),
  ).toBe("hidden");
});
