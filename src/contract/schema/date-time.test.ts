import { default as addFormats } from 'ajv-formats';
import { expect, test } from 'vitest';
import { dateTime } from './date-time.ts';

const { validate } = addFormats.default.get('date-time') as { validate(text: string): boolean };
const two = (n: number) => String(n).padStart(2, '0');
const upTo = (last: number) => Array.from({ length: last + 1 }, (_, n) => two(n));

test('accepts the same days as ajv-formats', () => {
  const days = ['2023', '2024'].flatMap((year) =>
    upTo(13).flatMap((month) => upTo(32).map((day) => `${year}-${month}-${day}T09:30:00Z`)),
  );
  expect(days.filter(dateTime.validate)).toEqual(days.filter(validate));
  expect(days.filter(dateTime.validate)).toHaveLength(365 + 366);
});

test('accepts the same times as ajv-formats', () => {
  const times = [
    ...upTo(25).map((hour) => `2026-01-15T${hour}:59:59.999Z`),
    ...upTo(61).flatMap((n) => [`2026-01-15T23:${n}:00Z`, `2026-01-15T23:59:${n}Z`, `2026-01-15T09:30:${n}Z`]),
    ...['', 'z', '+00:00', '-07:30', '+24:00', '.Z', '.5Z', '.123456789Z', ',5Z', 'Z\n', ' Z'].flatMap((end) => [
      `2026-01-15T09:30:00${end}`,
      `2026-01-15t09:30:00${end}`,
      `2026-01-15 09:30:00${end}`,
      `12026-01-15T09:30:00${end}`,
    ]),
  ];
  expect(times.filter(dateTime.validate)).toEqual(times.filter(validate));
});
