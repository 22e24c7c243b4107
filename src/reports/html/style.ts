import { plotStyle } from "../plots/palette.js";

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
.page{max-width:80rem;margin:0 auto;padding:2.5rem var(--edge) 4rem}
.eyebrow{margin:0;color:var(--dim)}
nav{margin:1.25rem 0 0}
nav ol{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.25rem;margin:0;padding:0;font-size:.9rem}
main{min-width:0}
table{border-collapse:collapse;font-size:.9rem;line-height:1.35;overflow-wrap:break-word}
th{font-weight:400;text-align:left}
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
${plotStyle()}
`;
