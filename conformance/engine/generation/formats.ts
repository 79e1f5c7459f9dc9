import * as fc from 'fast-check';

const ATOM = fc.oneof(
  fc.constantFrom('ada', 'Lovelace', 'x', "o'brien", '42'),
  fc.string({ unit: fc.constantFrom(...'abcdefghijkXYZ0123456789'), minLength: 1, maxLength: 8 }),
);

/**
 * Generates the part of an email address before the @. The generated part is short, since the run adds a unique text to
 * this part.
 */
const LOCAL = fc
  .tuple(ATOM, fc.option(fc.tuple(fc.constantFrom('.', '+', '-', '_'), ATOM), { nil: undefined }))
  .map(([first, more]) => first + (more ? more.join('') : ''));

const UNDER = fc.constantFrom('', 'mail.', 'mail.eu.', 'Mail-2.');

const date = () => fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) });

/**
 * Generates strings in the formats of JSON Schema. The suite later replaces the domain example.com of an email address
 * by the domain of the run.
 */
export const FORMATS: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
  email: () => fc.tuple(LOCAL, UNDER).map(([local, under]) => `${local}@${under}example.com`),
  uuid: () => fc.uuid(),
  'date-time': () => date().map((at) => at.toISOString()),
  date: () => date().map((at) => at.toISOString().slice(0, 10)),
  uri: () => fc.webUrl(),
  hostname: () => fc.domain(),
  ipv4: () => fc.ipV4(),
  ipv6: () => fc.ipV6(),
};
