import type { Contract } from '../../src/contract/contract.ts';
import { allRules } from '../../src/contract/document/rule.ts';
import { isObject } from '../../src/contract/json.ts';
import type { Requirement } from '../../src/contract/requirement.ts';
import { isSuccess } from '../connection/answer.ts';
import type { Case } from '../engine/case.ts';
import type { CaseGroup, RulePack, SentToFixture } from '../engine/rules/rule-pack.ts';
import type { Scope } from '../engine/scope.ts';
import { projects } from './addresses.ts';
import { COVERAGE_EXCEPTIONS } from './coverage-exceptions.ts';
import { FIXTURES } from './fixtures.ts';
import { installations } from './installations/cases.ts';
import { integrations } from './integrations/cases.ts';
import { invites } from './invites/cases.ts';
import { inviteRecord } from './invites/record.ts';
import { KeyActions } from './jwt-keys/actions.ts';
import { jwtKeysAtTheEnd } from './jwt-keys/at-the-end.ts';
import { jwtKeyCreation } from './jwt-keys/creation.ts';
import { jwtKeyHistories } from './jwt-keys/histories.ts';
import { jwtKeyIdentity } from './jwt-keys/identity.ts';
import { kidOf } from './jwt-keys/kid.ts';
import { jwtKeyRecord } from './jwt-keys/record.ts';
import { jwtKeyRefusals } from './jwt-keys/rejections.ts';
import { jwtKeyTexts } from './jwt-keys/texts.ts';
import { jwtKeyTimes } from './jwt-keys/times.ts';
import { jwtKeyUpdates } from './jwt-keys/updates.ts';
import { metadata } from './metadata/cases.ts';
import { withoutDuplicates } from './metadata/duplicate-findings.ts';
import { FieldRegister } from './metadata/field-register.ts';
import { INTEGRATION_FORM, PROVIDER_FORM } from './metadata/operations.ts';
import { metadataAtTheEnd, rejectedMetadata } from './metadata/unchanged.ts';
import { withFullMask, withSemantics } from './semantic-bodies.ts';
import { SEQUENCES } from './sequence-models.ts';
import { reportSharedIdentifiers } from './shared-identifiers.ts';

const OF_METADATA = [INTEGRATION_FORM, PROVIDER_FORM];
const OF_KEYS = ['createJwtKey', 'updateJwtKey'];

type Group = readonly [
  operations: readonly string[],
  name: string,
  phase: 'early' | 'closing' | 'final',
  cases: () => Iterable<Case>,
];

const GROUPS: readonly Group[] = [
  [['createIntegration', ...OF_METADATA, ...OF_KEYS], 'projects', 'early', projects],
  [['createIntegration'], 'integrations', 'early', integrations],
  [OF_METADATA, 'metadata', 'early', metadata],
  [OF_METADATA, 'rejectedMetadata', 'early', rejectedMetadata],
  [OF_KEYS, 'jwtKeyCreation', 'early', jwtKeyCreation],
  [OF_KEYS, 'jwtKeyIdentity', 'early', jwtKeyIdentity],
  [OF_KEYS, 'jwtKeyUpdates', 'early', jwtKeyUpdates],
  [OF_KEYS, 'jwtKeyRefusals', 'early', jwtKeyRefusals],
  [OF_KEYS, 'jwtKeyTexts', 'early', jwtKeyTexts],
  [OF_KEYS, 'jwtKeyHistories', 'early', jwtKeyHistories],
  [OF_KEYS, 'jwtKeyTimes', 'early', jwtKeyTimes],
  [['createInvite'], 'invites', 'early', invites],
  [OF_KEYS, 'jwtKeysAtTheEnd', 'final', jwtKeysAtTheEnd],
  [OF_METADATA, 'metadataAtTheEnd', 'final', metadataAtTheEnd],
  // The cases of installations run last, since a faulty deletion may remove records that other cases need.
  [['deleteInstallation'], 'installations', 'closing', installations],
];

/**
 * The rules of the Integration Management Service. The pack is empty for an OpenAPI document that names none of these
 * rules.
 */
export function servicePack(requirements: readonly Requirement[]): (contract: Contract) => RulePack {
  const ids = new Set(requirements.map(({ id }) => id));
  return (contract) => {
    if (!allRules(contract.root).some(({ rule }) => ids.has(rule.id))) return {};
    return {
      requirements,
      fixtures: FIXTURES,
      records: [jwtKeyRecord, inviteRecord],
      observers: [FieldRegister],
      preflightRules: ['D57'],
      preflight: firstKeyIsActive,
      groups: () =>
        GROUPS.filter(([operations]) => operations.every((id) => contract.operation(id))).map(
          ([operations, name, phase, cases]): CaseGroup => ({
            name: `behaviour ${name}`,
            tag: 'behaviour',
            phase,
            operations,
            cases,
          }),
        ),
      sequences: () => SEQUENCES,
      makeValid: ({ operationId }, body) => withSemantics(operationId, body),
      makeFullyEvaluated: (_, body) => withFullMask(body),
      unreachable: COVERAGE_EXCEPTIONS,
      merge: (records) => withoutDuplicates(reportSharedIdentifiers(records)),
    };
  };
}

/**
 * Tests requirement D57 with the first JWT key of a new service, since a faulty service may create only its first key
 * as inactive.
 */
async function firstKeyIsActive(scope: Scope, sent: readonly SentToFixture[]): Promise<void> {
  const first = sent.find(({ fixture, answer }) => fixture === 'project' && isSuccess(answer));
  const kid = first && kidOf(first.answer);
  if (kid === undefined || !scope.session.contract.operation('updateJwtKey')) return;
  const { json } = await new KeyActions(scope).patch(kid, ['label'], { label: scope.session.uniqueName('First') });
  const active = isObject(json) ? json.active : undefined;
  if (typeof active === 'boolean')
    scope.check('D57', active, '`active` of the first key of the run is false; expected true', 'true', 'false');
}
