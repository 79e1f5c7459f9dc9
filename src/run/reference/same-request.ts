import { formsOf } from '../../../conformance/index.ts';
import type { ShownExchange } from '../../run-result/case-record.ts';
import type { WireRequest } from '../../run-result/wire.ts';
import type { Identifiers } from './identifiers.ts';

/** The request cannot be sent again as it was: the message says why, without a full stop. */
export class NotRepeatableError extends Error {
  override readonly name = 'NotRepeatableError';
}

/** How a body ends that was cut for the report. */
const CUT = /… \(\d+ characters\)$/;

/**
 * The recorded request as the mock takes it: its key in the place of the target's, its identifiers, all else
 * as it was.
 *
 * @throws NotRepeatableError
 */
export function sameRequest(
  { request }: ShownExchange,
  { baseUrl, identifiers, apiKey }: { baseUrl: string; identifiers: Identifiers; apiKey: string },
): WireRequest {
  const { method, url, headers, body } = request;
  if (CUT.test(body)) throw new NotRepeatableError('the body is too long for a report to keep');
  if (body.includes('\uFFFD')) throw new NotRepeatableError('the body holds bytes that are no text');
  const forms = formsOf({ value: apiKey, variable: 'CONTRACT_API_KEY' });
  const withKey = (text: string) => {
    const changed = forms.reduce((result, form) => result.replaceAll(form.placeholder, form.text), text);
    if (changed.includes('CONTRACT_FORBIDDEN_API_KEY'))
      throw new NotRepeatableError('the mock knows no key without permission');
    if (changed.includes('api key, in another form)'))
      throw new NotRepeatableError('it holds a form of the API key that is not kept');
    return changed;
  };
  return {
    method,
    path: identifiers.inPath(withKey(url.slice(baseUrl.length))),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [withKey(name), withKey(value)])),
    ...(body !== '' && { body: identifiers.inJson(withKey(body)) }),
  };
}
