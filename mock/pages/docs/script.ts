/** The script of the reference page. It starts Swagger UI and fixes its accessibility defects. */
export const SCRIPT = `'use strict';
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();

  // A keyboard cannot reach a link inside the button of an operation; the fragment changes without the link, too.
  const TextForLinks = () => ({
    wrapComponents: { DeepLink: (_, { React }) => ({ text }) => React.createElement('span', null, text) },
  });

  const ATTRIBUTES = [
    ['.information-container', { role: 'region', ariaLabel: 'About' }],
    ['.scheme-container', { role: 'region', ariaLabel: 'Server and authorization' }],
    ['.modal-ux', { role: 'dialog', ariaModal: 'true', ariaLabel: 'Authorization' }],
    ['.close-modal', { ariaLabel: 'Close' }],
    ['#servers', { ariaLabel: 'Server' }],
    ['.examples-select-element', { ariaLabel: 'Example' }],
    ['.body-param__text', { ariaLabel: 'Request body' }],
    ['.json-schema-2020-12-accordion:not(:has(.json-schema-2020-12__title))', { ariaLabel: 'Schema' }],
    ['pre.microlight', { tabIndex: 0 }],
    // Below the h1 of the title, Swagger UI continues with h3.
    ['h3', { ariaLevel: '2' }],
    ['h4', { ariaLevel: '3' }],
    ['h5, h6', { ariaLevel: '4' }],
    // The visible text or label is the name.
    ['.modal-btn, .auth-container label[for] + section input', { ariaLabel: null }],
  ];

  const fixMarkup = (reference) => {
    for (const [selector, attributes] of ATTRIBUTES)
      for (const element of reference.querySelectorAll(selector)) Object.assign(element, attributes);
    for (const control of reference.querySelectorAll('tr[data-param-name] :is(input, select, textarea)'))
      control.ariaLabel ??= control.closest('tr').dataset.paramName;
    const rules = new URL('rules', new URL(reference.dataset.document, location.href));
    for (const link of reference.querySelectorAll('a[href*="/rules#"]'))
      if (link.pathname === rules.pathname) link.href = rules.href + link.hash;
  };

  addEventListener('DOMContentLoaded', () => {
    const reference = document.getElementById('reference');
    const keys = Object.entries(JSON.parse(reference.dataset.apiKeys));
    new MutationObserver(() => fixMarkup(reference)).observe(reference, { childList: true, subtree: true });
    const ui = SwaggerUIBundle({
      url: reference.dataset.document,
      domNode: reference,
      plugins: [TextForLinks],
      deepLinking: true,
      displayRequestDuration: true,
      tryItOutEnabled: true,
      validatorUrl: null,
      // Sends requests to the origin of the page, which the mock does not know behind a TLS proxy.
      requestInterceptor: (request) => {
        const { pathname, search } = new URL(request.url, location.href);
        request.url = location.origin + pathname + search;
        return request;
      },
      onComplete: () => {
        for (const [scheme, key] of keys) ui.preauthorizeApiKey(scheme, key);
      },
    });
  });
})();
`;
