/** The style of the page: one column that grows to two, light and dark by the reader's system, ink on paper. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--paper:#fbfbf9;--card:#fff;--ink:#17201c;--soft:#5a655f;--line:#dfe3df;--gain:#0b6e4f;--loss:#b3261e;--fall:#b3261e22;--warn:#8a5a00;--warnbg:#fff6e0}
@media (prefers-color-scheme:dark){:root{--paper:#111513;--card:#181d1a;--ink:#e7ece9;--soft:#9aa69f;--line:#2c3430;--gain:#4cc38a;--loss:#ff8b82;--fall:#ff8b8233;--warn:#f0c069;--warnbg:#2a2210}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,"Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:1180px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 4px;text-wrap:balance}
h2{font-size:1.05rem;margin:0 0 12px}
h3{font-size:.9rem;margin:20px 0 6px;color:var(--soft);font-weight:600}
p{margin:0 0 8px}
.soft{color:var(--soft)}
.small{font-size:.85rem}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:18px;margin-top:16px;min-width:0}
.pair{display:grid;gap:16px;margin-top:16px;grid-template-columns:minmax(0,1fr)}
.pair section{margin-top:0}
.stack{display:grid;gap:16px;align-content:start;min-width:0}
@media (min-width:900px){.pair{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
.cards{display:grid;gap:1px;background:var(--line);border:1px solid var(--line);border-radius:10px;overflow:hidden;margin-top:16px;grid-template-columns:repeat(2,minmax(0,1fr))}
@media (min-width:640px){.cards{grid-template-columns:repeat(4,minmax(0,1fr))}}
.cards div{background:var(--card);padding:12px 14px}
.cards dt{color:var(--soft);font-size:.8rem}
.cards dd{margin:0;font-size:1.25rem;font-weight:600;white-space:nowrap}
.cards small{display:block;color:var(--soft);font-size:.8rem;font-weight:400}
.gain{color:var(--gain)}.loss{color:var(--loss)}
.scroll{overflow-x:auto;max-width:100%}
.scroll:focus-visible{outline:2px solid var(--gain);outline-offset:2px}
table{border-collapse:collapse;width:100%;font-size:.875rem}
th,td{padding:5px 12px 5px 0;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600}
th:first-child,td:first-child,th.words{text-align:left}
td.words{white-space:normal;min-width:13rem;text-align:left}
th[scope=rowgroup]{padding-top:18px;color:var(--ink)}
svg.narrow{display:none}
@media (max-width:600px){svg.narrow{display:block}svg.wide,.tells .words{display:none}}
tr>:last-child{padding-right:0}
.slim{max-width:440px}
ul{margin:0;padding-left:1.1rem}
li{margin-bottom:4px}
.warn{background:var(--warnbg);color:var(--warn);border-radius:8px;padding:10px 14px;margin-top:16px;overflow-wrap:anywhere}
svg{display:block;width:100%;height:auto;overflow:visible}
svg text{fill:var(--soft);font:12px system-ui,"Segoe UI",Roboto,sans-serif}
.grid{stroke:var(--line);stroke-width:1}
.equity{fill:none;stroke:var(--gain);stroke-width:1.6;stroke-linejoin:round}
.range{fill:var(--gain);opacity:.16}
.balance{fill:none;stroke:var(--soft);stroke-width:1;stroke-dasharray:3 3}
.fall{fill:var(--fall);stroke:var(--loss);stroke-width:1.2}
code{font:.85em ui-monospace,Consolas,monospace;overflow-wrap:anywhere}
details summary{cursor:pointer}
@media (max-width:520px){main{padding:16px 10px 40px}section{padding:14px 12px}.cards dd{font-size:1.1rem}}
@media print{svg.wide{display:block!important}svg.narrow{display:none!important}.tells .words{display:table-cell!important}:root{--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--gain:#0b6e4f;--loss:#b3261e}html{font-size:10px}body{font-size:10px}table{font-size:7.5px}th,td{padding:3px 6px 3px 0}td.words{min-width:0}section,.cards{break-inside:avoid;border-color:#bbb}main{max-width:none;padding:0}.scroll{overflow:visible}.long{break-inside:auto}}
`;
