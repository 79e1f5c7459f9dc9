import { formsOf } from '../../../conformance/index.ts';
import type { ShownExchange } from '../../run-result/case-record.ts';
import type { WireRequest } from '../../run-result/wire.ts';
import type { Identifiers } from './identifiers.ts';

/** Reason why a request cannot be repeated at the mock, without a full stop. */
export class NotRepeatableError extends Error {
  override readonly name = 'NotRepeatableError';
}

/** Text at the end of a body that was truncated for the report. */
const CUT = /… \(\d+ characters\)$/;

/**
 * Recorded request with the API key and the identifiers of the mock in place of the values of the target, otherwise
 * unchanged.
 *
 * @throws NotRepeatableError
 */
export function sameRequest(
  { request }: ShownExchange,
  { baseUrl, identifiers, apiKey }: { baseUrl: string; identifiers: Identifiers; apiKey: string },
): WireRequest {
  const { method, url, headers, body } = request;
  if (CUT.test(body)) throw new NotRepeatableError('the report contains only the start of its long body');
  if (body.includes('\uFFFD')) throw new NotRepeatableError('the body contains bytes that are not text');
  const forms = formsOf({ value: apiKey, variable: 'CONTRACT_API_KEY' });
  const withKey = (text: string) => {
    const changed = forms.reduce((result, form) => result.replaceAll(form.placeholder, form.text), text);
    if (changed.includes('CONTRACT_FORBIDDEN_API_KEY'))
      throw new NotRepeatableError('the mock has no API key without permission');
    if (changed.includes('api key, in another form)'))
      throw new NotRepeatableError('it contains a form of the API key that the report does not keep');
    return changed;
  };
  return {
    method,
    path: identifiers.inPath(withKey(url.slice(baseUrl.length))),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [withKey(name), withKey(value)])),
    ...(body !== '' && { body: identifiers.inJson(withKey(body)) }),
  };
}
