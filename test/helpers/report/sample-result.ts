import { loadRequirements, type Requirement } from '../../../src/contract/requirement.ts';
import { REQUIREMENTS_FILE } from '../../../src/project.ts';
import { countOutcomes, type RequirementResult } from '../../../src/run-result/requirement-result.ts';
import type { RunResult } from '../../../src/run-result/run-result.ts';
import { BASE_URL, caseOf, exchange, KEY, key, PROBLEM, PROJECT, problem, requirement } from './result-parts.ts';

const both = { updateMask: ['label'], jwtKey: { label: 'Renamed', active: false } };
/** Waiver of a deviation in the sample result. */
const WAIVER = {
  requirement: 'D74',
  deviations: ['orders/create:D74:status:4e5f6071'],
  reason: 'Under discussion',
  owner: 'Ada Lovelace',
  expires: '2026-04-30',
  place: 'waivers.yaml:2:5',
} as const;

const accepted = { message: 'D74: a second record for the same address was accepted.', expected: '409', actual: '201' };

const register = new Map(loadRequirements(REQUIREMENTS_FILE).map((one) => [one.id, one]));

function rule(id: string) {
  const { title, level, basis, clause, operationId, text } = register.get(id) as Requirement;
  return { id, title, level, basis, text, ...(clause && { clause }), ...(operationId && { operationId }) };
}

const requirements: readonly RequirementResult[] = [
  requirement(
    rule('D01'),
    caseOf('createIntegration responds under /v1', 'passed'),
    caseOf('updateJwtKey responds under /v1', 'passed'),
  ),
  {
    ...requirement(rule('D04')),
    outcome: 'notApplicable',
    message: 'D04: the configuration names no `forbiddenApiKey`.',
  },
  requirement(
    rule('D09'),
    caseOf(
      'GET on the path of createJwtKey',
      'warned',
      {
        message: 'D09: the response to GET has no header `Allow`.',
        expected: '405 with Allow: POST',
        actual: '405 without Allow',
      },
      [exchange(`GET ${PROJECT}/jwt-keys`, undefined, 405, problem(405, 'Method not allowed'), PROBLEM)],
    ),
    caseOf('PUT on the path of updateJwtKey', 'passed'),
  ),
  requirement(
    rule('D20'),
    {
      ...caseOf(
        'deleteInstallation: an unknown installation',
        'failed',
        {
          message: 'D20: the 404 of deleteInstallation is an HTML page.',
          expected: PROBLEM,
          actual: 'text/html; charset=utf-8',
        },
        [
          exchange(
            `DELETE ${PROJECT}/integrations/44444444-4444-4444-8444-444444444444/installations/unknown`,
            undefined,
            404,
            '<!doctype html>\n<title>404 Not Found</title>\n<h1>Not Found</h1>',
            'text/html; charset=utf-8',
          ),
        ],
      ),
      operationId: 'deleteInstallation',
    },
    { ...caseOf('createIntegration: a body that violates the schema', 'passed'), operationId: 'createIntegration' },
  ),
  requirement(
    rule('D42'),
    caseOf(
      'a mask of label leaves active alone',
      'failed',
      {
        message: 'D42: `active` is not in the mask, and changed.',
        expected: 'active: true, as before the update',
        actual: 'active: false, the value in jwtKey',
      },
      [
        exchange(`PATCH ${KEY}`, { updateMask: ['label'], jwtKey: { label: 'Before' } }, 200, key('Before', true)),
        exchange(`PATCH ${KEY}`, both, 200, key('Renamed', false)),
      ],
    ),
    caseOf(
      "a mask of active leaves label alone, also one with a quote (it's)",
      'failed',
      {
        message: 'D42: `label` is not in the mask, and changed.',
        expected: 'label: "Before"',
        actual: 'label: "it\'s"',
      },
      [
        exchange(
          `PATCH ${KEY}`,
          { updateMask: ['active'], jwtKey: { label: "it's", active: false } },
          200,
          key("it's", false),
        ),
      ],
    ),
    caseOf('a mask of both changes both', 'passed'),
  ),
  requirement(
    { ...rule('D43'), reason: 'The service could only guess between clearing `label` and keeping it.' },
    caseOf(
      'label in the mask, no label in jwtKey',
      'failed',
      { message: 'D43: the update was accepted.', expected: '422', actual: '200' },
      [
        {
          ...exchange(`PATCH ${KEY}`, { updateMask: ['label'], jwtKey: {} }, 200, key('Before', true)),
          reference: { response: exchange('', undefined, 422, problem(422, 'Impossible'), PROBLEM).response },
        },
      ],
    ),
  ),
  requirement(
    rule('D52'),
    caseOf(
      'algorithm RSA',
      'failed',
      { message: 'D52: a key with `algorithm` RSA was accepted.', expected: '400', actual: '201' },
      [
        exchange(
          `POST ${PROJECT}/jwt-keys`,
          {
            label: 'Signing key',
            algorithm: 'RSA',
            publicKeyPem: '-----BEGIN PUBLIC KEY-----\nMIIB…\n-----END PUBLIC KEY-----\n',
          },
          201,
          { kid: '9a2f8c5e-3f1b-4d6a-8e37-0c4b5a6d7e8f' },
        ),
      ],
    ),
    caseOf('algorithm RS256', 'passed'),
  ),
  requirement(
    rule('D59'),
    caseOf('a key created under the name of the project', 'untestable', {
      message: 'D59: the fixture `project.name` is missing; add it to the configuration.',
    }),
  ),
  requirement(rule('D71'), caseOf('the record echoes the address', 'passed')),
  requirement(rule('D74'), {
    ...caseOf('the same address twice', 'waived', accepted),
    deviation: WAIVER.deviations[0],
    waiver: { reason: WAIVER.reason, owner: WAIVER.owner, expires: WAIVER.expires },
  }),
  requirement(rule('D80'), caseOf('a second delete is 404', 'passed')),
];

/** Result of a run against a service with a few defects; every outcome occurs. */
export const sampleResult: RunResult = {
  schemaVersion: 1,
  suite: { name: 'integration-contract', version: '0.1.0' },
  contract: {
    title: 'Integration Management Service',
    version: '1.0.0',
    sha256: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  },
  target: { baseUrl: BASE_URL },
  startedAt: '2026-03-02T10:15:04.000Z',
  durationMs: 4210,
  basis: 'all',
  verdict: 'nonconforming',
  counts: countOutcomes(requirements),
  caseCounts: countOutcomes(requirements.flatMap(({ cases }) => cases)),
  requests: 61,
  requirements,
};

/** Sample result with two waivers: a waiver in force, and an obsolete waiver. */
export const waivedResult: RunResult = {
  ...sampleResult,
  waivers: {
    file: 'waivers.yaml',
    entries: [
      { ...WAIVER, state: 'used' },
      {
        ...WAIVER,
        requirement: 'D01',
        place: 'waivers.yaml:7:5',
        state: 'unneeded',
        message:
          'waivers.yaml:7:5: orders/create:D74:status:4e5f6071 of D01 did not occur. Remove the obsolete waiver.',
      },
    ],
  },
  gate: {
    outcome: 'failed',
    reasons: ['waivers.yaml:7:5: orders/create:D74:status:4e5f6071 of D01 did not occur. Remove the obsolete waiver.'],
  },
};

/** Sample result with one failed requirement whose properties all contain the given text. */
export function resultWith(text: string): RunResult {
  const evidence = { message: text, expected: text, actual: text };
  const poisoned = exchange(`POST ${PROJECT}/jwt-keys`, { label: text }, 500, text, 'text/plain');
  const withHeaders = { ...poisoned, response: { ...poisoned.response, headers: { 'x-echo': text } } };
  const failed = requirement(
    { id: 'D15', title: text, level: 'MUST', basis: 'decided', clause: text, operationId: text, text },
    caseOf(text, 'failed', evidence, [withHeaders]),
    caseOf(text, 'passed'),
  );
  const note = { reason: text, owner: text, expires: '2026-04-30' };
  const others = (['warned', 'untestable', 'waived', 'notApplicable'] as const).map((outcome, index) => ({
    ...failed,
    id: `D9${index}`,
    outcome,
    cases: failed.cases.map((one) =>
      one.outcome === 'failed' ? { ...one, outcome, ...(outcome === 'waived' && { waiver: note }) } : one,
    ),
  }));
  const all = [failed, ...others];
  const entry = { ...WAIVER, ...note, requirement: text, place: text, state: 'unknown', message: text } as const;
  return {
    ...sampleResult,
    target: { baseUrl: text },
    counts: countOutcomes(all),
    waivers: { file: text, entries: [entry] },
    gate: { outcome: 'failed', reasons: [text] },
    requirements: all,
  };
}
