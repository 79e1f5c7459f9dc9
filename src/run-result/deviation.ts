import { createHash } from 'node:crypto';
import type { Finding } from './finding.ts';
import { type CaseResult, isBroken, type RequirementResult } from './requirement-result.ts';

/** In place of a case's id, the finding in whichever case. */
const ANY = 'any';
/** In place of a case's id, a finding of an exploration: another exploration may have it in another case, or not at all. */
const EXPLORED = 'explored';

/** The form of a deviation: case, rule, kind of finding, hash of the difference. */
export const DEVIATION_PATTERN = String.raw`^[^\s:]+:[^\s:]+:(?:status|schema|value):[0-9a-f]{8}$`;

/**
 * The name of a way in which a case does not hold: `orders/update/keepsId:D44:value:4e5f6071`.
 *
 * The hash is of the structure of the difference: status, pointer, keyword and kinds of value. It depends neither on
 * words nor on generated values, so it is the same in every run as long as nothing has changed.
 *
 * @param status of the response that shows the difference
 */
export function deviationOf(caseId: string, finding: Finding, status: number | undefined): string {
  const { rule, expected, actual, pointer, keyword, replay } = finding;
  const kinds = [expected, actual].map(kindOfValue);
  const kind = keyword !== undefined ? 'schema' : kinds.some((one) => STATUS.test(one)) ? 'status' : 'value';
  // An exploration generates the values, and with them their kinds.
  const difference = [status, pointer, keyword, ...(replay === undefined ? kinds : [])];
  return `${replay === undefined ? caseId : EXPLORED}:${rule}:${kind}:${digest(JSON.stringify(difference))}`;
}

const STATUS = /^[1-5]\d\d\b/;

/** The kind of a value as a finding shows it; a status, true, false and null are kinds of their own. */
function kindOfValue(text = ''): string {
  const [literal] = STATUS.exec(text) ?? /^(?:true|false|null)$/.exec(text) ?? [];
  if (literal !== undefined) return literal;
  const kinds: Readonly<Record<string, string>> = { '"': 'string', '{': 'object', '[': 'array' };
  return kinds[text.charAt(0)] ?? (/^-?\d+(?:\.\d+)?$/.test(text) ? 'number' : 'text');
}

/** The id of the case that a deviation names. */
export function caseOf(deviation: string): string {
  return deviation.slice(0, deviation.indexOf(':'));
}

/** The finding in whichever case: `any:D44:value:4e5f6071`. */
export function inAnyCase(deviation: string): string {
  return isExplored(deviation) ? deviation : `${ANY}${deviation.slice(deviation.indexOf(':'))}`;
}

export function isExplored(deviation: string): boolean {
  return caseOf(deviation) === EXPLORED;
}

/** Every way in which the rule does not hold. A report of an earlier version may not name them. */
export function deviationsOf({ cases }: Pick<RequirementResult, 'cases'>): ReadonlySet<string> {
  return new Set(cases.filter(isBroken).map(({ deviation, title }: CaseResult) => deviation ?? title));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
