/** The rules that the page of a labelling session has beside those of the report. */
export const LABEL_STYLE = `
.label-page{padding-top:1.5rem;max-width:90rem}
.label-page header{padding-bottom:.75rem}
.label-page h1{font-size:clamp(1.5rem,3.5vw,2.2rem)}
.label-page section{padding:1.25rem 0;border:0}
.label-page .lead{margin-bottom:1.25rem}
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
button.main kbd{color:inherit;border-color:currentColor;background:none}
kbd{font:.78em ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;border:1px solid var(--line);border-radius:.25rem;padding:.08rem .35rem;margin-right:.3rem;background:var(--paper);color:var(--dim)}
.bar-of-buttons{display:flex;flex-wrap:wrap;gap:.5rem;max-width:none;margin:.75rem 0}
.groups,.examples,.folders{list-style:none;margin:0;padding:0}
.groups{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1rem;margin-top:1.25rem}
.group{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:1rem 1.1rem;display:flex;flex-direction:column}
.group.named{border-color:var(--right);box-shadow:0 0 0 1px var(--right)}
.group h2{font-size:1.15rem;margin:0}
.group .aside{margin:0 0 .6rem}
.group form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin-top:auto;padding-top:.75rem}
.group form>label:first-child{flex:1 1 100%}
.group input[name]{width:100%}
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
.w1{background:color-mix(in srgb,var(--right) 12%,var(--card))}
.w2{background:color-mix(in srgb,var(--right) 22%,var(--card))}
.w3{background:color-mix(in srgb,var(--right) 32%,var(--card))}
.w4{background:color-mix(in srgb,var(--right) 42%,var(--card));font-weight:600}
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
.progress .tiles{grid-template-columns:repeat(auto-fill,minmax(min(100%,9rem),1fr))}
.progress .tiles>div{padding:.6rem .8rem}
.progress .tiles strong{font-size:1.3rem}
.counts{width:100%;margin-top:1rem}
.counts th,.counts td{padding:.25rem 0;border-bottom:1px solid var(--line)}
.ending fieldset{border:1px solid var(--line);border-radius:.5rem;padding:.75rem 1.1rem;margin:1rem 0}
.ending legend{padding:0 .4rem;font-weight:600}
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
@media (prefers-reduced-motion:no-preference){button{transition:background-color .1s}}
@media (forced-colors:active){mark{outline:1px solid}}
`;
