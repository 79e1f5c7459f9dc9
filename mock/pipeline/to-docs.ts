import type { RequestHandler } from 'express';

/** Nothing is at the root; somebody who looks there with a browser wants to know what there is. */
export const toDocs: RequestHandler = (request, response, next) => {
  response.vary('Accept');
  if (request.accepts(['json', 'html']) !== 'html') return next();
  response.redirect(`${request.baseUrl}/docs`);
};

/** Where most services have their document, people and tools look first. */
export const toDocument: RequestHandler = (request, response) => {
  response.redirect(`${request.baseUrl}/docs/openapi.json`);
};
