import { createHash } from 'node:crypto';
import { type CaseResult, isBroken, type RequirementResult } from './requirement-result.ts';

/** What differs from run to run though nothing has changed, and what stands in its place. */
const VOLATILE: readonly (readonly [pattern: RegExp, stands: string])[] = [
  [/\bhttps?:\/\/[^\s/"'`<>]+/gi, '<url>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/gi, '<time>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<id>'],
  // Identifiers that are no UUID: long, with a digit, or hexadecimal with both kinds of characters.
  [/\b(?=[A-Za-z_-]*\d)[\w-]{20,}/g, '<id>'],
  [/\b(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{8,}\b/gi, '<id>'],
  [/\b\d{9,}\b/g, '<number>'],
  [/\b\d+(?:\.\d+)? ms\b/g, '<ms>'],
];

/** Takes out of a text of a run what differs from run to run: names, identifiers, times, addresses. */
export type Settle = (text: string) => string;

/** @param runId of the run that the texts are of: it stands in the names that the run made */
export function settler(runId: string | undefined): Settle {
  const id = runId?.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  // A server may cut a name anywhere.
  const name = id === undefined ? undefined : new RegExp(`-${id}\\w*(?:-[\\da-frsx]*(?:-[\\da-f]{0,6})?)?`, 'gi');
  return (text) =>
    VOLATILE.reduce(
      (result, [pattern, stands]) => result.replaceAll(pattern, stands),
      name ? text.replaceAll(name, '-<name>') : text,
    );
}

/** What the deviations of a case begin with. */
export function caseMark(title: string, settle: Settle): string {
  return `d${digest(settle(title))}`;
}

/** What the deviation has in common with the others of its case. */
export function markOf(deviation: string): string {
  return deviation.slice(0, deviation.indexOf('-'));
}

/** The name of what was found, in whichever case: `any-b41e02d8`. */
export function inAnyCase(deviation: string): string {
  return isExplored(deviation) ? deviation : `any${deviation.slice(deviation.indexOf('-'))}`;
}

/** What the deviations begin with that an exploration found. */
const EXPLORED = 'explored';

/** Whether an exploration found it: another one, of the same target, may come to it in another case, or not at all. */
export function isExplored(deviation: string): boolean {
  return markOf(deviation) === EXPLORED;
}

/**
 * The name of a way in which a case does not hold: the same in every run, as long as nothing has changed. The first half
 * is of the case, the second one of what it found. (The letter keeps YAML from reading it as a number.) What an
 * exploration found is named `explored-b41e02d8`, without the case and the values that it made up.
 */
export function deviationOf(
  {
    title,
    message = '',
    expected = '',
    actual = '',
    replay,
  }: Pick<CaseResult, 'title' | 'message' | 'expected' | 'actual' | 'replay'>,
  settle: Settle,
): string {
  const [mark, found] =
    replay === undefined ? [caseMark(title, settle), [message, expected, actual]] : [EXPLORED, [message]];
  return `${mark}-${digest(JSON.stringify(found.map(settle)))}`;
}

/** Every way in which the rule does not hold. */
export function deviationsOf(
  { cases }: RequirementResult,
  { runId }: { readonly runId?: string },
): ReadonlySet<string> {
  const settle = settler(runId);
  return new Set(cases.filter(isBroken).map((one) => deviationOf(one, settle)));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
