import type { ServiceFixtures } from './fixtures.ts';
import { INTEGRATION_FORM, PROVIDER_FORM } from './metadata/operations.ts';

export type SubjectName = 'jwt-keys' | 'invites' | 'object-metadata' | 'installations' | 'everything';

/** What sequences of requests are about, and the fixtures without which nothing can be sent. */
export type Subject = readonly [
  name: SubjectName,
  what: string,
  operations: readonly string[],
  fixtures: readonly (keyof ServiceFixtures)[],
  rules: string,
];

export const ABOUT_ONE: readonly Subject[] = [
  [
    'jwt-keys',
    'JWT keys',
    ['createJwtKey', 'updateJwtKey'],
    ['project'],
    'D40 D42 D43 D44 D46 D47 D50 D53 D54 D57 D58 D59 D03 D07 D12',
  ],
  ['invites', 'invites', ['createInvite'], ['org'], 'D70 D71 D72 D73 D03 D07'],
  [
    'object-metadata',
    'object metadata',
    [INTEGRATION_FORM, PROVIDER_FORM],
    ['project', 'integration', 'provider'],
    'D60 D61 D62 D63 D03 D07',
  ],
  ['installations', 'installations', ['deleteInstallation'], ['project', 'integration'], 'D80 D81 D82 D03 D07'],
];
