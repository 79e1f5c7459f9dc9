import { createHash } from 'node:crypto';
import type { Finding } from './finding.ts';
import { type CaseResult, isBroken, type RequirementResult } from './requirement-result.ts';

/** Wildcard in place of the case ID in the name of a deviation: the name then matches the finding in every case. */
const ANY = 'any';
/**
 * Text in place of the case ID for a finding of an exploration, since the same failure may occur in another case of the
 * next run.
 */
const EXPLORED = 'explored';

/** Pattern of the name of a deviation: case, rule, kind of finding, and hash of the difference. */
export const DEVIATION_PATTERN = String.raw`^[^\s:]+:[^\s:]+:(?:status|schema|value):[0-9a-f]{8}$`;

/**
 * Stable name of one kind of failure in a case: `orders/update/keepsId:D44:value:4e5f6071`.
 *
 * The hash depends on the structure of the difference: status, pointer, keyword and kinds of value. Messages and
 * generated values do not affect the hash, so the name is the same in every run until the difference changes.
 *
 * @param status HTTP status of the response in which the suite found the difference
 */
export function deviationOf(caseId: string, finding: Finding, status: number | undefined): string {
  const { rule, expected, actual, pointer, keyword, replay } = finding;
  const kinds = [expected, actual].map(kindOfValue);
  const kind = keyword !== undefined ? 'schema' : kinds.some((one) => STATUS.test(one)) ? 'status' : 'value';
  // For a finding of an exploration, the hash ignores the kinds of the values, since an exploration generates values of
  // any kind.
  const difference = [status, pointer, keyword, ...(replay === undefined ? kinds : [])];
  return `${replay === undefined ? caseId : EXPLORED}:${rule}:${kind}:${digest(JSON.stringify(difference))}`;
}

const STATUS = /^[1-5]\d\d\b/;

/**
 * Kind of a value in a finding, for the hash of a deviation: the value itself for a status, true, false or null;
 * otherwise the JSON type, or `text` for a description.
 */
function kindOfValue(text = ''): string {
  const [literal] = STATUS.exec(text) ?? /^(?:true|false|null)$/.exec(text) ?? [];
  if (literal !== undefined) return literal;
  const kinds: Readonly<Record<string, string>> = { '"': 'string', '{': 'object', '[': 'array' };
  return kinds[text.charAt(0)] ?? (/^-?\d+(?:\.\d+)?$/.test(text) ? 'number' : 'text');
}

/** The ID of the case that the name of a deviation contains. */
export function caseOf(deviation: string): string {
  return deviation.slice(0, deviation.indexOf(':'));
}

/** Name of a deviation that matches the finding in every case: `any:D44:value:4e5f6071`. */
export function inAnyCase(deviation: string): string {
  return isExplored(deviation) ? deviation : `${ANY}${deviation.slice(deviation.indexOf(':'))}`;
}

export function isExplored(deviation: string): boolean {
  return caseOf(deviation) === EXPLORED;
}

/**
 * Names of the deviations of a requirement that no waiver accepts. Reports of earlier versions have failed cases
 * without the name of a deviation; for such a case, the set of names contains the title of the case.
 */
export function deviationsOf({ cases }: Pick<RequirementResult, 'cases'>): ReadonlySet<string> {
  return new Set(cases.filter(isBroken).map(nameOf));
}

/** Names of the deviations of a requirement that a waiver accepts. */
export function waivedDeviationsOf({ cases }: Pick<RequirementResult, 'cases'>): ReadonlySet<string> {
  return new Set(cases.filter(({ outcome }) => outcome === 'waived').map(nameOf));
}

function nameOf({ deviation, title }: CaseResult): string {
  return deviation ?? title;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
