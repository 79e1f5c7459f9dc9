import type { Defect, FaultyRequest, FaultyResponse } from './defect.ts';
import { changes, jsonOf, withJson } from './json-message.ts';
import { operationOf, problem, without, withType } from './messages.ts';
import { defect, rejectsWith, responds, respondsTo } from './row.ts';

/** True for a request with the given method, which the contract does not define for the path. */
const undefinedMethod = (method: string) => (request: FaultyRequest, response: FaultyResponse) =>
  request.method === method && response.status === 405;

/** Defects in the responses to requests with a method that the contract does not define for the path (D09). */
export const methods: readonly Defect[] = [
  defect(
    'undefined-method-is-not-found',
    'D09',
    'The server responds with 404 to a method that the path does not support.',
  ).does(rejectsWith(405, 404)),
  defect(
    'undefined-method-is-not-implemented',
    'D09 D15',
    'The server responds with 501 to a method that the path does not support.',
  ).does(rejectsWith(405, 501)),
  defect('method-not-allowed-without-allow', 'D09', 'A 405 response has no `Allow` header.').does(
    respondsTo(405, (response) => {
      const { allow: _, ...headers } = response.headers;
      return { ...response, headers };
    }),
  ),
  defect('method-not-allowed-says-not-found', 'D23', 'The problem document of a 405 has the status 404.').does(
    respondsTo(405, (response) => withJson(response, { ...jsonOf(response), status: 404 })),
  ),
  defect('method-not-allowed-is-plain-json', 'D20', 'A 405 response has the media type application/json.').does(
    respondsTo(405, (response) => withType(response, 'application/json')),
  ),
  defect('method-not-allowed-without-href', 'D24', 'The problem document of a 405 has no `href`.').does(
    respondsTo(405, (response) => withJson(response, without(jsonOf(response) ?? {}, 'href'))),
  ),
  defect(
    'method-not-allowed-says-so-in-words',
    'D21',
    'The problem document of a 405 has its status as a string.',
  ).does(respondsTo(405, (response) => withJson(response, { ...jsonOf(response), status: '405' }))),
  defect(
    'allow-lists-other-methods',
    'D09',
    '`Allow` lists only `OPTIONS` and `HEAD`, not the methods of the contract.',
  ).does(respondsTo(405, (response) => ({ ...response, headers: { ...response.headers, allow: 'OPTIONS, HEAD' } }))),
  defect(
    'post-is-not-found',
    'D09',
    'The router responds with 404 to a POST request to a known path that has no POST operation.',
  ).does(responds(undefinedMethod('POST'), () => problem(404))),
  defect('put-is-taken-for-post', 'D09', 'The server handles a PUT request to a collection like a POST request.').does(
    changes((request) => {
      const creation = { ...request, method: 'POST' };
      return request.method === 'PUT' && operationOf(creation).startsWith('create') ? creation : request;
    }),
  ),
];
