import fc from "fast-check";
import { parse, type DefaultTreeAdapterTypes as Standard, defaultTreeAdapter as standard } from "parse5";
import { expect, it, test } from "vitest";
import { type HtmlNode, TEXT } from "../../../../src/mail/html/tree/node.js";
import { parseHtml } from "../../../../src/mail/html/tree/tree.js";
import { slowRuns } from "../../../helpers/arbitraries.js";

/** Where each text is, and with which attributes. */
function pathsOfOurs(node: HtmlNode, path = ""): string[] {
  const paths: string[] = [];
  for (let child = node.first; child !== null; child = child.next) {
    if (child.name === TEXT) paths.push(`${path}: ${child.text}`);
    else if (child.isElement) {
      const attributes = Array.from(child.attributes, ([name, value]) => ` ${name}=${value}`).join("");
      paths.push(...pathsOfOurs(child, `${path}/${child.name}${attributes}`));
    }
  }
  return paths;
}

function pathsOfStandard(node: Standard.ParentNode, path = ""): string[] {
  return standard.getChildNodes(node).flatMap((child) => {
    if (standard.isTextNode(child)) return [`${path}: ${child.value}`];
    if (!standard.isElementNode(child)) return [];
    const attributes = child.attrs.map(({ name, value }) => ` ${name}=${value}`).join("");
    return pathsOfStandard(child, `${path}/${child.tagName}${attributes}`);
  });
}

const element = fc.constantFrom(
  ...["a", "b", "FONT", "p", "div", "Table", "tr", "td", "li", "ul", "option", "h1", "nobr", "br", "title"],
  ...["style", "script", "textarea", "button", "form", "svg", "math", "mi", "plaintext", "o:p"],
);
const VALUES = "x| |&|&amp;|&amp|amp;|&lt|&copy=|&copy|=|;|<|\0|\n".split("|");
const value = fc.array(fc.constantFrom(...VALUES), { maxLength: 6 }).map((pieces) => pieces.join(""));
const attribute = fc
  .tuple(fc.constantFrom("href", "HREF", "title", "size"), fc.constantFrom('"', "'", ""), value)
  .map(([name, quote, text]) => ` ${name}=${quote}${text}${quote}`);
const piece = fc.oneof(
  element.map((name) => `</${name}>`),
  fc.tuple(element, fc.array(attribute, { maxLength: 3 })).map(([name, some]) => `<${name}${some.join("")}>`),
  fc.constantFrom(..."word| |\n\t |é|&amp;|&#65;|&notit|\0|<!-- - -->|<!x|<|</|>|\r\n".split("|")),
);

test("any markup gives the tree of plain parse5, with the same texts and attributes", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const html = pieces.join("");
      const ours = pathsOfOurs(parseHtml(html, new Set()).root);
      expect(ours).toEqual(pathsOfStandard(parse(html, { scriptingEnabled: false })));
    }),
    { seed: 1, numRuns: slowRuns(1000) },
  );
});

/** parse5 has the rules of before 2025. `<applet>` stands in for lists in it. */
it.each([
  ["<select><p>a<option>b<i>c</select>d", "/select/p: a, /select/option: b, /select/option/i: c, /i: d"],
  [
    "<select><option>a<option>b<optgroup>c<option>d",
    "/select/option: a, /select/option: b, /select/optgroup: c, /select/optgroup/option: d",
  ],
  ["<select><div><option>a<hr>b<option>c", "/select/div/option: a, /select/div: b, /select/div/option: c"],
  ["<select>a<input>b", "/select: a, : b"],
  ["<select>a<select>b", "/select: a, : b"],
  ["<div><select>a</div>b</select>c", "/div/select: ab, /div: c"],
  ["<table><tr><td><select>a<tr><td>b", "/table/tbody/tr/td/select: a, /table/tbody/tr/td: b"],
  ["<select><svg><option>a</select>b", "/select/svg/option: a, : b"],
  ["<applet>a<marquee>b</applet>c</marquee>d", "/applet: a, /applet/marquee: bc, /applet: d"],
  ["<b><select>a</b>b</select>c</applet>d", "/b/select: ab, /b: cd"],
])("%s is read as the standard reads lists since 2025", (html, texts) => {
  const paths = pathsOfOurs(parseHtml(`<body>${html}`, new Set()).root);
  expect(paths.map((path) => path.replace("/html/body", ""))).toEqual(texts.split(", "));
});
