import { PLOT_STYLE } from "../plots/palette.js";
import { widthRules } from "./markup.js";

/** Shades of the heat map for mistakes (m) and right predictions (r), from low to high, found by interpolation. */
const LIGHT = {
  m: "#fdeee4 #fbdbc7 #f8c7aa #f6b48d #e79368 #d77144 #c4491b #af4117 #953310 #7c2408",
  r: "#e8f1f9 #d0e3f3 #b7d4ec #9dc4e4 #7fb1d9 #629dcb #2a73ae #14639e #0e5286 #0a406c",
};
const DARK = {
  m: "#2e231e #432b1f #583221 #6d3a22 #874a2b #c57041 #d97742 #e69161 #f2aa80 #ffc49f",
  r: "#1b2631 #1c3042 #1d3b55 #1e4668 #25557e #4b8dc2 #5b9dd3 #76b2e3 #93c5ee #b2d8f8",
};

/**
 * The style sheet of the page. Colours are variables. The light colours are the default; the dark ones apply only on
 * screens, so that nobody prints a black page.
 */
export const STYLE: string = `
:root{color-scheme:light dark;
--paper:#fbfaf8;--card:#fff;--ink:#1c2026;--dim:#5a616b;--line:#e4e1dc;--track:#eceae6;--link:#0b5394;--right:#14639e;--wrong:#b03c0b;
--tint:#dbe9f6;--tint-wrong:#fbe0d0;--mark:#fff3c9;
--plot-paper:#fff;--plot-ink:#1c2026;--plot-dim:#5a616b;--plot-grid:#e8e5e0}
${rampRules(LIGHT, "#1c2026", 7, "#fff")}
@media screen and (prefers-color-scheme:dark){
:root{--paper:#14171b;--card:#1b1f25;--ink:#e9ebee;--dim:#a3abb6;--line:#2d333c;--track:#282e36;--link:#8cc4ff;--right:#7db9ef;--wrong:#ff9a66;
--tint:#223b55;--tint-wrong:#52301f;--mark:#4a4120;
--plot-paper:#1b1f25;--plot-ink:#e9ebee;--plot-dim:#a3abb6;--plot-grid:#2d333c}
${rampRules(DARK, "#eef0f3", 6, "#0f1317")}
}
*,::before,::after{box-sizing:border-box}
html{--edge:clamp(1rem,4vw,3rem);-webkit-text-size-adjust:100%;scroll-padding-top:1.5rem}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",Arial,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:.18em;text-decoration-thickness:.06em}
a:hover{text-decoration-thickness:.14em}
:focus-visible{outline:.18rem solid var(--link);outline-offset:.15rem;border-radius:.15rem}
h1,h2,.lead,.figure strong{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L",P052,"Book Antiqua",Georgia,"DejaVu Serif",serif;font-weight:600;text-wrap:balance}
h1{font-weight:500;font-size:clamp(1.9rem,5vw,3rem);line-height:1.12;letter-spacing:-.015em;margin:.3rem 0 0}
h2{font-size:1.65rem;line-height:1.2;margin:0 0 .75rem;letter-spacing:-.01em}
h3{font-size:1rem;line-height:1.35;margin:0}
h4{font-size:.8rem;margin:0 0 .35rem;font-weight:600;color:var(--dim)}
p{margin:0 0 1rem;max-width:46rem}
.aside{color:var(--dim);font-size:.85em;font-weight:400}
.number{text-align:right;white-space:nowrap}
.unseen,.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip:focus{position:absolute;left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem;z-index:2}
.page{max-width:80rem;margin:0 auto;padding:2.5rem var(--edge) 4rem}
header{border-bottom:1px solid var(--line);padding-bottom:1.75rem}
.eyebrow{margin:0;color:var(--dim);font-size:.85rem;letter-spacing:.02em}
.eyebrow b{color:var(--ink)}
.subtitle{margin:.7rem 0 0;color:var(--dim)}
nav{margin:1.25rem 0 0}
nav ol{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.25rem;margin:0;padding:0;font-size:.9rem}
nav a{display:inline-block;padding:.15rem 0;text-decoration:none}
nav a:hover{text-decoration:underline}
section{padding:2.5rem 0;border-bottom:1px solid var(--line);min-width:0}
section:last-child{border-bottom:0}
main,.terms span:first-child{min-width:0}
@media screen and (min-width:75rem){
.columns{display:grid;grid-template-columns:9.5rem minmax(0,1fr);gap:2.75rem}
nav{position:sticky;top:2rem;align-self:start;margin:2.75rem 0 0}
nav ol{flex-direction:column;gap:.35rem;border-left:1px solid var(--line);padding-left:1rem}
}
.lead{font-size:clamp(1.2rem,2.4vw,1.5rem);line-height:1.42;font-weight:400;max-width:44rem;margin:0 0 2rem;text-wrap:pretty}
.headline{display:grid;gap:1.25rem 3rem;align-items:end;grid-template-columns:minmax(0,1fr)}
@media (min-width:48rem){.headline{grid-template-columns:auto minmax(0,1fr)}}
.figure,.tiles dd,blockquote p{margin:0}
.figure strong{display:block;font-weight:400;font-size:clamp(3.6rem,10vw,5.5rem);line-height:.95;letter-spacing:-.035em;white-space:nowrap}
.figure span{display:block;color:var(--dim);font-size:.9rem;margin-top:.6rem}
.notes{margin:2rem 0 0;padding:0;list-style:none;max-width:46rem}
.notes li{padding:.4rem 0 .4rem 1.1rem;border-left:.2rem solid var(--line);margin-bottom:.5rem}
table,dt,.number{overflow-wrap:break-word}
table{border-collapse:collapse;font-size:.9rem;line-height:1.35}
caption{text-align:left;color:var(--dim);font-size:.85rem;padding:0 0 .6rem;max-width:min(46rem,calc(100vw - 2*var(--edge)));position:sticky;left:0}
th{font-weight:600;text-align:left}
.bars{width:100%}
.bars th,.bars td{padding:.3rem 0}
.bars th{font-weight:400;width:1%;white-space:nowrap;padding-right:1rem}
.bars tr:first-child th{font-weight:600}
.bars .number{width:1%;padding-left:.9rem}
.bar{display:block;width:100%;height:1.05rem;border-radius:.15rem}
.bar .track{fill:var(--track)}
.bar.best .value{fill:var(--right)}
.bar.plain .value{fill:var(--dim);opacity:.55}
.bar .interval{fill:var(--ink);opacity:.6}
.tiles{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1px;margin:0;background:var(--card);border:1px solid var(--line);border-radius:.5rem;overflow:hidden}
.tiles>div{background:var(--card);padding:1rem 1.1rem;box-shadow:0 0 0 1px var(--line)}
.tiles>div:first-child:nth-last-child(odd){grid-column:1/-1}
@media (min-width:40rem){
.middle-3{grid-template-columns:repeat(3,minmax(0,1fr))}
.middle-3>div:first-child:nth-last-child(odd){grid-column:auto}
}
@media (min-width:64rem){
.wide-3{grid-template-columns:repeat(3,minmax(0,1fr))}
.wide-4{grid-template-columns:repeat(4,minmax(0,1fr))}
.wide-3>div:first-child:nth-last-child(odd),.wide-4>div:first-child:nth-last-child(odd){grid-column:auto}
}
.tiles dt{color:var(--dim);font-size:.85rem}
.tiles strong{display:block;font-size:1.55rem;line-height:1.35;font-weight:600;letter-spacing:-.01em}
.tiles span{color:var(--dim);font-size:.8rem;line-height:1.35;display:block}
.runs{margin-top:1.25rem}
.runs ol{columns:11rem;padding-left:2rem;margin:.75rem 0 0}
.runs span{color:var(--dim);font-size:.85em}
summary{cursor:pointer}
.scroll{overflow-x:auto;max-width:100%}
.matrix{font-size:.78rem;border-collapse:separate;border-spacing:2px}
.matrix tbody th{font-weight:400;text-align:right;padding:0 .5rem 0 0;white-space:nowrap;position:sticky;left:0;background:var(--paper);max-width:13rem;overflow:hidden;text-overflow:ellipsis}
.matrix thead td{position:sticky;left:0;background:var(--paper)}
.matrix thead th{vertical-align:bottom;font-weight:400;padding:0 0 .4rem;text-align:left}
.matrix.many thead th span{writing-mode:vertical-rl;transform:rotate(180deg);display:block;margin:0 auto;max-height:12.5rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.matrix:not(.many) thead th{max-width:8rem;text-align:center;padding:0 .4rem .4rem}
.matrix tbody td{width:2.2rem;min-width:2.2rem;height:1.9rem;padding:0;text-align:center;border-radius:.2rem}
.matrix:not(.many) tbody td{width:6rem;height:3.2rem;font-size:1rem}
.matrix tbody td:not([class]){background:var(--track);opacity:.45}
.matrix td a{display:grid;place-items:center;height:100%;color:inherit;text-decoration:none;border-radius:inherit}
.matrix td a:hover{box-shadow:0 0 0 2px var(--ink)}
.matrix tr:hover th{font-weight:600}
.legend{display:flex;flex-wrap:wrap;gap:.4rem 2rem;font-size:.78rem;color:var(--dim);margin:1rem 0 0}
.legend>div{display:flex;gap:.6rem;align-items:center}
.legend dd{margin:0;display:flex;align-items:center;gap:1px;flex-wrap:wrap}
.legend span{min-width:1.65rem;text-align:center;padding:.1rem .15rem}
.legend span:first-child{border-radius:.2rem 0 0 .2rem}
.legend span:last-of-type{border-radius:0 .2rem .2rem 0;margin-right:.4rem}
.classes{width:100%;min-width:44rem}
.classes thead th{padding:0;border-bottom:2px solid var(--line);vertical-align:bottom}
.classes button{all:unset;box-sizing:border-box;cursor:pointer;display:block;width:100%;padding:.45rem .6rem;font-weight:600}
.classes button:focus-visible{outline:.18rem solid var(--link);outline-offset:-.18rem}
.classes th:first-child button{padding-left:0}
.classes button:hover{color:var(--link)}
.classes button::after{content:"↕";color:var(--dim);margin-left:.35em;font-weight:400}
.classes [aria-sort=ascending] button::after{content:"↑";color:var(--link)}
.classes [aria-sort=descending] button::after{content:"↓";color:var(--link)}
.classes tbody th{font-weight:400}
.classes td:last-child,.terms li>.aside,.lists h3 .aside,.bins th{white-space:nowrap}
.classes td,.classes tbody th,.classes tfoot th{padding:.34rem .6rem;border-bottom:1px solid var(--line)}
.classes tbody th,.classes tfoot th{padding-left:0}
.classes tfoot th,.classes tfoot td{border-bottom:0;color:var(--dim);font-weight:400}
.classes tbody tr:hover{background:var(--track)}
.classes thead th:nth-child(n+2):nth-child(-n+5) button{text-align:right}
.classes thead th:nth-child(n+2):nth-child(-n+4){width:13%}
.share{background:linear-gradient(var(--tint),var(--tint)) 0 50%/var(--w) 76% no-repeat content-box}
.plot{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:1rem;margin:0}
.plot svg{display:block;max-width:100%;height:auto;margin:0 auto}
#curve svg+svg{display:none}
.beside{display:flex;flex-wrap:wrap;gap:1.5rem 2.5rem;align-items:flex-start}
.beside>.scroll{flex:1 1 20rem}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,11.25rem),1fr));gap:.9rem}
.cards article{padding:.85rem .9rem}
article{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:1rem 1.1rem;min-width:0}
.cards article>.aside{margin:0 0 .5rem}
.terms{list-style:none;margin:0;padding:0;font-size:.88rem}
.terms li{display:flex;justify-content:space-between;align-items:baseline;gap:.75rem;line-height:1.4;padding:.05rem .4rem .1rem;margin:0 0 2px;border-radius:.2rem;background:linear-gradient(var(--tint),var(--tint)) 0/var(--w) 100% no-repeat}
.mistakes{columns:2 26rem;column-gap:1.25rem}
.mistakes article{break-inside:avoid;margin:0 0 1.25rem}
.mistakes article>p{margin:.35rem 0 0}
.verdict .wrong{color:var(--wrong);font-weight:600}
.verdict .right{color:var(--right);font-weight:600}
blockquote{margin:.75rem 0;padding:.1rem 0 .1rem .9rem;border-left:.2rem solid var(--line);color:var(--dim);font-size:.88rem;line-height:1.5}
.evidence{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 1rem;margin-top:.75rem}
.evidence>div{display:grid;grid-template-rows:subgrid;grid-row:span 3;gap:0}
.evidence>div>.aside{margin:.2rem 0 0}
.evidence .against li{background-image:linear-gradient(var(--tint-wrong),var(--tint-wrong))}
.file{font:.85em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.lists{columns:3 19rem;column-gap:1.1rem}
.lists article{margin:0 0 1.1rem;padding:.85rem .9rem .6rem;break-inside:avoid-column}
.lists article:has([open]){break-inside:auto}
.lists h3{display:flex;justify-content:space-between;gap:1rem;align-items:baseline;padding-bottom:.35rem}
.list{border-top:1px solid var(--line);font-size:.88rem}
.list summary{padding:.2rem 0;display:flex;gap:.5rem;align-items:baseline}
.list summary::before{content:"▸";color:var(--dim);width:.8em;flex:none}
.list[open] summary::before{content:"▾"}
.list summary::-webkit-details-marker{display:none}
.list summary:hover{color:var(--link)}
.list .count{min-width:1.8rem;text-align:right;font-weight:600}
.list ol{margin:.35rem 0 .5rem;padding:0 0 0 2rem}
.list li{break-inside:avoid}
.list p{margin:0 0 .5rem 2rem}
.list:target{background:var(--mark)}
pre{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:1rem 1.1rem;white-space:pre-wrap;font:.9rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;margin:0 0 1.25rem}
pre.wide{white-space:pre;overflow-x:auto;font-size:.8rem}
.settings th,.settings td{padding:.25rem 1.5rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top}
.settings thead th:nth-child(n+2){text-align:right}
.settings td:not(.number){overflow-wrap:anywhere}
.settings th{font-weight:400;color:var(--dim)}
footer{color:var(--dim);font-size:.85rem;border-top:1px solid var(--line);padding-top:1rem}
@media (max-width:40rem){
.evidence{grid-template-columns:minmax(0,1fr)}
.evidence>div+div{margin-top:.75rem}
.bars th{white-space:normal;width:38%}
section{padding:2rem 0}
.plot{padding:.25rem}
#curve svg{display:none}
#curve svg+svg{display:block}
.cards{grid-template-columns:repeat(2,minmax(0,1fr));gap:.6rem}
.tiles>div,.cards article{padding:.7rem .75rem}
.matrix.many tbody th{max-width:7.5rem}
.list ol,.list p{padding-left:1.4rem;margin-left:0}
.settings th,.settings td{padding-right:.9rem}
}
@media (forced-colors:active){
.matrix tbody td,.legend span{forced-color-adjust:none}
.tiles>div{outline:1px solid CanvasText}
}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
@media print{
pre.wide{white-space:pre-wrap}
@page{margin:14mm}
html{font-size:9.5pt}
:root{--paper:#fff}
tfoot{display:table-row-group}
section>p{break-after:avoid;break-inside:avoid}
.page{max-width:none;padding:0}
nav,.back,.skip{display:none}
section{padding:1.4rem 0}
h2,h3,caption,summary{break-after:avoid}
tr,article,.tiles,.plot,.legend,.bins,.matrix,#curve,#reliability{break-inside:avoid}
#curve .plot svg{max-width:36rem}
.scroll{overflow:visible}
.matrix{font-size:6.5pt}
.matrix tbody td{width:1.9rem;min-width:0;height:1.5rem}
.matrix tbody th{max-width:11rem}
.classes{min-width:0}
.classes button::after{content:""}
.mistakes{columns:2}
.lists{columns:3}
.lists article{break-inside:auto}
.list summary::before,.list[open] summary::before{content:none}
details::details-content{content-visibility:visible;display:block;height:auto}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
a{color:inherit;text-decoration:none}
}
${widthRules()}
${PLOT_STYLE}
`;

/** Returns the rules of the shades. Text is `near` before the shade `turn`, `far` from it on: contrast at least 4.5. */
function rampRules(ramps: typeof LIGHT, near: string, turn: number, far: string): string {
  return Object.entries(ramps)
    .flatMap(([kind, shades]) =>
      shades.split(" ").map((shade, s) => `.${kind}${s + 1}{background:${shade};color:${s + 1 < turn ? near : far}}`),
    )
    .join("");
}
