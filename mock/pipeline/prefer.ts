import { isProblem } from '../core/problem.ts';
import type { Handler, NextFunction, Request, Response } from './http.ts';
import type { DocumentReplies } from './replies/document-replies.ts';
import { type Preferences, readPreferences } from './replies/preferences.ts';
import { waitWhileConnected } from './replies/queue-wait.ts';
import type { SendReply } from './replies/send-reply.ts';

/**
 * Applies the preferences of the client (RFC 7240). A client can request a delay, or select a response from the
 * document. A selected response neither reads nor changes the state. If the client selects no response, the function
 * calls the handler `run`, which runs the operation. The response header `Preference-Applied` lists the applied
 * preferences.
 */
export function prefer(replies: DocumentReplies, send: SendReply, run: Handler): Handler {
  return (request, response, next) =>
    request.headers.prefer === undefined && !request.url.includes('__')
      ? run(request, response, next)
      : respondAsPreferred(request, response, next);

  async function respondAsPreferred(request: Request, response: Response, next: NextFunction): Promise<void> {
    const preferences = readPreferences(request);
    if (isProblem(preferences)) return next(preferences);
    const { code, example, dynamic, delay } = preferences;
    const selectsResponse = code !== undefined || example !== undefined || dynamic;
    const reply = selectsResponse ? await replies(preferences, request) : undefined;
    if (isProblem(reply)) return next(reply);
    const applied = describe(preferences);
    if (applied !== '') response.set('Preference-Applied', applied);
    if (delay && !(await waitWhileConnected(delay, response))) return;
    if (reply) send(response, reply);
    else await run(request, response, next);
  }
}

/**
 * Returns the value of the header `Preference-Applied` (RFC 7240 §3). If the client names an example, the preference
 * `dynamic` has no effect.
 */
function describe({ code, example, dynamic, delay }: Preferences): string {
  const applied: string[] = [];
  if (code !== undefined) applied.push(`code=${code}`);
  if (example !== undefined) applied.push(`example=${quoteIfNeeded(example)}`);
  else if (dynamic) applied.push('dynamic=true');
  if (delay !== undefined) applied.push(`delay=${delay}`);
  return applied.join(', ');
}

/**
 * Puts a text in quotation marks unless the text contains only letters, digits, `_`, `.` and `-`. Replaces the
 * characters that a header cannot contain by `?`.
 */
function quoteIfNeeded(text: string): string {
  if (/^[\w.-]+$/.test(text)) return text;
  return `"${text.replaceAll(/[^ -~]/gu, '?').replaceAll(/["\\]/g, '\\$&')}"`;
}
