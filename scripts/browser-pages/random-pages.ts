import { type Random, seededRandom } from "../../src/base/random.js";

/** The kinds of pages, each made from a seed: tags in any order, and styles. Every word is there once. */
export const KINDS = { nesting: nestedPage, styles: styledPage } as const;
export type Kind = keyof typeof KINDS;

/** @param number of the page; the same seed and number make the same page */
export function randomPage(kind: Kind, seed: number, number: number): string {
  const random = seededRandom(seed, number);
  let words = 0;
  const word = () => `w${words++}q`;
  return KINDS[kind](random, word);
}

function oneOf<T>(items: readonly T[], random: Random): T {
  return items[random(items.length)];
}

const TAGS =
  `a abbr address applet article b big blockquote body br button caption center code col colgroup dd dialog dir div dl dt
  em fieldset font form frameset h1 h2 h6 head hr html i img input label legend li listing main marquee math mi mtext nobr
  noscript object ol optgroup option p pre ruby rb rp rt s section select select|multiple small span strike strong summary
  svg desc foreignObject table tbody td textarea tfoot th thead tr tt u ul x-y`.split(/\s+/);

/** Start and end tags in any order, a fifth of them hidden. */
function nestedPage(random: Random, word: () => string): string {
  const parts: string[] = random(3) === 0 ? ["<!doctype html>"] : [];
  const opened: string[] = [];
  for (let left = 4 + random(24); left > 0; left--) {
    const choice = random(10);
    if (choice < 4) parts.push(` ${word()} `);
    else if (choice < 8) {
      const [name, flag = ""] = oneOf(TAGS, random).split("|");
      opened.push(name);
      parts.push(`<${name} ${flag}${random(5) === 0 ? ' style="display:none"' : ""}${random(12) === 0 ? "/" : ""}>`);
    } else
      parts.push(
        `</${random(3) > 0 && opened.length > 0 ? oneOf(opened, random) : oneOf(TAGS, random).split("|")[0]}>`,
      );
  }
  return `${parts.join("")} ${word()} `;
}

const COLOURS = `white #fff #ffffff #fefefe black #000 red navy #eee transparent rgb(255,255,255) rgba(255,255,255,.9)
  rgb(0|0|0|/|5%) hsl(0,0%,100%) hsl(0|0%|99%) hwb(0|100%|0%) hwb(0|0%|100%) lab(100|0|0) lab(0|0|0) lch(100|0|0) oklab(1|0|0)
  oklch(1|0|0) oklch(0|0|0) color(srgb|1|1|1) color-mix(in|srgb,white,white) color-mix(in|srgb,red,blue) currentcolor inherit
  canvas canvastext #ffff #fff0 nocolour rgb(300,300,300) hsl(none|0%|100%)`
  .split(/\s+/)
  .map((colour) => colour.replaceAll("|", " "));

/** Declarations by kind. Those that hide text, those that nearly do, and those that only seem to. */
const DECLARATIONS: Readonly<Record<string, readonly string[]>> = {
  display:
    "none none inline block inline-block flex contents table-cell list-item nothing var(--none) var(--other,none)"
      .split(" ")
      .map((value) => `display:${value}`),
  visibility: ["hidden", "visible", "collapse", "inherit"].map((value) => `visibility:${value}`),
  opacity: ["0", ".05", "5%", ".5", "1", "calc(1 - 1)", "0px"].map((value) => `opacity:${value}`),
  colour: COLOURS.map((colour) => `color:${colour}`),
  background: COLOURS.map((colour) => `background:${colour}`).concat(
    "background-color:black",
    "background:linear-gradient(white,white)",
    "background:url(x.png) white",
  ),
  fill: ["-webkit-text-fill-color:white", "-webkit-text-fill-color:transparent", "-webkit-text-fill-color:black"],
  font: `font-size:0 font-size:1px font-size:.01em font-size:0% font-size:10px font-size:small font-size:nothing font:0/0|a
    font:1px|serif font:12px/1|serif font:0 font-size:calc(1px|-|1px) font-size:min(1px,2em) font-size:-1px`.split(
    /\s+/,
  ),
  line: [
    "line-height:0",
    "line-height:1",
    "line-height:normal",
    "line-height:nothing",
    "line-height:0;overflow:hidden",
  ],
  transform:
    `scale(0) scale(.01) scale(1) scaleX(0) scaleY(0) scale3d(0,1,1) scaleZ(0) matrix(0,0,0,0,0,0) matrix(1,0,0,1,0,0)
    matrix(1,0,0,1,-9999,0) translate(-9999px) translateX(-9999px) translateY(-9999px) translate3d(0,-9999px,0) translate(1px)
    rotate(360deg) rotateX(90deg) rotateY(90deg) rotate3d(0,1,0,90deg) rotate(5) rotateY(.25turn) scale(1)|translate(-9999px)
    skew(.01deg) scale(-1,1) none matrix3d(1,0,0,0,0,0,0,0,0,0,1,0,0,0,0,1)`
      .split(/\s+/)
      .map((value) => `transform:${value}`),
  transforms:
    `scale:0 scale:1 scale:0% scale:1|0 translate:-9999px translate:0|-9999px translate:1px rotate:x|90deg rotate:y|90deg
    rotate:1|0|0|90deg rotate:.01deg zoom:.01 zoom:1 zoom:1% zoom:0`.split(/\s+/),
  place: `left:-9999px position:absolute;left:-9999px position:relative;left:-9999px position:fixed;top:-9999px
    position:absolute;inset:-9999px|auto|auto|-9999px position:absolute;inset:0|auto|auto|0 position:absolute;right:9999px
    position:relative;bottom:9999px position:relative;top:1px position:absolute;top:calc(-1|*|9999px)
    position:absolute;inset-inline-start:-9999px position:absolute;left:-999em position:sticky;left:-9999px`.split(
    /\s+/,
  ),
  margin: `margin-left:-9999px margin:0|0|0|-9999px margin:1px margin-inline-start:-9999px
    margin-left:-100vw;width:50vw`
    .split(/\s+/)
    .map((value) => `display:block;${value}`),
  letters:
    "text-indent:-9999px text-indent:1em text-indent:-999em letter-spacing:1px display:block;letter-spacing:-2em".split(
      " ",
    ),
  box: `height:0;overflow:hidden width:0;overflow:clip|visible max-width:0;overflow:hidden height:0 max-height:0;overflow:hidden max-height:0 width:0;overflow:hidden height:0;overflow:clip
    height:1px;overflow:auto height:0;overflow-x:hidden height:0;overflow-y:scroll
    display:block;max-width:0;overflow:hidden height:0;min-height:900px;overflow:hidden height:0%;overflow:hidden overflow:hidden
    height:calc(1px|-|1px);overflow:hidden block-size:0;overflow:hidden height:0;overflow:visible`.split(/\s+/),
  clip: `clip:rect(0,0,0,0) position:absolute;clip:rect(0,0,0,0) position:absolute;clip:rect(0|0|0|0)
    position:absolute;clip:rect(auto,auto,auto,auto) clip-path:inset(50%) clip-path:inset(100%) clip-path:inset(0) clip-path:circle(0)
    clip-path:circle(0px|at|0|0) clip-path:inset(0|0|100%|0) clip-path:polygon(0|0,0|0,0|0) clip-path:polygon(0|0,100%|0,100%|100%,0|100%)
    clip-path:none clip-path:ellipse(0|0) clip-path:rect(0|0|0|0) clip-path:xywh(0|0|0|0) clip-path:nothing`
    .split(/\s+/)
    .map((value) => (value.startsWith("clip-path") ? `display:block;${value}` : value)),
  filter: ["opacity(0)", "opacity(100%)", "opacity(.01)", "none", "alpha(opacity=0)"].map((value) => `filter:${value}`),
  other:
    `mso-hide:all display:none;display:inline color:white;color:black display:none!important;display:block content-visibility:hidden content-visibility:auto all:unset all:initial float:left float:right
    display:/**/none dis/**/play:none display:none/**/ display:none!important display:none|!important display:nonee di\\splay:none
    display:n\\6fne color:white;color:nocolour x:y;display:none --none:none;display:var(--none)`.split(/\s+/),
};

const GROUPS = Object.values(DECLARATIONS);

function declarations(random: Random): string {
  const list = Array.from({ length: 1 + (random(3) === 0 ? 1 : 0) }, () =>
    oneOf(oneOf(GROUPS, random), random).replaceAll("|", " "),
  );
  return list.map((one) => (random(12) === 0 && !one.includes("!") ? `${one}!important` : one)).join(";");
}

const SELECTORS =
  `.a .b .c p div span i *.a p.a #one #two div|p div>p .a|.b p+p p~p [title] [title=x] [title^=x] p:first-child
  p:last-child :not(.a) :is(.a,.b) p:nth-child(2n) p:nth-child(odd) span:only-child .a:hover p::before :root|.c :where(.a)
  .a,.b .A td td|p section|> .nope :unknown div:has(p.zz) p:not(:first-child) table|.a b:first-of-type *`.split(/\s+/);

const CONDITIONS = `|@media|print |@media|screen |@media|(min-width:600px) |@media|(max-width:600px) |@media|not|print
  |@media|only|screen|and|(min-width:1px) |@media|(width>=600px) |@supports|(display:grid) |@supports|not|(display:block) |@layer|one
  |@layer|two |@media|(prefers-color-scheme:dark) |@media|screen,print`
  .split(/\s+/)
  .map((condition) => condition.slice(1).replaceAll("|", " "));

function sheet(random: Random): string {
  const rules = Array.from({ length: random(5) }, () => {
    const rule = `${oneOf(SELECTORS, random).replaceAll("|", " ")}{${declarations(random)}}`;
    const condition = random(4) === 0 ? oneOf(CONDITIONS, random) : "";
    return condition === "" ? rule : `${condition}{${rule}}`;
  });
  const media = oneOf(
    ["", "", "", "", ' media="print"', ' media="screen"', ' media="(min-width:1px)"', ' type="text/x"'],
    random,
  );
  return rules.length === 0 ? "" : `<style${media}>${rules.join(" ")}</style>`;
}

const ELEMENTS = "p p div div span span i b section table".split(" ");

/** Elements inside of each other, with classes, ids and styles, and a style sheet or two. */
function styledPage(random: Random, word: () => string): string {
  const element = (depth: number): string => {
    const name = depth === 3 && random(2) === 0 ? "p" : oneOf(ELEMENTS, random);
    const attributes = [
      random(3) === 0 ? ` class="${oneOf(["a", "b", "c", "a b", "b c", "A"], random)}"` : "",
      random(8) === 0 ? ` id="${oneOf(["one", "two"], random)}"` : "",
      random(8) === 0 ? ` title="${oneOf(["x", "xy", "z"], random)}"` : "",
      random(3) === 0 ? ` style="${declarations(random)}"` : "",
      random(30) === 0 ? " hidden" : "",
    ].join("");
    const inside = Array.from({ length: random(depth > 2 ? 1 : 3) }, () => element(depth + 1)).join("");
    const content = `${word()} ${inside} ${word()}`;
    return name === "table"
      ? `<table${attributes}><tr><td>${content}</table>`
      : ` <${name}${attributes}>${content}</${name}> `;
  };
  const doctype = random(2) === 0 ? "<!doctype html>" : "";
  const body = Array.from({ length: 1 + random(3) }, () => element(0)).join("");
  return `${doctype}${sheet(random)}${body}${random(3) === 0 ? sheet(random) : ""} ${word()}`;
}
