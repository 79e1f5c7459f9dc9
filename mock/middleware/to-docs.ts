import type { RequestHandler } from 'express';

/** Nothing is at the root; somebody who looks there with a browser wants to know what there is. */
export const toDocs: RequestHandler = (request, response, next) => {
  response.vary('Accept');
  if (request.accepts(['json', 'html']) !== 'html') return next();
  response.redirect(`${request.baseUrl}/docs`);
};
