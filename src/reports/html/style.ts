import { PLOT_STYLE } from "../plots/palette.js";
import { widthRules } from "./widths.js";

/** Number of shades of the heat map of the confusion matrix. */
export const SHADES = 10;

/** The share of a full colour in the darkest shade, in percent. Text on it has a contrast of at least 4.5. */
const DARKEST = 45;

/**
 * The style sheet of the page. Colours are variables. The light colours are the default; the dark ones apply only on
 * screens, so that nobody prints a black page.
 */
export const STYLE: string = `
:root{color-scheme:light dark;
--paper:#fbfaf8;--card:#fff;--ink:#1c2026;--dim:#5a616b;--line:#e4e1dc;--track:#eceae6;--link:#0b5394;--right:#14639e;--wrong:#b03c0b;
--tint:#dbe9f6;--tint-wrong:#fbe0d0;--mark:#fff3c9;
--plot-paper:#fff;--plot-ink:#1c2026;--plot-dim:#5a616b;--plot-grid:#e8e5e0}
@media screen and (prefers-color-scheme:dark){
:root{--paper:#14171b;--card:#1b1f25;--ink:#e9ebee;--dim:#a3abb6;--line:#2d333c;--track:#282e36;--link:#8cc4ff;--right:#7db9ef;--wrong:#ff9a66;
--tint:#223b55;--tint-wrong:#52301f;--mark:#4a4120;
--plot-paper:#1b1f25;--plot-ink:#e9ebee;--plot-dim:#a3abb6;--plot-grid:#2d333c}
}
*{box-sizing:border-box}
html{--edge:clamp(1rem,4vw,3rem);-webkit-text-size-adjust:100%;scroll-padding-top:1.5rem}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",Arial,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:.18em}
:focus-visible{outline:.18rem solid var(--link);outline-offset:.15rem;border-radius:.15rem}
h1,h2,.figure strong{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L",P052,"Book Antiqua",Georgia,"DejaVu Serif",serif;font-weight:500;text-wrap:balance;letter-spacing:-.01em}
h1{font-size:clamp(1.9rem,5vw,3rem);line-height:1.12;margin:.3rem 0 0}
h2{font-size:1.65rem;line-height:1.2;margin:0 0 .75rem}
h3{font-size:1rem;line-height:1.35;margin:0}
h4{font-size:.8rem;margin:0 0 .35rem;font-weight:600;color:var(--dim)}
p{margin:0 0 1rem;max-width:46rem}
.aside{color:var(--dim);font-size:.85em;font-weight:400}
.number{text-align:right;white-space:nowrap}
.unseen,.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip:focus{position:absolute;left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem;z-index:2}
.page{max-width:80rem;margin:0 auto;padding:2.5rem var(--edge) 4rem}
header{border-bottom:1px solid var(--line);padding-bottom:1.75rem}
.eyebrow,.subtitle{margin:0;color:var(--dim)}
nav{margin:1.25rem 0 0}
nav ol{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.25rem;margin:0;padding:0;font-size:.9rem}
section{padding:2.5rem 0;border-bottom:1px solid var(--line);min-width:0}
main,.terms span:first-child{min-width:0}
@media screen and (min-width:75rem){
.columns{display:grid;grid-template-columns:9.5rem minmax(0,1fr);gap:2.75rem}
nav{position:sticky;top:2rem;align-self:start;margin:2.75rem 0 0}
nav ol{flex-direction:column;border-left:1px solid var(--line);padding-left:1rem}
}
.lead{font-size:clamp(1.2rem,2.4vw,1.5rem);line-height:1.42;margin:0 0 2rem;text-wrap:pretty}
.headline{display:flex;flex-wrap:wrap;gap:1.25rem 3rem;align-items:end}
.figure,.tiles dd,blockquote p{margin:0}
.figure strong{display:block;font-size:clamp(3.6rem,10vw,5.5rem);line-height:1;white-space:nowrap}
.figure span{color:var(--dim);font-size:.9rem}
table,dt,.number{overflow-wrap:break-word}
table{border-collapse:collapse;font-size:.9rem;line-height:1.35}
caption{text-align:left;color:var(--dim);font-size:.85rem;padding:0 0 .6rem;max-width:min(46rem,calc(100vw - 2*var(--edge)));position:sticky;left:0}
th{font-weight:400;text-align:left}
.bars{flex:1 1 18rem;border-collapse:separate;border-spacing:0 .4rem}
.bars th{width:30%;padding-right:1rem}
.bars .number{width:1%;padding-left:.9rem}
.bar{background:linear-gradient(var(--right),var(--right)) 0/var(--w) 100% no-repeat var(--track)}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,10rem),1fr));gap:1px;margin:0;background:var(--card);border:1px solid var(--line);border-radius:.5rem;overflow:hidden}
.tiles>div{padding:1rem 1.1rem;box-shadow:0 0 0 1px var(--line)}
.tiles dt{color:var(--dim);font-size:.85rem}
.tiles strong{display:block;font-size:1.55rem;line-height:1.35;font-weight:600}
.tiles span{color:var(--dim);font-size:.8rem;line-height:1.35;display:block}
.runs{margin-top:1.25rem}
.runs ol{columns:11rem;padding-left:2rem;margin:.75rem 0 0}
summary{cursor:pointer}
.scroll{overflow-x:auto;max-width:100%}
.matrix{font-size:.78rem;border-collapse:separate;border-spacing:2px}
.matrix tbody th{text-align:right;padding:0 .5rem 0 0;white-space:nowrap;position:sticky;left:0;background:var(--paper);max-width:13rem;overflow:hidden;text-overflow:ellipsis}
.matrix thead td{position:sticky;left:0;background:var(--paper)}
.matrix thead th{vertical-align:bottom;padding:0 0 .4rem}
.matrix.many thead th span{writing-mode:vertical-rl;transform:rotate(180deg);display:block;margin:0 auto;max-height:12.5rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.matrix:not(.many) thead th{max-width:8rem;text-align:center;padding:0 .4rem .4rem}
.matrix tbody td{width:2.2rem;min-width:2.2rem;height:1.9rem;padding:0;text-align:center;border-radius:.2rem}
.matrix:not(.many) tbody td{width:6rem;height:3.2rem;font-size:1rem}
.matrix.dense{font-size:.66rem;border-spacing:1px}
.matrix.dense tbody th{max-width:12rem}
.matrix.dense tbody td{width:1.12rem;min-width:1.12rem;height:1.3rem;padding:0 1px;font-size:.6rem}
.matrix tbody td:not([class]){background:var(--track);opacity:.45}
.matrix td a{display:grid;place-items:center;height:100%;color:inherit}
.matrix td a:hover{box-shadow:0 0 0 2px var(--ink)}
.legend{display:flex;flex-wrap:wrap;gap:.4rem 2rem;font-size:.78rem;color:var(--dim);margin:1rem 0 0}
.legend dd{margin:0;display:flex;align-items:center;gap:1px;flex-wrap:wrap}
.legend span{min-width:1.65rem;text-align:center;padding:.1rem .15rem;color:var(--ink)}
.legend span:last-of-type{margin-right:.4rem}
.classes{width:100%;min-width:44rem}
.classes thead th{padding:.45rem .6rem;border-bottom:2px solid var(--line);font-weight:600}
.classes td:last-child,.terms li>.aside,.lists h3 .aside{white-space:nowrap}
.classes td,.classes tbody th,.classes tfoot th{padding:.34rem .6rem;border-bottom:1px solid var(--line)}
.classes th:first-child{padding-left:0}
.classes tfoot th,.classes tfoot td{border-bottom:0;color:var(--dim)}
.classes thead th:nth-child(n+2):nth-child(-n+5){text-align:right}
.classes thead th:nth-child(n+2):nth-child(-n+4){width:13%}
.share{background:linear-gradient(var(--tint),var(--tint)) 0 50%/var(--w) 76% no-repeat content-box}
.plot,pre,article{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:1rem 1.1rem;margin:0;min-width:0}
.plot svg{display:block;max-width:100%;height:auto;margin:0 auto}
#curve svg+svg{display:none}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,11.25rem),1fr));gap:.9rem}
.terms{list-style:none;margin:0;padding:0;font-size:.88rem}
.terms li{display:flex;justify-content:space-between;align-items:baseline;gap:.75rem;line-height:1.4;padding:.05rem .4rem .1rem;margin:0 0 2px;border-radius:.2rem;background:linear-gradient(var(--tint),var(--tint)) 0/var(--w) 100% no-repeat}
.mistakes{columns:2 26rem;column-gap:1.25rem}
.mistakes article,.lists article{break-inside:avoid;margin:0 0 1.25rem}
.mistakes article>p{margin:.35rem 0 0}
.verdict .wrong{color:var(--wrong);font-weight:600}
.verdict .right{color:var(--right);font-weight:600}
blockquote{margin:.75rem 0;padding:.1rem 0 .1rem .9rem;border-left:.2rem solid var(--line);color:var(--dim);font-size:.88rem;line-height:1.5}
.evidence{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,11rem),1fr));gap:.75rem 1rem;margin-top:.75rem}
.evidence p{margin:.2rem 0 0}
.evidence .against li{background-image:linear-gradient(var(--tint-wrong),var(--tint-wrong))}
.file{font:.85em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.lists{columns:3 19rem;column-gap:1.1rem}
.lists article:has([open],:target){break-inside:auto}
.lists h3{display:flex;justify-content:space-between;gap:1rem;align-items:baseline;padding-bottom:.35rem}
.list{border-top:1px solid var(--line);font-size:.88rem}
.list summary{padding:.2rem 0}
.list .count{font-weight:600}
.list ol{margin:.35rem 0 .5rem;padding:0 0 0 1.4rem}
.list:target{background:var(--mark)}
.list:target::details-content{content-visibility:visible;display:block;height:auto}
pre{white-space:pre-wrap;font:.9rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;margin:0 0 1.25rem}
pre.wide{white-space:pre;overflow-x:auto;font-size:.8rem}
.settings th,.settings td{padding:.25rem 1.5rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top}
.settings td{overflow-wrap:anywhere}
.settings th,footer{color:var(--dim)}
footer{font-size:.85rem;padding-top:1rem}
@media (max-width:40rem){
.plot{padding:.25rem}
#curve svg{display:none}
#curve svg+svg{display:block}
.matrix.many tbody th{max-width:7.5rem}
}
@media (forced-colors:active){.matrix tbody td,.legend span,.bar{forced-color-adjust:none}}
@media print{
@page{margin:14mm}
html{font-size:9.5pt}
:root{--paper:#fff}
.page{max-width:none;padding:0}
nav,.back,.skip{display:none}
h2,h3,caption,summary,section>p{break-after:avoid}
tr,article,.plot,.matrix{break-inside:avoid}
pre.wide{white-space:pre-wrap}
.scroll{overflow:visible}
.matrix{font-size:6.5pt}
.matrix tbody td{width:1.9rem;min-width:0;height:1.5rem}
.classes{min-width:0}
.lists article{break-inside:auto}
details::details-content{content-visibility:visible;display:block;height:auto}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
${shadeRules("r", "--right")}
${shadeRules("m", "--wrong")}
${widthRules()}
${PLOT_STYLE}
`;

/** Returns the rules of the shades of a colour, from pale to dark: right predictions (r) and mistakes (m). */
function shadeRules(kind: string, colour: string): string {
  return Array.from({ length: SHADES }, (_, s) => {
    const share = (DARKEST * (s + 1)) / SHADES;
    return `.${kind}${s + 1}{background:color-mix(in srgb,var(${colour}) ${share}%,var(--card))}`;
  }).join("");
}
