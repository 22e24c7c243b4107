import { describe, expect, it } from "vitest";
import { read } from "./read-page.js";

const NONE = 'style="display:none"';

/** The styles in a list. */
const stylesIn = (list: string) => list.split(/\|[ \n]+/);

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
    expect(read(html)).toMatchObject({ visible, hidden });
  });
});

describe("lists", () => {
  it.each([
    ["all options, and no other text", "<select>a<b>c</b><div>b<option>d<option selected>e</select>", "bde", "ac"],
    ["options alike, whatever is in them", `<option>a<i ${NONE}>b`, "ab", ""],
    ["no option of a list that is hidden", `<select ${NONE}><option>a</select>`, "", "a"],
  ])("show %s", (_, html, visible, hidden) => {
    const texts = read(html);
    expect([texts.visible, texts.hidden].map((text) => text.replaceAll(" ", ""))).toEqual([visible, hidden]);
  });
});

it.each(
  stylesIn(`p:after i| ::marker>p| i::before.x| p::after::before+b| p::after:hover| p:| p>| >p| p>>i| [title| i,| p?| .1|
    [a!=b]| [title=1]| a<b| [title]i| a:b| a:hover()| ::a| |p| a|p| ;p| }p`),
)("is text beside a rule with the invalid selector %s", (selector) => {
  expect(read(`<style>${selector},p{display:none}</style><p>text`)).toMatchObject({ visible: "text", hidden: "" });
});

it.each(
  stylesIn(
    `i:not(.a,.b)>b| .sm\\:x| a:link:hover| [title='a,b' i]| i+b~*| *|b| b:nth-child(2n + 1)| ::-webkit-a| \u00a0p`,
  ),
)("hides text by a rule that also has the valid selector %s", (selector) => {
  expect(read(`<style>${selector},p{display:none}</style><p>text`)).toMatchObject({ visible: "", hidden: "text" });
});
