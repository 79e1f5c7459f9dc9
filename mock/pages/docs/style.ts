/** The style of the pages' own parts. */
const PAGES = `
:root {
  color-scheme: light dark;
  --page: #fff; --bar: #f1f3f5; --text: #1b2430; --dim: #55606f; --line: #d8dde5; --link: #1a56a8;
}
@media (prefers-color-scheme: dark) {
  :root { --page: #1c2022; --bar: #2a2e30; --text: #e4e6e6; --dim: #b7bcbf; --line: #545d61; --link: #8ec1ff; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link) !important; outline-offset: 2px; }
.bar { background: var(--bar); border-bottom: 1px solid var(--line); }
.bar nav { display: flex; flex-wrap: wrap; max-width: 1460px; margin: 0 auto; padding: 0 .5rem; }
.bar a { padding: .75rem; text-decoration: none; color: var(--text); }
.bar a[aria-current] { font-weight: 600; box-shadow: inset 0 -3px var(--link); }
.text { max-width: 46rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
.text h2 { font-size: 1.05rem; margin: 2rem 0 0; }
.text p { margin: .25rem 0; }
.quiet { color: var(--dim); font-size: .875rem; }
section:target { box-shadow: -.75rem 0 var(--page), -1rem 0 var(--link); }
noscript p { padding: 1rem; }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; animation: none !important; } }
`;

/** Swagger UI's colours where they have less contrast than 4.5 : 1. Its own selectors are repeated to outrank them. */
const CONTRAST = `
.swagger-ui .info a, .swagger-ui .info .url, .swagger-ui .renderedMarkdown a { color: var(--link); }
.swagger-ui .examples-select .examples-select__section-label { color: var(--text); }
.swagger-ui .microlight span[style*='rgb(211, 99, 99)'] { color: #ff9a9a !important; }
.swagger-ui table.headers td, .swagger-ui .response-undocumented i { color: var(--text); }
html.dark-mode {
  .swagger-ui .btn.cancel, .swagger-ui .opblock .opblock-section-header .try-out__btn.cancel { border-color: #ff9a9a; color: #ff9a9a; }
  .swagger-ui .opblock.opblock-put .opblock-section-header { background: #4a2e20; }
}
html:not(.dark-mode) {
  .swagger-ui .info .title small, .swagger-ui .btn.download-contents, .swagger-ui .download-contents { background: #5c6370; }
  .swagger-ui .info .title small.version-stamp { background: #476300; }
  .swagger-ui .btn.authorize { border-color: #17704a; color: #17704a; }
  .swagger-ui .btn.authorize span { color: #17704a; }
  .swagger-ui .btn.authorize svg { fill: #17704a; }
  .swagger-ui .btn.cancel, .swagger-ui .btn.try-out__btn.cancel { border-color: #b3261e; color: #b3261e; }
  .swagger-ui .btn.execute { background: #1a66b3; border-color: #1a66b3; }
  .swagger-ui .opblock .opblock-summary-method { background: #3b4151; }
  .swagger-ui .opblock-get .opblock-summary-method { background: #1a66b3; }
  .swagger-ui .opblock-post .opblock-summary-method { background: #17704a; }
  .swagger-ui .opblock-put .opblock-summary-method { background: #9a5200; }
  .swagger-ui .opblock-patch .opblock-summary-method { background: #0b6e60; }
  .swagger-ui .opblock-delete .opblock-summary-method { background: #c02626; }
  .swagger-ui .parameter__in, .swagger-ui .parameter__name.required::after { color: #4a5160; }
  .swagger-ui .json-schema-2020-12-expand-deep-button, .swagger-ui .json-schema-2020-12-core-keyword__value--secondary p,
  .swagger-ui .json-schema-2020-12-core-keyword__value--secondary strong { color: #3b4151; }
  .swagger-ui .json-schema-2020-12__constraint { background: #7d5600; }
  .swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { color: #5b17b0; }
}
`;

/** Swagger UI's tables, one cell below the other on a narrow screen. */
const NARROW = `
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 .75rem; }
  .swagger-ui .info { margin: 1.5rem 0; }
  .swagger-ui .info .title { font-size: 1.75rem; }
  .swagger-ui .scheme-container .schemes .servers > label { margin-right: 0; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag > small { order: 1; flex: 1 0 100%; padding: 0; }
  .swagger-ui .opblock .opblock-summary-method { min-width: 4.5rem; }
  .swagger-ui table.parameters > thead, .swagger-ui table.responses-table > thead { display: none; }
  .swagger-ui :is(table.parameters, table.responses-table),
  .swagger-ui :is(table.parameters, table.responses-table) > tbody,
  .swagger-ui :is(table.parameters, table.responses-table) > tbody > tr,
  .swagger-ui :is(table.parameters, table.responses-table) > tbody > tr > td {
    display: block; width: auto; max-width: none;
  }
}
`;

export const STYLE = PAGES + CONTRAST + NARROW;
