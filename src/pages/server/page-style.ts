/** The rules that the pages have beside those of the report. */
export const PAGE_STYLE = `
.page{padding-top:1.5rem;max-width:90rem}
header{border-bottom:1px solid var(--line);padding-bottom:.75rem}
.page h1{font-size:clamp(1.5rem,3.5vw,2.2rem)}
.page h2{font-size:1.3rem}
section{padding:0 0 2rem;min-width:0}
.lead{font-size:clamp(1.2rem,2.4vw,1.5rem);line-height:1.42;margin:0 0 2rem;text-wrap:pretty}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
caption{text-align:left;color:var(--dim);font-size:.85rem;padding:0 0 .6rem}
.beside{margin-top:1.25rem;display:grid;grid-template-columns:minmax(0,1fr);gap:1.5rem 2rem}
[role=alert],[role=status].notice{position:sticky;top:0;z-index:2}
.notice,.warning{font-size:.9rem;margin:.5rem 0;padding:.4rem .8rem;border-radius:.35rem;background:var(--tint);max-width:none}
.warning{background:var(--tint-wrong)}
progress{width:100%;accent-color:var(--right)}
button,select,input:not([type=checkbox],[type=radio]){font:inherit;color:inherit;border:1px solid var(--dim);border-radius:.4rem;background:var(--card);padding:.35rem .75rem;min-height:2.4rem;max-width:100%}
button:hover:not(:disabled,.main){border-color:var(--link);background:var(--tint)}
button:disabled{opacity:.55}
.main{background:var(--right);border-color:var(--right);color:var(--paper);font-weight:600}
kbd{font:.78em ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;border:1px solid;border-radius:.25rem;padding:.08rem .35rem;margin-right:.3rem;text-transform:lowercase;white-space:nowrap}
.bar-of-buttons{display:flex;flex-wrap:wrap;gap:.5rem;max-width:none;margin:.75rem 0}
.fields{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:0 0 1rem}
.fields label{font-size:.85rem}
.fields label:first-child{flex:1 1 12rem}
.fields [name]{display:block;width:100%}
.alike+p+.decisions{margin-top:.75rem}
.choice{display:flex;gap:.5rem;align-items:baseline;padding:.3rem 0;cursor:pointer}
.groups,.examples,.folders,.decisions{list-style:none;margin:0;padding:0}
.groups{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1rem}
.group,.document,.alike,.chart,fieldset,.opened .document-text{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.8rem 1rem;margin:0;min-width:0}
.group{display:flex;flex-direction:column}
.group.named{border-color:var(--right);box-shadow:0 0 0 1px var(--right)}
.group form{margin-top:auto}
.examples{font-size:.88rem;line-height:1.4;margin-bottom:.75rem}
.examples li{padding:.2rem 0;border-top:1px solid var(--line)}
.question{display:grid;gap:1.25rem}
.facts{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 1rem;margin:0 0 .75rem;font-size:.88rem;color:var(--dim)}
.facts dd{margin:0;color:var(--ink)}
.document-text{white-space:pre-wrap;overflow-wrap:anywhere;max-width:46rem;line-height:1.55;unicode-bidi:plaintext}
mark{color:inherit;border-radius:.2rem;padding:0 .06em;background:color-mix(in srgb,var(--right) var(--share),var(--card))}
.answers{display:flex;flex-direction:column;gap:.75rem;min-width:0}
.answers>.fields,.answers>.bar-of-buttons{margin:0}
.answers>.bar-of-buttons button{padding:.35rem .55rem}
.comma{font-size:0}
.keys,.share-of{flex:none;white-space:nowrap}
.share-of{margin-left:auto;padding-left:.75rem;font-size:.85rem;font-weight:400}
.folders{display:grid;align-content:start;grid-template-columns:repeat(auto-fill,minmax(min(100%,11rem),1fr));gap:.4rem}
.folders button{width:100%;display:flex;align-items:center;text-align:left;line-height:1.3}
.decisions{margin-bottom:.75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card);overflow:hidden}
.decisions>li+li{border-top:1px solid var(--line)}
.decisions>li.current{box-shadow:inset .25rem 0 var(--right)}
.line{display:grid;grid-template-columns:minmax(0,11rem) minmax(0,1fr) auto auto;gap:.1rem 1rem;align-items:baseline;width:100%;border:0;border-radius:0;background:none;text-align:left;padding:.5rem 1rem;line-height:1.35}
.line>span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.line .title{font-weight:600}
.line .number{min-width:3.5rem;color:var(--dim);font-size:.85rem}
.chip{border-radius:.9rem;padding:.05rem .6rem;background:var(--tint);font-size:.85rem}
.chip.unsure{background:var(--mark)}
.chip.old{text-decoration:line-through;background:var(--track)}
.opened{padding:.75rem 1rem 1rem;display:grid;gap:1rem}
.opened .document-text{max-height:22rem;overflow:auto;max-width:none;background:var(--paper)}
.bars{border-collapse:separate;border-spacing:0 .4rem}
.bars .number{padding-left:.9rem}
.bar{background:linear-gradient(var(--right),var(--right)) 0/var(--share) 100% no-repeat var(--track)}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,10rem),1fr));gap:1px;margin:0;background:var(--card);border:1px solid var(--line);border-radius:.5rem;overflow:hidden}
.tiles>div{padding:1rem 1.1rem;box-shadow:0 0 0 1px var(--line)}
.tiles dt{color:var(--dim);font-size:.85rem}
.tiles dd{margin:0}
.tiles strong{display:block;font-size:1.55rem;line-height:1.35;font-weight:600}
.tiles span{color:var(--dim);font-size:.8rem;line-height:1.35;display:block}
.weights{width:100%;max-width:34rem;margin-top:.75rem;table-layout:fixed}
.weights th{width:42%}
.weights .number{width:4.5rem}
.against{--right:var(--wrong)}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,14rem),1fr));gap:1rem}
.chart svg{display:block;width:100%;height:4.5rem}
.chart figcaption{display:flex;justify-content:space-between;gap:1rem;font-size:.85rem;color:var(--dim)}
.chart strong{color:var(--ink);font-size:1.15rem}
.chart path{fill:none;stroke:var(--right);stroke-width:2;vector-effect:non-scaling-stroke;stroke-linejoin:round}
@media (min-width:62rem){
.document{max-height:calc(100vh - 13rem);overflow:auto}
.question{grid-template-columns:minmax(0,1fr) 19rem;align-items:start}
.answers{position:sticky;top:1rem;max-height:calc(100vh - 12rem);overflow:auto;padding:.3rem;margin:-.3rem}
.answers .folders{grid-template-columns:minmax(0,1fr);min-height:9rem;overflow:auto}
.answers>:not(.folders){flex:none}
}
@media (min-width:84rem){
.beside{grid-template-columns:minmax(0,1fr) auto;align-items:start}
.beside>aside{width:27rem}
.beside>.progress{width:13rem}
}
@media (max-width:61.99rem){
html{scroll-padding-bottom:5rem}
.question{padding-bottom:5rem}
.answers li:has(.main){display:contents}
.answers .main{position:fixed;left:var(--edge);right:var(--edge);bottom:.6rem;width:auto;z-index:1;box-shadow:0 0 0 100vw var(--paper);clip-path:inset(-.6rem -100vw)}
.answers .folders{grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));max-height:70vh;overflow:auto}
@media (hover:none){kbd{display:none}}
}
@media (max-width:40rem){
.line{grid-template-columns:minmax(0,1fr) auto auto}
.line .title{grid-column:1/-1}
}
@media (forced-colors:active){mark{outline:1px solid}.bar{forced-color-adjust:none}}
`;
