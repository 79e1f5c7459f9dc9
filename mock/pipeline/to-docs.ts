import type { Handler } from './http.ts';

/** Nothing is at the root; somebody who looks there with a browser wants to know what there is. */
export const toDocs: Handler = (request, response, next) => {
  response.vary('Accept');
  if (request.accepts(['json', 'html']) !== 'html') return next();
  response.redirect(`${request.baseUrl}/docs`);
};

/** Where most services have their document, people and tools look first. */
export const toDocument: Handler = (request, response) => {
  response.redirect(`${request.baseUrl}/docs/openapi.json`);
};
