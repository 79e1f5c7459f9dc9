import type { Property } from '../engine/property.ts';
import type { SequenceModel } from '../engine/rules/rule-pack.ts';
import { ABOUT_ONE, type Subject } from './subjects.ts';

/** One by one, then all of them mixed. */
const SUBJECTS: readonly Subject[] = [
  ...ABOUT_ONE,
  {
    name: 'everything',
    what: 'all resources',
    operations: ABOUT_ONE.flatMap(({ operations }) => operations),
    fixtures: [],
    rules: [...new Set(ABOUT_ONE.flatMap(({ rules }) => rules))],
  },
];

/** The models; the sequences, and what generates them, are loaded when the first of them runs. */
export const SEQUENCES: readonly SequenceModel[] = SUBJECTS.map(({ name, what, operations, rules }) => ({
  name,
  what,
  operations,
  rules,
  property: async (session) => (await import('./sequences.ts')).sequences(session, name) as Property<unknown>,
}));
