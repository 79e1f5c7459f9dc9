/**
 * The script of the reference page. The script starts Scalar with settings that prevent requests to other hosts, and
 * corrects the accessibility of some elements of Scalar.
 */
const { nonce } = document.querySelector('meta[property=csp-nonce]');
const createElement = document.createElement.bind(document);
document.createElement = (name, ...options) =>
  Object.assign(createElement(name, ...options), name === 'style' && { nonce });

// Corrections of wrong roles and missing names in Scalar: a selector of elements, and their correct attributes. The
// value null removes an attribute.
const ATTRIBUTES = [
  ['.code-input-lite__editor[role=combobox]:not([aria-controls])', { role: 'textbox' }],
  ['button[role=none]', { role: null }],
  ['button[aria-label="Copy code"]', { 'aria-controls': null }],
  ['.cm-content:not([aria-label])', { 'aria-label': 'Code' }],
  ['.cm-scroller', { tabindex: '0' }],
  ['.references-rendered div[role=region]', { role: 'group' }],
  ['.scalar-app-layout section[aria-live]', { 'aria-label': 'Notifications of the client' }],
];

function fixAttributes() {
  for (const [selector, attributes] of ATTRIBUTES)
    for (const element of document.querySelectorAll(selector))
      for (const [name, value] of Object.entries(attributes))
        if (value === null) element.removeAttribute(name);
        else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  // The client of Scalar has its own main element. A page must have only one main element, so the main element of the
  // reference is inert while the client of Scalar is open.
  const open = document.querySelector('.scalar-client--open') !== null;
  document.querySelector('.references-rendered')?.toggleAttribute('inert', open);
}

addEventListener('DOMContentLoaded', () => {
  new MutationObserver(fixAttributes).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['class'],
  });
  const reference = document.getElementById('reference');
  const { document: url, server } = reference.dataset;
  const schemes = Object.entries(JSON.parse(reference.dataset.schemes));
  const keys = schemes.filter(([, value]) => value !== null).map(([name, value]) => [name, { type: 'apiKey', value }]);

  Scalar.createApiReference(reference, {
    url,
    // The server URL begins with the origin of the page, since a mock behind a TLS proxy does not know its own public
    // origin.
    servers: [{ url: location.origin + server, description: 'This mock' }],
    authentication: {
      preferredSecurityScheme: schemes.map(([name]) => name),
      securitySchemes: Object.fromEntries(keys),
    },
    theme: 'default',
    proxyUrl: '',
    withDefaultFonts: false,
    telemetry: false,
    showDeveloperTools: 'never',
    hideClientButton: true,
    mcp: { disabled: true },
    agent: { disabled: true, hideAddApi: true },
    generateOperationSlug: ({ operationId, method, path }) => operationId ?? method + path,
    documentDownloadType: 'json',
    modelsSectionLabel: 'Schemas',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    featuredClients: ['shell/curl', 'js/fetch', 'python/requests', 'java/okhttp'],
  });
});
