import type { ServiceFixtures } from './fixtures.ts';
import { INTEGRATION_FORM, PROVIDER_FORM } from './metadata/operations.ts';

export type SubjectName = 'jwt-keys' | 'invites' | 'object-metadata' | 'installations' | 'everything';

/** The subject of a sequence of requests, such as invites. */
export interface Subject {
  readonly name: SubjectName;
  readonly what: string;
  readonly operations: readonly string[];
  /** The fixtures that each request about the subject needs. */
  readonly fixtures: readonly (keyof ServiceFixtures)[];
  /** IDs of the requirements that the sequences about the subject test, separated by spaces. */
  readonly rules: string;
}

export const SUBJECTS: readonly Subject[] = [
  {
    ...{ name: 'jwt-keys', what: 'JWT keys', operations: ['createJwtKey', 'updateJwtKey'], fixtures: ['project'] },
    rules: 'D40 D42 D43 D44 D46 D47 D50 D53 D54 D57 D58 D59 D03 D07 D12',
  },
  {
    ...{ name: 'invites', what: 'invites', operations: ['createInvite'], fixtures: ['org'] },
    rules: 'D70 D71 D72 D73 D03 D07',
  },
  {
    ...{ name: 'object-metadata', what: 'object metadata', operations: [INTEGRATION_FORM, PROVIDER_FORM] },
    fixtures: ['project', 'integration', 'provider'],
    rules: 'D60 D61 D62 D63 D03 D07',
  },
  {
    ...{ name: 'installations', what: 'installations', operations: ['deleteInstallation'] },
    fixtures: ['project', 'integration'],
    rules: 'D80 D81 D82 D03 D07',
  },
];
