import type { Property } from '../engine/property.ts';
import type { SequenceModel } from '../engine/rules/rule-pack.ts';
import { SUBJECTS, type Subject } from './subjects.ts';

const EVERYTHING: Omit<Subject, 'fixtures'> = {
  name: 'everything',
  what: 'all resources',
  operations: SUBJECTS.flatMap(({ operations }) => operations),
  rules: [...new Set(SUBJECTS.flatMap(({ rules }) => rules.split(' ')))].join(' '),
};

/**
 * For each subject, such as invites, and for all subjects together: a description of the sequences of requests, and a
 * function that loads the generator of the sequences when the first sequence runs.
 */
export const SEQUENCES: readonly SequenceModel[] = [...SUBJECTS, EVERYTHING].map(
  ({ name, what, operations, rules }) => ({
    ...{ name, what, operations, rules: rules.split(' ') },
    property: async (session) => (await import('./sequences.ts')).sequences(session, name) as Property<unknown>,
  }),
);
