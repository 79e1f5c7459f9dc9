import { expect, test } from 'vitest';
import { type Disagreement, mergeReferees, type Referee } from './referee.ts';

const open: Disagreement = {
  kind: 'answerFaulted',
  case: 'a case',
  operationId: 'createInvite',
  request: 'POST /v1/orgs/a/invites {"email": "<b>|\n::error::x"}',
  status: 201,
  detail: "Response body must have required property 'status'",
};
const known: Disagreement = {
  ...open,
  kind: 'silent',
  case: 'another',
  why: 'Prism sends no response to a request with a large body',
};
const referee: Referee = { name: 'Prism', version: '5.16.0', exchanges: 12, disagreements: [known, open, known] };

test('merges the results of the referee (an independent validator) for all shards, in the order of the cases in the suite', () => {
  const merged = mergeReferees(
    [
      { ...referee, disagreements: [known] },
      { ...referee, disagreements: [open] },
    ],
    ['a case', 'another'],
  );
  expect(merged).toEqual({ ...referee, exchanges: 24, disagreements: [open, known] });
  expect(mergeReferees([], [])).toBeUndefined();
});
