import { toCurl } from '../../../src/run-result/curl.ts';
import type { CaseResult, Exchange, Outcome, RequirementResult } from '../../../src/run-result/requirement-result.ts';

export const BASE_URL = 'https://staging.example.com';
export const PROJECT = '/v1/projects/11111111-1111-4111-8111-111111111111';
export const KEY = `${PROJECT}/jwt-keys/9a2f8c5e-3f1b-4d6a-8e37-0c4b5a6d7e8f`;
export const PROBLEM = 'application/problem+json';

export function exchange(
  start: string,
  body: unknown,
  status: number,
  answer: unknown,
  type = 'application/json',
): Exchange {
  const [method = 'GET', path = ''] = start.split(' ');
  const sent: Record<string, string> = { 'X-Api-Key': '$CONTRACT_API_KEY', 'User-Agent': 'integration-contract/0.1.0' };
  return {
    request: {
      method,
      url: `${BASE_URL}${path}`,
      headers: body === undefined ? sent : { ...sent, 'Content-Type': 'application/json' },
      body: body === undefined ? '' : JSON.stringify(body),
    },
    response: {
      status,
      headers: { 'content-type': type, date: 'Mon, 02 Mar 2026 10:15:07 GMT' },
      body: typeof answer === 'string' ? answer : JSON.stringify(answer),
    },
    durationMs: 12.4,
  };
}

export function problem(status: number, title: string) {
  return { type: `urn:example:problem:${status}`, title, status, detail: `${title}.` };
}

export function key(label: string, active: boolean) {
  return {
    id: '9a2f8c5e-3f1b-4d6a-8e37-0c4b5a6d7e8f',
    projectId: '11111111-1111-4111-8111-111111111111',
    label,
    algorithm: 'RSA',
    active,
    createTime: '2026-01-15T09:30:00.000Z',
    updateTime: '2026-03-02T10:15:07.120Z',
  };
}

type Evidence = Pick<CaseResult, 'message' | 'expected' | 'actual'>;

export function caseOf(
  title: string,
  outcome: Outcome,
  evidence: Evidence = {},
  exchanges: Exchange[] = [],
): CaseResult {
  const last = exchanges.at(-1);
  const curl = last === undefined ? {} : { curl: toCurl(last.request, {}) };
  return { title, outcome, ...evidence, exchanges, ...curl };
}

/** Requirement with the outcome and the evidence of its first case that did not pass. */
export function requirement(
  rule: Pick<RequirementResult, 'id' | 'title' | 'level' | 'basis' | 'text' | 'reason' | 'clause' | 'operationId'>,
  ...cases: CaseResult[]
): RequirementResult {
  const first = cases.find(({ outcome }) => outcome !== 'passed');
  const { title: _t, operationId: _o, deviation: _d, waiver: _w, ...evidence } = first ?? caseOf('', 'passed');
  return { ...rule, ...evidence, cases };
}
