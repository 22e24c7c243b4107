import { describe, expect, it } from "vitest";
import { MAX_LINKS } from "../../../src/mail/html/findings.js";
import type { HtmlFact } from "../../../src/mail/html/html-text.js";
import { MAX_DEPTH } from "../../../src/mail/html/open-elements.js";
import { read } from "./read-page.js";

describe("what is seen of HTML", () => {
  it.each([
    ["joins across tags and comments", "Vi<b>ag</b>ra V<!-- x -->iagra Vi<wbr>ag&shy;ra", "Viagra Viagra Viag\u00adra"],
    ["separates blocks, lines and cells", "<p>a<p>b<br>c<div>d</div>e<table><td>f<td>g</table>", "a b c d e f g"],
    ["separates items, headings and rules", "<ul><li>a<li>b</ul><h1>c</h1>d<hr>e", "a b c d e"],
    ["separates options", "<select multiple><option>f<option>g", "f g"],
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
    ["joins words across a block that a style makes inline", 'V<div style="display:inline">i</div>a', "Via"],
    ["begins a word at a block, also if a style makes it one", 'a<span style="display:block">b</span>c', "a b c"],
    ["joins elements that are reset", 'V<span style="display:initial">i</span><i style="display:unset">a</i>g', "Viag"],
    ["separates the boxes of a row", '<div style="display:inline-flex">a<i>b</i><p>c</p></div>', "a b c"],
    ["separates the boxes of a grid", "<p style=display:grid><a>d</a><a>e</a>", "d e"],
    ["separates what floats", 'c<i style="float:right">d</i>e<i style="position:relative">f</i>', "c d ef"],
    ["separates what has a place of its own", 'a<b style="position:fixed">b</b>c', "a b c"],
    ["joins words around a box without size", 'a<b style="position:absolute;font-size:0">x</b>b', "ab"],
    ["joins words around a box that is not seen", 'b<i style="float:left;display:none">x</i>c', "bc"],
    ["joins words around a control without a box", "a<input type=Hidden style=display:block!important>b", "ab"],
    ["joins words around hidden inputs", "b<input hidden>c<progress hidden></progress>d", "bcd"],
    ["joins words around a hidden button", "d<button hidden>x</button>e", "de"],
    ["joins words around other elements", "e<isindex>f<textarea hidden>x</textarea>g", "efg"],
    ["leaves out blanks at the edges of boxes", 'V<b style="display:inline-block"> i </b>a g', "Via g"],
    ["leaves out blanks in boxes in boxes", 'g<b style="display:inline-table"> <i> r </i></b>a', "gra"],
    ["is nothing of nothing", "", ""],
  ])("%s", (_, html, visible) => {
    expect(read(html).visible).toBe(visible);
  });

  it("keeps the title and the texts of pictures apart", () => {
    const html = '<title>A &amp; B</title>text<img alt="A rose" title="Is a rose"><area alt=map><img alt="">';
    expect(read(html)).toMatchObject({ visible: "text", title: "A & B", alternatives: "A rose Is a rose map" });
  });
});

describe("what is hidden in HTML", () => {
  it("includes hidden alternatives, and does not separate visible letters", () => {
    const html = 'Vi<span style="display:none">xyz<br><img alt=q></span>agra';
    expect(read(html)).toMatchObject({ visible: "Viagra", hidden: "xyz q", alternatives: "" });
  });
});

describe("the links of HTML", () => {
  const isDeceiving = (html: string) => read(html).facts.includes("deceiving-link");

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
    expect(isDeceiving("<a href=http://www.bank.example>bank.example</a>")).toBe(false);
    expect(isDeceiving('<a href="http://192.0.2.1/">https://www.bank.example/login</a>')).toBe(true);
    expect(isDeceiving("<a href=http://evil.example>our shop</a>")).toBe(false);
  });

  it("have the text up to their end, the next link or the end of the document", () => {
    expect(isDeceiving("<a href=http://evil.example>shop<p>.com</a>!")).toBe(true);
    expect(isDeceiving("<a href=http://evil.example>shop<a href=http://evil.example>.com")).toBe(false);
    expect(isDeceiving("a <a href=http://evil.example>shop.com")).toBe(true);
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
    for (const size of ['width="1" height=0px', 'width=" 1.0 px " height="0."']) {
      expect(read(`<img ${size}>`).facts).toEqual(["image", "tracking-pixel"]);
    }
    expect(read("<img width=1><img width=px height=1>").facts).toEqual(["image"]);
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
