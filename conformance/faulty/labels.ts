import type { Defect } from './defect.ts';
import { isOf, jsonOf, mapped, reads, refuses, shows } from './messages.ts';

const CREATE = ['createJwtKey', 'label'] as const;
const UPDATE = ['updateJwtKey', 'jwtKey.label'] as const;

const BEYOND_BMP = /[\u{10000}-\u{10FFFF}]/gu;

type LabelRow = readonly [
  name: string,
  description: string,
  breaks: readonly string[],
  place: readonly [operationId: string, path: string],
  change: (label: string) => string,
];

const atMost = (label: string) => [...label].slice(0, 255).join('');
const isTooLong = (label: string) => [...label].length > 255;
const graphemes = (label: string) => [...new Intl.Segmenter().segment(label)].length;

/** As a column of 255 UTF-16 units cuts it, without half a pair at its end. What is too long is left to be refused. */
const cut = (label: string) => (isTooLong(label) ? label : label.slice(0, 255).replace(/[\uD800-\uDBFF]$/, ''));

const beforeNul = (label: string) => label.split('\0')[0] || label;

/** Labels that the server takes for others. */
const READ: readonly LabelRow[] = [
  ['empty-label-is-taken', 'An empty `label` is taken.', ['D50'], CREATE, (label) => label || 'Unnamed'],
  ['long-label-is-cut', 'A `label` of more than 255 characters is cut.', ['D50'], CREATE, atMost],
  [
    'label-counted-in-graphemes',
    '`label` is counted in what a reader sees as characters.',
    ['D50'],
    CREATE,
    (label) => (isTooLong(label) && graphemes(label) <= 255 ? atMost(label) : label),
  ],
  ['label-is-trimmed', 'A registered `label` is trimmed.', ['D46'], CREATE, (label) => label.trim() || label],
  [
    'label-is-normalised',
    'A registered `label` is normalised to NFC.',
    ['D46'],
    CREATE,
    (label) => (isTooLong(label) ? label : label.normalize('NFC')),
  ],
  ['label-in-lower-case', 'A registered `label` is in lower case.', ['D46'], CREATE, (label) => label.toLowerCase()],
  [
    'label-without-emoji',
    'Characters beyond the BMP are lost.',
    ['D46'],
    CREATE,
    (label) => label.replaceAll(BEYOND_BMP, '?'),
  ],
  [
    'label-escaped-for-html',
    'A registered `label` is escaped for HTML.',
    ['D46'],
    CREATE,
    (label) => label.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  ],
  ['label-cut-to-utf16-units', 'A registered `label` is cut to 255 UTF-16 units.', ['D46'], CREATE, cut],
  ['empty-new-label-is-taken', 'A key may be given an empty `label`.', ['D45'], UPDATE, (label) => label || 'Unnamed'],
  ['long-new-label-is-cut', 'A new `label` of more than 255 characters is cut.', ['D45'], UPDATE, atMost],
  [
    'new-label-zero-is-empty',
    'A new `label` "0" passes for none.',
    ['D42', 'D46'],
    UPDATE,
    (label) => (label === '0' ? 'None' : label),
  ],
  ['new-label-is-trimmed', 'A new `label` is trimmed.', ['D42', 'D46'], UPDATE, (label) => label.trim() || label],
  [
    'new-label-is-normalised',
    'A new `label` is normalised to NFC.',
    ['D42', 'D46'],
    UPDATE,
    (label) => (isTooLong(label) ? label : label.normalize('NFC')),
  ],
  ['label-ends-at-a-nul', 'A registered `label` ends where a string of C does.', ['D46'], CREATE, beforeNul],
  ['new-label-ends-at-a-nul', 'A new `label` ends where a string of C does.', ['D42', 'D46'], UPDATE, beforeNul],
  ['new-label-cut-to-utf16-units', 'A new `label` is cut to 255 UTF-16 units.', ['D42', 'D46'], UPDATE, cut],
];

type RefusedRow = readonly [
  name: string,
  description: string,
  breaks: readonly string[],
  place: readonly [operationId: string, path: string],
  isRefused: (label: string) => boolean,
];

/** Labels that are refused though they should be taken. */
const REFUSED: readonly RefusedRow[] = [
  ['blank-label-is-refused', 'A `label` of a space is refused.', ['D50'], CREATE, (label) => label === ' '],
  ['blank-new-label-is-refused', 'A new `label` of a space is refused.', ['D45'], UPDATE, (label) => label === ' '],
  [
    'label-of-two-lines-is-refused',
    'A `label` with a line end in it is refused.',
    ['D50'],
    CREATE,
    (label) => label.includes('\n'),
  ],
  [
    'new-label-of-two-lines-is-refused',
    'A new `label` with a line end in it is refused.',
    ['D45'],
    UPDATE,
    (label) => label.includes('\n'),
  ],
  [
    'label-counted-in-utf16-units',
    '`label` is counted in UTF-16 units.',
    ['D50'],
    CREATE,
    (label) => label.length > 255 && !isTooLong(label),
  ],
  [
    'label-counted-in-bytes',
    '`label` is counted in bytes of UTF-8.',
    ['D50'],
    CREATE,
    (label) => Buffer.byteLength(label) > 255,
  ],
  [
    'label-beyond-the-bmp-is-refused',
    'A `label` with a character beyond the BMP is refused.',
    ['D50'],
    CREATE,
    (label) => label.search(BEYOND_BMP) >= 0,
  ],
  [
    'label-zero-passes-for-empty',
    'The `label` "0" is refused, as if it was empty.',
    ['D50'],
    CREATE,
    (label) => label === '0',
  ],
  [
    'new-label-counted-in-utf16-units',
    'A new `label` is counted in UTF-16 units.',
    ['D45'],
    UPDATE,
    (label) => label.length > 255 && !isTooLong(label),
  ],
];

/** Defects of `label`: D42, D45, D46, D50 and D51. */
export const labels: readonly Defect[] = [
  ...READ.map(([name, description, breaks, place, change]) => ({
    name,
    description,
    breaks,
    create: reads(...place, (label) => (typeof label === 'string' ? change(label) : label)),
  })),
  ...REFUSED.map(([name, description, breaks, [operationId, path], isRefused]) => ({
    name,
    description,
    breaks,
    create: refuses((request) => {
      let found = false;
      mapped(isOf(request, operationId) ? jsonOf(request) : undefined, path, (label) => {
        found = typeof label === 'string' && isRefused(label);
        return label;
      });
      return found;
    }, 400),
  })),
  {
    name: 'label-has-a-default',
    description: 'A key without `label` is named by the server.',
    breaks: ['D50', 'D51'],
    create: reads(...CREATE, (label) => (label === undefined ? 'Unnamed' : label)),
  },
  {
    name: 'label-is-converted',
    description: 'A number is taken for a `label`.',
    breaks: ['D50'],
    create: reads(...CREATE, (label) => (typeof label === 'number' ? String(label) : label)),
  },
  {
    name: 'label-is-shown-in-part',
    description: 'The key shows the first 40 characters of its label.',
    breaks: ['D42', 'D46'],
    create: shows('updateJwtKey', 'label', (label) => [...String(label)].slice(0, 40).join('')),
  },
];
