import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { STYLE } from "../reports/html/style.js";
import type { PageParts } from "./server/page-document.js";

/** Returns the title, style and script of a page. */
export function partsOf(page: "label" | "review"): PageParts {
  const script = createRequire(import.meta.url).resolve(`#pages/${page}.js`);
  return { title: `Thresher: ${page}`, style: STYLE + PAGE_STYLE, script: readFileSync(script, "utf8") };
}

/** The rules that the pages have beside those of the report. */
const PAGE_STYLE = `
.page{padding-top:1.5rem;max-width:90rem}
.page header{padding-bottom:.75rem}
.page h1{font-size:clamp(1.5rem,3.5vw,2.2rem)}
.page section{padding:1.25rem 0;border:0}
.page .lead{margin-bottom:1.25rem}
.label-columns{display:grid;grid-template-columns:minmax(0,1fr);gap:1.5rem}
[role=alert]{position:sticky;top:0;z-index:2}
.notice,.warning{font-size:.9rem;margin:.5rem 0;padding:.4rem .8rem;border-radius:.35rem;background:var(--tint);max-width:none}
.warning{background:var(--tint-wrong)}
progress{width:100%;accent-color:var(--right)}
button,input:not([type=checkbox],[type=radio]){font:inherit;color:inherit;border:1px solid var(--dim);border-radius:.4rem;background:var(--card);padding:.35rem .75rem;min-height:2.4rem;max-width:100%}
button{cursor:pointer}
button:hover:not(:disabled){border-color:var(--link);background:var(--tint)}
button:disabled{opacity:.55;cursor:default}
button.main{background:var(--right);border-color:var(--right);color:var(--paper);font-weight:600}
button.main:hover:not(:disabled){background:var(--link);border-color:var(--link)}
.main kbd{color:inherit;border-color:currentColor;background:none}
kbd{font:.78em ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;border:1px solid var(--line);border-radius:.25rem;padding:.08rem .35rem;margin-right:.3rem;background:var(--paper);color:var(--dim);text-transform:lowercase}
.bar-of-buttons{display:flex;flex-wrap:wrap;gap:.5rem;max-width:none;margin:.75rem 0}
.groups,.examples,.folders,.decisions{list-style:none;margin:0;padding:0}
.groups{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1rem;margin-top:1.25rem}
.group{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:1rem 1.1rem;display:flex;flex-direction:column}
.group.named{border-color:var(--right);box-shadow:0 0 0 1px var(--right)}
.group h2{font-size:1.15rem;margin:0}
.group .aside{margin:0 0 .6rem}
.group form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin-top:auto;padding-top:.75rem}
.group input[name]{flex:1 1 100%}
.examples{font-size:.88rem;line-height:1.4}
.examples li{padding:.2rem 0;border-top:1px solid var(--line)}
.choice{display:flex;gap:.5rem;align-items:baseline;padding:.3rem 0;cursor:pointer}
.question{display:grid;gap:1.25rem}
.document{max-height:calc(100vh - 13rem);overflow:auto;padding:1.1rem 1.25rem}
.document h2{font-size:1.35rem;margin-bottom:.5rem}
.facts{margin:0 0 .75rem;font-size:.88rem;color:var(--dim)}
.facts div{display:flex;gap:.6rem}
.facts dt{flex:0 0 3rem}
.facts dd{margin:0;color:var(--ink);min-width:0}
.document-text{white-space:pre-wrap;overflow-wrap:anywhere;max-width:46rem;line-height:1.55;unicode-bidi:plaintext}
mark{color:inherit;border-radius:.2rem;padding:0 .06em}
.answers{display:flex;flex-direction:column;gap:.75rem;align-items:stretch;min-width:0}
.answers .main{font-size:1.1rem;padding:.7rem 1rem;text-align:left;display:flex;align-items:center;gap:.4rem}
.share-of{margin-left:auto;padding-left:.75rem;font-weight:400;white-space:nowrap}
.folders{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,13rem),1fr));gap:.4rem}
.folders button{width:100%;display:flex;align-items:center;text-align:left}
.folders .share-of{color:var(--dim);font-size:.85rem}
.answers form{display:flex;gap:.5rem;align-items:end}
.answers label{flex:1;min-width:0}
.answers input{width:100%;margin-top:.25rem}
.alike{border:1px solid var(--line);border-radius:.5rem;padding:.6rem .9rem;background:var(--card)}
.alike button{margin-top:.6rem}
.progress{font-size:.95rem}
.ending fieldset{border:1px solid var(--line);border-radius:.5rem;padding:.75rem 1.1rem;margin:1rem 0}
@media (min-width:62rem){
.question{grid-template-columns:minmax(0,1fr) 19rem;align-items:start}
.folders{grid-template-columns:minmax(0,1fr);max-height:calc(100vh - 26rem);overflow:auto}
.answers{position:sticky;top:1rem}
}
@media (min-width:84rem){
.label-columns{grid-template-columns:minmax(0,1fr) 13rem;gap:2rem}
.progress{padding-top:1.25rem}
.progress .tiles{grid-template-columns:minmax(0,1fr)}
}
@media (max-width:61.99rem){
.document{max-height:none}
.answers .main{position:fixed;left:var(--edge);right:var(--edge);bottom:.6rem;z-index:1}
.question{padding-bottom:5rem}
.folders{grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr))}
@media (hover:none){kbd{display:none}}
}
@media (forced-colors:active){mark{outline:1px solid}}
.review-search{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:0 0 1rem}
.review-search label{display:grid;font-size:.85rem}
.review-search label:first-child{flex:1 1 14rem}
select{font:inherit;border:1px solid var(--dim);border-radius:.4rem;background:var(--card);padding:.35rem .5rem;min-height:2.4rem}
.decisions{border:1px solid var(--line);border-radius:.5rem;background:var(--card);overflow:hidden}
.decisions>li+li{border-top:1px solid var(--line)}
.decisions>li.current{box-shadow:inset .25rem 0 var(--right)}
.line{display:grid;grid-template-columns:minmax(0,11rem) minmax(0,1fr) auto auto;gap:.1rem 1rem;align-items:baseline;width:100%;border:0;border-radius:0;background:none;text-align:left;padding:.5rem 1rem;line-height:1.35}
.line>span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.line .title{font-weight:600}
.chip{border-radius:.9rem;padding:.05rem .6rem;background:var(--tint);font-size:.85rem}
.chip.unsure{background:var(--mark)}
.chip.old{text-decoration:line-through;background:var(--track)}
.line .number{min-width:2.8rem;color:var(--dim);font-size:.85rem}
.opened{padding:.75rem 1rem 1rem;margin:0;max-width:none;display:grid;gap:1rem}
.opened .folders{grid-template-columns:repeat(auto-fill,minmax(8rem,1fr));max-height:none}
.opened .document-text{max-height:22rem;overflow:auto;border:1px solid var(--line);border-radius:.5rem;padding:.75rem 1rem;max-width:none;background:var(--paper)}
.weights{width:100%;max-width:34rem;table-layout:fixed}
.weights th{width:42%}
.weights .number{width:4.5rem}
.against{--right:var(--wrong)}
.chart svg{display:block;width:100%;height:4.5rem}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,14rem),1fr));gap:1rem}
.chart{margin:0;background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.8rem 1rem;min-width:0}
.chart figcaption{display:flex;justify-content:space-between;gap:1rem;font-size:.85rem;color:var(--dim)}
.chart figcaption strong{color:var(--ink);font-size:1.15rem}
.chart path{fill:none;stroke:var(--right);stroke-width:2;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.review-columns h2{font-size:1.35rem}
@media (min-width:84rem){.review-columns{display:grid;grid-template-columns:minmax(0,1fr) 27rem;gap:2.5rem;align-items:start}}
@media (max-width:40rem){
.review-search{display:grid;grid-template-columns:repeat(2,minmax(0,1fr))}
.review-search label:first-child{grid-column:1/-1}
.line{grid-template-columns:minmax(0,1fr) auto auto}
.line .title{grid-column:1/-1}
}
`;
