/** The rules that the page of `review` has beside those of the page of `label`. */
export const REVIEW_STYLE = `
.review-search{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:0 0 1rem}
.review-search label{display:grid;font-size:.85rem}
.review-search label:first-child{flex:1 1 14rem}
select{font:inherit;border:1px solid var(--dim);border-radius:.4rem;background:var(--card);padding:.35rem .5rem;min-height:2.4rem}
.decisions{list-style:none;margin:0;padding:0;border:1px solid var(--line);border-radius:.5rem;background:var(--card);overflow:hidden}
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
.weights{border-collapse:separate;border-spacing:0 2px;width:100%;max-width:34rem;table-layout:fixed}
.weights th{padding-right:.75rem;width:42%}
.weights .number{width:4.5rem;padding-left:.6rem}
.weights svg,.chart svg{display:block;width:100%;height:.8rem}
.chart svg{height:4.5rem}
.for{fill:var(--right)}
.against{fill:var(--wrong)}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,14rem),1fr));gap:1rem}
.chart{margin:0;background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.8rem 1rem;min-width:0}
.chart figcaption{display:flex;justify-content:space-between;gap:1rem;font-size:.85rem;color:var(--dim)}
.chart figcaption strong{color:var(--ink);font-size:1.15rem}
.chart path{fill:none;stroke:var(--right);stroke-width:2;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.review-columns h2{font-size:1.35rem}
@media (min-width:84rem){.review-columns{display:grid;grid-template-columns:minmax(0,1fr) 27rem;gap:2.5rem;align-items:start}}
@media (hover:none){.keys{display:none}}
@media (max-width:40rem){
.review-search{display:grid;grid-template-columns:repeat(2,minmax(0,1fr))}
.review-search label:first-child{grid-column:1/-1}
.line{grid-template-columns:minmax(0,1fr) auto auto}
.line .title{grid-column:1/-1}
}
`;
