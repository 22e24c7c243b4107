import { describe, expect, it } from "vitest";
import { MAX_LINKS } from "../../../src/mail/html/findings.js";
import type { HtmlFact } from "../../../src/mail/html/html-text.js";
import { MAX_DEPTH } from "../../../src/mail/html/open-elements.js";
import { readHtml } from "../../../src/mail/html/reader.js";

/** With white space as single spaces. */
function read(html: string | Uint8Array) {
  const text = (bytes: Uint8Array) =>
    new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\s+/g, " ").trim();
  const { visible, hidden, title, alternatives, links, facts } = readHtml(Buffer.from(html));
  const texts = { visible: text(visible), hidden: text(hidden), title: text(title), alternatives: text(alternatives) };
  return { ...texts, links, facts: [...facts].sort() };
}

describe("what is seen of HTML", () => {
  it.each([
    ["joins across tags and comments", "Vi<b>ag</b>ra V<!-- x -->iagra Vi<wbr>ag&shy;ra", "Viagra Viagra Viag\u00adra"],
    [
      "separates blocks, lines and cells",
      "<p>one<p>two<br>three<div>four</div>five<table><td>six<td>seven</table>",
      "one two three four five six seven",
    ],
    [
      "separates items, options, headings and rules",
      "<ul><li>a<li>b</ul><h1>c</h1>d<hr>e<select multiple><option>f<option>g",
      "a b c d e f g",
    ],
    ["separates what pictures stand between, but not pixels", 'a<img src=x>b<img width=1 height="1px">c', "a bc"],
    ["decodes entities", "caf&eacute; &lt;b&gt; A&ampB &#86;&#x69; &copy 5 &#128512;", "café <b> A&B Vi © 5 😀"],
    ["leaves what is no entity", "a & b &nosuch; &", "a & b &nosuch; &"],
    ["drops scripts and comments", "a<script>b</script><style>c</style><!--d--><!doctype e><?f?><![CDATA[g]]>h", "ah"],
    ["takes no other text for CSS", "<style>b{}</style><table>i{display:none}</table><i>x</i>", "i{display:none} x"],
    ["shows what is for those without scripts", "<noscript>Please look</noscript>", "Please look"],
    ["shows fields", '<input value="Name"><input type=submit value="Send"><input type=hidden value=no>', "Name Send"],
    ["shows text areas with tags in them as text", "<textarea><b>x</b></textarea>", "<b>x</b>"],
    ["shows comments for all but Outlook", "<!--[if mso]>no<![endif]--><![if !mso]>yes<![endif]>", "yes"],
    ["keeps a lone bracket", "1 < 2 <3 > 0", "1 < 2 <3 > 0"],
    ["leaves out NULs, as browsers do", "Vi\0ag\0ra", "Viagra"],
    [
      "makes inline what a style makes inline, and the reverse",
      '<div style="display:inline">V</div><div style="display:inline">i</div><span style="display:block">a</span>b',
      "Vi a b",
    ],
    ["joins elements that are reset", 'V<span style="display:initial">i</span><i style="display:unset">a</i>g', "Viag"],
    [
      "separates the boxes of a row, a grid and a column",
      '<div style="display:inline-flex">a<i>b</i><p>c</p></div><p style=display:grid><a>d</a><a>e</a>',
      "a b c d e",
    ],
    [
      "separates what floats or has a place of its own",
      'a<b style="position:fixed">b</b>c<i style="float:right">d</i>e<i style="position:relative">f</i>',
      "a b c d ef",
    ],
    [
      "joins words around boxes that are not seen",
      'a<b style="position:absolute;font-size:0">x</b>b<i style="float:left;display:none">x</i>c',
      "abc",
    ],
    [
      "joins words around controls that have no box, and around unknown elements",
      "a<input type=Hidden style=display:block!important>b<input hidden>c<progress hidden></progress>d<button hidden>x</button>e<isindex>f<textarea hidden>x</textarea>g",
      "abcdefg",
    ],
    [
      "leaves out blanks at the edges of boxes in a line",
      'V<b style="display:inline-block"> i </b>a g<b style="display:inline-table"> <i> r </i></b>a',
      "Via gra",
    ],
    ["is nothing of nothing", "", ""],
  ])("%s", (_, html, visible) => {
    expect(read(html).visible).toBe(visible);
  });

  it("keeps the title and the texts of pictures apart", () => {
    const { visible, title, alternatives } = read(
      '<title>A &amp; B</title>text<img alt="A rose" title="Is a rose"><area alt=map><img alt="">',
    );
    expect({ visible, title, alternatives }).toEqual({
      visible: "text",
      title: "A & B",
      alternatives: "A rose Is a rose map",
    });
  });
});

describe("what is hidden in HTML", () => {
  it.each([
    ["white on a picture", "<table><td background=x.gif><font color=white>V</font></table>"],
    ["white on a gradient", '<p style="background:linear-gradient(red,blue);color:white">V'],
    ["white on a background image", '<p style="background-image:url(x);color:white">V'],
    ["white on black", '<body bgcolor="#000000" text="#ffffff">V'],
    ["white on a rule's background", "<style>.head td{background:navy} td{color:white}</style><table class=head><td>V"],
    ["a link on white in white text", "<font color=white><a href=x>V</a></font>"],
    ["visible in what is not", '<p style="visibility:hidden"><b style="visibility:visible">V</b>'],
    ["of size 0 by the attribute, which browsers show as 1", "<font size=0>V</font>"],
    ["in letters that can just be read", '<span style="font-size:2.1px">V</span>'],
    ["in a small font", '<font size=-2 style="font-size:8px">V'],
    ["hidden for print only", "<style>@media print{p{display:none}}</style><p>V"],
    ["hidden by a rule in a comment", "<!-- <style>p{display:none}</style> --><p>V"],
    ["behind a cell that was hidden", "<table><tr><td><font color=white><td>V"],
    ["behind an item that was hidden", "<ul><li style='display:none'><p><li>V"],
    ["behind a paragraph that was hidden", "<p style='display:none'><div>V"],
    ["behind a block with hidden formatting", "<div style='display:none'><font color=red></div>V"],
    ["in a colour that is none", '<p style="color:var(--x)">V'],
    ["behind a void element that is hidden", "<img style='display:none'>V"],
    ["cut to a box that has room for it", '<p style="width:50px;max-height:none;overflow:hidden">V'],
    ["moved by its own width", '<p style="float:left;margin-left:-100%">V'],
    ["moved a little", '<p style="margin:-20px 0 0 -5em;left:300px;transform:translate(-50%,-50%)">V'],
    ["moved by an invalid length", '<p style="left:-9999apples;margin:auto;text-indent:-">V'],
    ["scaled and clipped a little", '<p style="transform:scale(0.5);clip-path:inset(5%);filter:opacity(50%)">V'],
    ["as opaque as can be", '<p style="filter:alpha(opacity=90)">V'],
    ["with a number that is no character", '<p style="color:\\ffffff">V'],
    ["in a box of no height that overflows", '<div style="height:0">V'],
  ])("is not text %s", (_, html) => {
    expect(read(html)).toMatchObject({ visible: "V", hidden: "" });
  });

  it("includes hidden alternatives, and does not separate visible letters", () => {
    expect(read('Vi<span style="display:none">xyz<br><img alt=q></span>agra')).toMatchObject({
      visible: "Viagra",
      hidden: "xyz q",
      alternatives: "",
    });
  });
});

describe("the links of HTML", () => {
  it("are what one follows, what is loaded, and forms", () => {
    const { links } = read(
      `<base href="http://base.example/"><link rel=stylesheet href=http://css.example/a.css><body background=bg.gif>
      <a href=" http://a.example/?x=1&amp;y=2 ">the <b>text</b></a><area href=//b.example><form action=http://f.example>
      <input type=image src=i.png formaction=g.php><img src="http://p.example/1.gif"><iframe src=http://fr.example></iframe>
      <object data=o.swf></object><meta http-equiv=Refresh content="0; URL='http://r.example/'"><a href=#top>up</a>
      <img src="data:image/png;base64,AAAA"><a name=x>no link</a>`,
    );
    const some = "http://base.example/ http://css.example/a.css bg.gif http://a.example/?x=1&y=2 //b.example";
    const others = "http://f.example i.png g.php http://p.example/1.gif http://fr.example o.swf http://r.example/";
    expect(links).toEqual(`${some} ${others}`.split(" "));
  });

  it("deceive if they show another site's address", () => {
    const facts = (html: string) => read(html).facts;
    expect(facts('<a href="http://192.0.2.1/">https://www.bank.example/login</a>')).toEqual(["deceiving-link"]);
    expect(facts("<a href=http://www.bank.example>bank.example</a>")).toEqual([]);
    expect(facts('<a href="http://evil.example">shop.com</a>')).toEqual(["deceiving-link"]);
    expect(facts('<a href="http://evil.example/">our shop</a>')).toEqual([]);
  });

  it("have the text up to their end, the next link or the end of the document", () => {
    const facts = (html: string) => read(html).facts.filter((fact) => fact === "deceiving-link");
    expect(facts("<a href=http://evil.example>shop<p>.com</a>!")).toEqual(["deceiving-link"]);
    expect(facts("<a href=http://evil.example>shop<a href=http://evil.example>.com")).toEqual([]);
    expect(facts("a <a href=http://evil.example>shop.com")).toEqual(["deceiving-link"]);
  });

  it("are cut off in number and length", () => {
    const { links, facts } = read(`<a href="${"x".repeat(1e5)}"></a>${"<a href=x>".repeat(MAX_LINKS)}`);
    expect(links).toHaveLength(MAX_LINKS);
    expect(JSON.stringify(links[0]).length).toBeLessThan(20_000);
    expect(facts).toContain("many-links");
  });
});

describe("the facts of HTML", () => {
  const cases: readonly [HtmlFact, string][] = [
    ["comment-in-word", "V<!-- x -->iagra"],
    ["comment-in-word", "0<!-- x -->9"],
    ["comment-in-word", "À<!-- x -->é"],
    ["hidden-in-word", '<p>Vi<b style="display:none">x</b>agra</p>'],
    ["unknown-tag-in-word", "Vi<xyz></xyz>agra"],
    ["encoded-letter", "&#86;!"],
    ["deep", `${"<div>".repeat(MAX_DEPTH)}${"</div>".repeat(MAX_DEPTH - 2)}`],
    ["external-style", "<link rel='Stylesheet' href=x>"],
    ["form", "<form></form>"],
    ["frame", "<iframe></iframe>"],
    ["image", "<img>"],
    ["inline-data", "<a href=data:text/html,x></a>"],
    ["nul", "a\0b"],
    ["password-field", "<input type=password>"],
    ["refresh", "<meta http-equiv=refresh content=5>"],
    ["script", "<script></script>"],
    ["stray-end", "</b>"],
    ["unclosed", "<div>"],
    ["unclosed-comment", "a<!-- b"],
    ["unclosed-tag", "a <b class='x"],
  ];
  it.each(cases)("tell of %s", (fact, html) => {
    expect(read(html).facts).toEqual([fact]);
  });

  it("tell of pictures that are there to be fetched", () => {
    const pages = [
      '<img width="1" height=0px src=x><img width=1>',
      '<img width=" 1.0 px " height="0."><img width=px height=1>',
    ];
    for (const html of pages) expect(read(html).facts).toEqual(["image", "tracking-pixel"]);
  });

  it("are none for comments, tags and text between words", () => {
    expect(read("a <!-- x --> b<p>c<!-- --><br>d<b>e</b> <i>f</i><p>g</p>").facts).toEqual([]);
  });

  it("tell of data, of which little is read", () => {
    const data = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 2654435761) >>> 13);
    const { visible, facts } = read(data);
    expect(facts).toContain("binary");
    expect(visible.length).toBeLessThan(5000);
  });

  it("are not fooled by a charset that was taken for another", () => {
    expect(read("\u001b$B$3$s\u001b(B &#65533; <p>text</p>").facts).not.toContain("binary");
  });
});
