/** The page's style sheet. Every pair of text and background has a contrast of at least 4.5 : 1, light and dark. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f5f6f8; --surface: #fff; --code: #f5f6f8; --text: #1b2430; --dim: #55606f; --line: #d8dde5; --link: #1a56a8;
  --failed: #b42318; --failed-bg: #fdeeec; --warned: #8a4f06; --warned-bg: #fdf3e0;
  --untestable: #5b3fb5; --untestable-bg: #f1edfd; --waived: #1d5a86; --waived-bg: #e9f3fb;
  --notApplicable: #55606f; --notApplicable-bg: #eef0f3; --passed: #17663a; --passed-bg: #e7f5ec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e131a; --surface: #161d26; --code: #0e131a; --text: #e4e9f0; --dim: #9aa6b6; --line: #2b3644; --link: #86b7f5;
    --failed: #ff9d91; --failed-bg: #3c1a18; --warned: #f2bd68; --warned-bg: #35260d;
    --untestable: #bfaeff; --untestable-bg: #282145; --waived: #8cc6ee; --waived-bg: #12293a;
    --notApplicable: #a9b4c2; --notApplicable-bg: #242d38; --passed: #7dd6a0; --passed-bg: #10301e;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 1rem; }
body { margin: 0 auto; max-width: 84rem; padding: 1.5rem clamp(.75rem, 3vw, 2rem) 4rem; background: var(--page);
  color: var(--text); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  overflow-wrap: anywhere; }
h1, h2, h3, p, dl, dd, ul, fieldset { margin: 0; }
h2 { font-size: 1.05rem; }
a { color: var(--link); }
code, pre { font: .8125rem/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; }
.dim { color: var(--dim); font-weight: 400; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -100vw; }
.quiet { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.skip:focus { left: 1rem; top: .5rem; z-index: 1; background: var(--surface); padding: .5rem 1rem; }

.masthead, .counts, .card, .filters { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
.masthead { padding: 1.5rem; border-left: .5rem solid var(--accent); }
.masthead.conforming { --accent: var(--passed); }
.masthead.nonconforming { --accent: var(--failed); }
.masthead.incomplete { --accent: var(--warned); }
.eyebrow { color: var(--dim); font-size: .875rem; font-weight: 600; }
h1 { color: var(--accent); font-size: clamp(2rem, 7vw, 3rem); line-height: 1.15; letter-spacing: -.02em; }
.masthead > h1 + p { margin-top: .5rem; font-size: 1.125rem; max-width: 60rem; }
.masthead > ul { margin-top: .25rem; padding-left: 1.25rem; }
.masthead .facts { display: flex; flex-wrap: wrap; gap: .75rem 2rem; margin-top: 1.25rem; padding-top: 1.25rem;
  border-top: 1px solid var(--line); }
.masthead .facts .dim:last-child { display: block; font-size: .875rem; }
dt, .label, legend, .field { color: var(--dim); font-size: .8125rem; font-weight: 600; }

.counts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1rem 3rem;
  margin-top: 1rem; padding: 1rem 1.5rem; overflow-x: auto; }
.counts > .group { grid-column: 1 / -1; margin: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
caption { text-align: left; font-weight: 700; padding-bottom: .25rem; }
th, td { padding: .15rem .5rem; text-align: right; white-space: nowrap; }
th:first-child { padding-left: 0; text-align: left; }
td:last-child, th:last-child { padding-right: 0; }
thead th { color: var(--dim); font-size: .8125rem; font-weight: 600; }
tbody, tfoot { border-top: 1px solid var(--line); }
tbody th { color: var(--text); font-weight: 600; }
td { font-weight: 600; }
.wide th, .wide td { text-align: left; white-space: normal; vertical-align: top; }
.wide td { font-weight: 400; min-width: 6rem; overflow-wrap: anywhere; }
td.zero { color: var(--dim); font-weight: 400; }

.layout { margin-top: 1.5rem; }
.list { min-width: 0; }
.filters { padding: 1rem; margin-bottom: 1rem; align-self: start; }
.filters summary { font-weight: 700; cursor: pointer; }
.filters fieldset { border: 0; padding: 0; margin-top: 1rem; }
legend { padding: 0; }
.choice { display: flex; align-items: center; gap: .5rem; min-height: 1.9rem; cursor: pointer; }
.choice input { width: 1.05rem; height: 1.05rem; margin: 0; accent-color: var(--link); }
.choice .number { margin-left: auto; color: var(--dim); font-variant-numeric: tabular-nums; }
.field { display: block; margin-top: 1rem; }
.field input, .field select { display: block; width: 100%; margin-top: .25rem; }
input[type=search], select, button { min-height: 2.25rem; padding: .25rem .6rem; border: 1px solid var(--dim);
  border-radius: 6px; background: var(--surface); color: var(--text); font-family: inherit;
  font-size: .9375rem; font-weight: 400; }
button { cursor: pointer; }
button:hover { background: var(--page); }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; }
.filters .buttons { margin-top: 1rem; }
.bar { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; }
.bar p:first-child { color: var(--dim); }

.group { margin-top: 1.5rem; }
.group > h2 { margin-bottom: .5rem; }
.card { margin-bottom: .625rem; border-left: .3rem solid var(--tone); }
.failed { --tone: var(--failed); --tone-bg: var(--failed-bg); }
.warned { --tone: var(--warned); --tone-bg: var(--warned-bg); }
.untestable { --tone: var(--untestable); --tone-bg: var(--untestable-bg); }
.waived { --tone: var(--waived); --tone-bg: var(--waived-bg); }
.notApplicable { --tone: var(--notApplicable); --tone-bg: var(--notApplicable-bg); }
.passed { --tone: var(--passed); --tone-bg: var(--passed-bg); }
.choice-label.failed, .choice-label.warned, .choice-label.untestable, .choice-label.waived, .choice-label.passed
  { color: var(--tone); font-weight: 600; }
.badge { flex: none; padding: .05rem .5rem; border-radius: 99px; background: var(--tone-bg); color: var(--tone);
  font-size: .8125rem; font-weight: 700; white-space: nowrap; }
.card > summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .75rem; padding: .7rem 1rem;
  cursor: pointer; list-style: none; }
.card > summary::-webkit-details-marker { display: none; }
.card > summary::before { content: ''; width: .45rem; height: .45rem; border: solid var(--dim);
  border-width: 0 2px 2px 0; transform: rotate(-45deg); }
.card[open] > summary::before { transform: rotate(45deg); }
.reason { flex-basis: 100%; padding-left: 1.2rem; color: var(--dim); font-size: .9375rem; }
.card[open] .reason { display: none; }
.card > summary:hover h3 { text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 3px; }
h3 { flex: 1 1 18rem; font-size: 1rem; line-height: 1.4; }
.id { font-variant-numeric: tabular-nums; color: var(--dim); margin-right: .25rem; }
.tags { display: flex; flex-wrap: wrap; gap: .25rem .75rem; color: var(--dim); font-size: .8125rem; }
.card-body { padding: .25rem 1rem 1rem; }
.card .facts { display: grid; gap: .5rem; padding: .75rem 0; border-top: 1px solid var(--line); }
.card .facts > div { display: grid; grid-template-columns: 5rem 1fr; gap: .75rem; align-items: baseline; }
.lead { margin: .5rem 0; font-weight: 600; }
p > code, dd > code, .reason > code { padding: .1em .3em; border-radius: 4px; background: var(--code); }
.case { margin-top: .5rem; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: 8px; }
.case > summary { cursor: pointer; }
.case > .dim, .card-body > .label { margin-top: .75rem; }
.case-title { margin-left: .25rem; }
.case ul { padding: .5rem 0 0 1.5rem; }
.compared, .exchange { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: .75rem;
  margin-top: .75rem; }
.reference { margin-top: .75rem; padding-left: .75rem; border-left: 3px solid var(--line); }
.shows { margin-top: .75rem; padding: .5rem .75rem .75rem; border: 2px solid var(--tone, var(--link)); border-radius: 8px; }
.shows > .label { color: var(--text); }
.shows > .exchange { margin-top: .25rem; }
.message { min-width: 0; display: flex; flex-direction: column; }
pre { flex: 1; margin: .2rem 0 0; padding: .6rem .75rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--code); white-space: pre-wrap; }
pre.tall { max-height: 26rem; overflow-y: auto; }
.curl { margin-top: .75rem; }
.curl .label { display: flex; align-items: center; justify-content: space-between; }
.copy { min-height: 1.9rem; padding: 0 .75rem; font-size: .8125rem; }
.permalink { margin-top: .75rem; font-size: .875rem; }
@media (min-width: 60rem) {
  .scripted .layout { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 1.5rem; }
  .scripted .filters { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; }
}
@media (max-width: 40rem) {
  .masthead { padding: 1.1rem; border-left-width: .35rem; }
  .counts { padding: .75rem; }
  .card .facts > div { grid-template-columns: 1fr; gap: 0; }
  .reason { padding-left: 0; }
  th, td { padding: .15rem .2rem; font-size: .8125rem; }
  th { white-space: normal; }
  thead th { font-size: .6875rem; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print {
  .filters, .bar, .copy, .skip, .permalink { display: none !important; }
  .card { break-inside: avoid-page; }
  pre.tall { max-height: none; }
}
`;
