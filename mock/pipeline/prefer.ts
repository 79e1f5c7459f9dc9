import { isProblem } from '../core/problem.ts';
import type { Handler, NextFunction, Request, Response } from './http.ts';
import type { DocumentReplies } from './replies/document-replies.ts';
import { type Preferences, readPreferences } from './replies/preferences.ts';
import { waited } from './replies/queue-wait.ts';
import type { SendReply } from './replies/send-reply.ts';

/**
 * Answers as the client prefers (RFC 7240): late, or with what the document declares; then nothing
 * is read from the state, nothing changed in it. `Preference-Applied` says what was done. Without a
 * preference, `run` answers.
 */
export function prefer(replies: DocumentReplies, send: SendReply, run: Handler): Handler {
  return (request, response, next) =>
    request.headers.prefer === undefined && !request.url.includes('__')
      ? run(request, response, next)
      : obey(request, response, next);

  async function obey(request: Request, response: Response, next: NextFunction): Promise<void> {
    const preferences = readPreferences(request);
    if (isProblem(preferences)) return next(preferences);
    const { code, example, dynamic, delay } = preferences;
    const answered = code !== undefined || example !== undefined || dynamic;
    const reply = answered ? await replies(preferences, request) : undefined;
    if (isProblem(reply)) return next(reply);
    const applied = describe(preferences);
    if (applied !== '') response.set('Preference-Applied', applied);
    if (delay && !(await waited(delay, response))) return;
    if (reply) send(response, reply);
    else await run(request, response, next);
  }
}

/** RFC 7240 §3. An example is not made up: it wins over `dynamic`. */
function describe({ code, example, dynamic, delay }: Preferences): string {
  const applied: string[] = [];
  if (code !== undefined) applied.push(`code=${code}`);
  if (example !== undefined) applied.push(`example=${word(example)}`);
  else if (dynamic) applied.push('dynamic=true');
  if (delay !== undefined) applied.push(`delay=${delay}`);
  return applied.join(', ');
}

/** A token as it is, other text in quotes; a header takes printable ASCII. */
function word(text: string): string {
  if (/^[\w.-]+$/.test(text)) return text;
  return `"${text.replaceAll(/[^ -~]/gu, '?').replaceAll(/["\\]/g, '\\$&')}"`;
}
