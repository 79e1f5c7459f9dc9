import { default as addFormats } from 'ajv-formats';

const { validate } = addFormats.default.get('date-time') as { validate: (text: string) => boolean };

/** RFC 3339 §5.6: `T` stands between the date and the time; ajv-formats also takes a space. */
export function isDateTime(text: string): boolean {
  return !text.includes(' ') && validate(text);
}
