import { expect, it } from "vitest";
import { read } from "./read-page.js";

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
  ["white under an initial fill", '<b style="-webkit-text-fill-color:initial;color:white">hidden</b>'],
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
  ["a rule for a language", "<style>[lang|=en]{display:none}</style><p lang=en-gb>hidden</p>"],
  ["a rule for links", "<style>a:link{display:none}</style><a href=x>hidden</a>"],
  ["a rule for screens", "<style>@media screen{.x{display:none}}</style><p class=x>hidden</p>"],
  ["a rule for wide windows", "<style>@media (min-width:600px){.x{display:none}}</style><p class=x>hidden</p>"],
  ["formatting that outlives its block", "<div><font color=white></div><p>hidden</p>"],
  ["details that are closed", "<details>hidden</details>"],
  ["a dialog that is closed", "<dialog>hidden</dialog>"],
  ["a fallback that is not needed", "<video>hidden</video>"],
];

it.each(TRICKS)("finds words hidden by %s", (_, html) => {
  expect(read(`<p>seen</p>${html}`)).toMatchObject({ visible: "seen", hidden: "hidden" });
});

it.each([
  ["the colour of the body", '<body bgcolor="#123456" text="#123457">hidden</body>'],
  ["a colour of the body that comes later", "<p>hidden</p><body bgcolor=black>"],
  ["an element that hides the whole page", "<p>hidden</p><body style='display:none'>"],
  ["a relative size with a sign", '<p style="font-size:1px"><b style="font-size:+.9em">hidden</b>'],
])("finds words hidden by %s, with nothing else on the page", (_, html) => {
  expect(read(html)).toMatchObject({ visible: "", hidden: "hidden" });
});

/** Styles of a block that hide nothing, invalid ones among them. */
const SHOWN = `mso-hide:all| dis/**/play:none| display:nonee| left:-9999px| max-height:0| clip:rect(0,0,0,0)|
filter:alpha(opacity=0)| display:none;display:block| color:white;color:#000| position:absolute;left:50%;margin-left:-300px|
font-size:1.2.3em| font-size:.em| opacity:%| opacity:0x0| opacity:1e0| opacity:+50%| background:linear-gradient(red,blue);color:white|
background-image:url(x);color:white| font-size:2.1px| color:var(--x)| width:50px;max-height:none;overflow:hidden| height:0|
float:left;margin-left:-100%| margin:-20px 0 0 -5em;left:300px;transform:translate(-50%,-50%)|
left:-9999apples;margin:auto;text-indent:-| transform:scale(0.5);clip-path:inset(5%);filter:opacity(50%)|
filter:alpha(opacity=90)| color:\\ffffff`;

it.each(SHOWN.split(/\|\s*/))("takes no words for hidden that are in a block with the style %s", (style) => {
  expect(read(`<div style="${style}">seen</div>`)).toMatchObject({ visible: "seen", hidden: "" });
});

it.each(["transform:scale(0)", "max-height:0;overflow:hidden", "width:0;overflow:hidden"])(
  "takes no words for hidden that are on a line with the style %s",
  (style) => {
    expect(read(`<span style="${style}">seen</span>`)).toMatchObject({ visible: "seen", hidden: "" });
  },
);

it.each([
  ["white on a picture", "<table><td background=x.gif><font color=white>seen</font></table>"],
  ["white on black", '<body bgcolor="#000000" text="#ffffff">seen'],
  ["white on a rule's background", "<style>.x td{background:navy} td{color:white}</style><table class=x><td>seen"],
  ["a link on white in white text", "<font color=white><a href=x>seen</a></font>"],
  ["visible in a hidden paragraph", '<p style="visibility:hidden"><b style="visibility:visible">seen</b>'],
  [
    "of initial visibility in a hidden paragraph",
    '<p style="visibility:hidden"><b style="visibility:initial">seen</b>',
  ],
  ["of the initial colour in white text", '<p style="color:white"><b style="color:initial">seen</b>'],
  ["of size 0 by the attribute, which browsers show as 1", "<font size=0>seen</font>"],
  ["in a small font", '<font size=-2 style="font-size:8px">seen'],
  ["hidden for print only", "<style>@media print{p{display:none}}</style><p>seen"],
  ["hidden by a rule in a comment", "<!-- <style>p{display:none}</style> --><p>seen"],
  ["behind a cell that was hidden", "<table><tr><td><font color=white><td>seen"],
  ["behind an item that was hidden", "<ul><li style='display:none'><p><li>seen"],
  ["behind a paragraph that was hidden", "<p style='display:none'><div>seen"],
  ["behind a block with hidden formatting", "<div style='display:none'><font color=red></div>seen"],
  ["behind a void element that is hidden", "<img style='display:none'>seen"],
  ["beside a rule for print", '<style media="print">p{display:none}</style><p>seen'],
  ["beside a rule for small windows", "<style>@media (max-width:600px){p{display:none}}</style><p>seen"],
  ["beside a weaker rule", "<style>.a.b{display:block}.a{display:none}</style><p class='a b'>seen"],
  ["beside a rule for another place", "<style>div p,td>p{display:none}</style><p>seen"],
  ["beside rules with selectors that are not understood", "<style>p:hover,p+p,::after{display:none}</style><p>seen"],
  ["beside an earlier important declaration", "<style>p{display:block!important}</style><p style='display:none'>seen"],
  ["beside a style sheet of another kind", '<style type="text/css ">p{display:none}</style><p>seen'],
  ["beside a rule for links", "<style>:link,p:link{display:none}</style><p>seen"],
  ["beside a rule for an id as attribute", "<style>[id=a]{display:none}.b{display:block}</style><p id=a class=b>seen"],
  ["beside a rule for an empty value", "<style>[id^=''],[id$=''],[id*=''],[id~='']{display:none}</style><p id=''>seen"],
  ["beside braces in strings", "<style>a{content:'}p{display:none}'}</style><p>seen"],
  ["beside no-break spaces in a rule", "<style>\u00a0p{display:none}</style><p>seen"],
  ["beside no-break spaces in declarations", "<p style='display:\u00a0none;\u00a0opacity:0'>seen"],
  ["beside no-break spaces in tags", "<p\u00a0style=display:none>se<b \u00a0style=display:none>en"],
  ["beside escapes that are no letters", "<p style='display\\3anone;opacity:\\30'>seen"],
  ["beside an element of which a part is open", "<details open>seen</details>"],
])("takes no words for hidden that are %s", (_, html) => {
  expect(read(html)).toMatchObject({ visible: "seen", hidden: "" });
});

it("shows nothing of what stands around frames", () => {
  expect(read("<frameset></frameset>text")).toMatchObject({ visible: "", hidden: "" });
});
