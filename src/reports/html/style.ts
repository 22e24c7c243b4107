import { PLOT_STYLE } from "../plots/palette.js";
import { widthRules } from "./widths.js";

/** Number of shades of marked words. */
const SHADES = 10;

/** The share of a full colour in the darkest shade, in percent. Text on it has a contrast of at least 4.5. */
const DARKEST = 45;

/**
 * The style sheet of reports and of the pages of `label` and `review`. Colours are variables. The light colours are the
 * default; the dark ones apply only on screens, so that nobody prints a black page.
 */
export const STYLE: string = `
:root{color-scheme:light dark;
--paper:#fbfaf8;--card:#fff;--ink:#1c2026;--dim:#5a616b;--line:#e4e1dc;--track:#eceae6;--link:#0b5394;--right:#14639e;--wrong:#b03c0b;--good:#1f6f3f;--middling:#7d5a00;
--tint:#dbe9f6;--tint-wrong:#fbe0d0;--mark:#fff3c9;
--plot-paper:#fff;--plot-ink:#1c2026;--plot-dim:#5a616b;--plot-grid:#e8e5e0}
@media screen and (prefers-color-scheme:dark){
:root{--paper:#14171b;--card:#1b1f25;--ink:#e9ebee;--dim:#a3abb6;--line:#2d333c;--track:#282e36;--link:#8cc4ff;--right:#7db9ef;--wrong:#ff9a66;--good:#7fd19b;--middling:#e3c15a;
--tint:#223b55;--tint-wrong:#52301f;--mark:#4a4120;
--plot-paper:#1b1f25;--plot-ink:#e9ebee;--plot-dim:#a3abb6;--plot-grid:#2d333c}
}
*{box-sizing:border-box}
html{--edge:clamp(1rem,4vw,3rem);-webkit-text-size-adjust:100%;scroll-padding-top:1.5rem}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",Arial,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:.18em}
:focus-visible{outline:.18rem solid var(--link);outline-offset:.15rem;border-radius:.15rem}
h1,h2{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L",P052,"Book Antiqua",Georgia,"DejaVu Serif",serif;font-weight:500;text-wrap:balance;letter-spacing:-.01em}
h1{font-size:clamp(1.9rem,5vw,3rem);line-height:1.12;margin:.3rem 0 0}
h2{font-size:1.65rem;line-height:1.2;margin:0 0 .75rem}
h3{font-size:1rem;line-height:1.35;margin:0}
p{margin:0 0 1rem;max-width:46rem}
.aside{color:var(--dim);font-size:.85em;font-weight:400}
.number{text-align:right;white-space:nowrap}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.page{max-width:80rem;margin:0 auto;padding:2.5rem var(--edge) 4rem}
header{border-bottom:1px solid var(--line);padding-bottom:1.75rem}
.eyebrow{margin:0;color:var(--dim)}
nav{margin:1.25rem 0 0}
nav ol{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.25rem;margin:0;padding:0;font-size:.9rem}
section{padding:2.5rem 0;border-bottom:1px solid var(--line);min-width:0}
main{min-width:0}
.lead{font-size:clamp(1.2rem,2.4vw,1.5rem);line-height:1.42;margin:0 0 2rem;text-wrap:pretty}
table{border-collapse:collapse;font-size:.9rem;line-height:1.35;overflow-wrap:break-word}
caption{text-align:left;color:var(--dim);font-size:.85rem;padding:0 0 .6rem}
th{font-weight:400;text-align:left}
.bars{border-collapse:separate;border-spacing:0 .4rem}
.bars .number{padding-left:.9rem}
.bar{background:linear-gradient(var(--right),var(--right)) 0/var(--w) 100% no-repeat var(--track)}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,10rem),1fr));gap:1px;margin:0;background:var(--card);border:1px solid var(--line);border-radius:.5rem;overflow:hidden}
.tiles>div{padding:1rem 1.1rem;box-shadow:0 0 0 1px var(--line)}
.tiles dt{color:var(--dim);font-size:.85rem}
.tiles dd{margin:0}
.tiles strong{display:block;font-size:1.55rem;line-height:1.35;font-weight:600}
.tiles span{color:var(--dim);font-size:.8rem;line-height:1.35;display:block}
summary{cursor:pointer}
.scroll{overflow-x:auto;max-width:100%;margin:0 0 1.25rem}
pre,.plot{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:1rem 1.1rem}
pre{font:.85rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.plot svg{display:block;margin:0 auto}
.report h2{border-top:1px solid var(--line);padding-top:2rem;margin-top:2.5rem}
h1::first-letter,.report h2::first-letter,.report p::first-letter{text-transform:uppercase}
.report th,.report td{padding:.3rem .9rem .3rem 0;vertical-align:top;border-bottom:1px solid var(--line)}
.report thead th{font-weight:600;border-bottom-width:2px}
.report .text{min-width:5rem}
.report ol{padding-left:1.6rem;font-size:.9rem}
.report nav ol{padding:0}
.report main>ol li{margin-bottom:.9rem}
.report main>ol li>span{display:block}
details{border-top:1px solid var(--line);padding:.2rem 0;font-size:.95rem}
.dim{color:var(--dim)}
.good{color:var(--good)}
.middling{color:var(--middling)}
.poor{color:var(--wrong)}
.file{font:.95em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
footer{color:var(--dim);font-size:.85rem;padding-top:2rem}
@media (forced-colors:active){.bar{forced-color-adjust:none}}
@media print{
@page{margin:14mm}
html{font-size:9.5pt}
:root{--paper:#fff}
.page{max-width:none;padding:0}
nav{display:none}
h2,h3,caption,summary{break-after:avoid}
tr,.plot{break-inside:avoid}
pre{white-space:pre-wrap}
.scroll{overflow:visible}
.plot svg{max-width:100%;height:auto}
details::details-content{content-visibility:visible;display:block;height:auto}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
${shadeRules()}
${widthRules()}
${PLOT_STYLE}
`;

/** Returns the rules of the shades of marked words, from pale to dark. */
function shadeRules(): string {
  return Array.from({ length: SHADES }, (_, s) => {
    const share = (DARKEST * (s + 1)) / SHADES;
    return `.r${s + 1}{background:color-mix(in srgb,var(--right) ${share}%,var(--card))}`;
  }).join("");
}
