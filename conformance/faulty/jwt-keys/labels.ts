import type { Defect } from '../defect.ts';
import { instead } from '../messages.ts';
import { defect, reads, readsText, rejectsText, shows } from '../row.ts';

const CREATE = ['createJwtKey', 'label'] as const;
const UPDATE = ['updateJwtKey', 'jwtKey.label'] as const;

const BEYOND_BMP = /[\u{10000}-\u{10FFFF}]/gu;

const atMost = (label: string) => [...label].slice(0, 255).join('');
const isTooLong = (label: string) => [...label].length > 255;
const isTooLongInUnits = (label: string) => label.length > 255 && !isTooLong(label);
const graphemes = (label: string) => [...new Intl.Segmenter().segment(label)].length;
const normal = (label: string) => (isTooLong(label) ? label : label.normalize('NFC'));
const trimmed = (label: string) => label.trim() || label;
const beforeNul = (label: string) => label.split('\0')[0] || label;

/**
 * A label cut to 255 UTF-16 units, never within a surrogate pair. A label of more than 255 characters is invalid and
 * stays unchanged.
 */
const cut = (label: string) => (isTooLong(label) ? label : label.slice(0, 255).replace(/[\uD800-\uDBFF]$/, ''));

/** Defects of `label`, which break the requirements D42, D45, D46, D50 and D51. */
export const labels: readonly Defect[] = [
  defect('empty-label-is-taken', 'D50', 'createJwtKey accepts an empty `label`.').does(
    readsText(...CREATE, (label) => label || 'Unnamed'),
  ),
  defect('long-label-is-cut', 'D50', 'The server shortens a `label` that is too long instead of rejecting it.').does(
    readsText(...CREATE, atMost),
  ),
  defect(
    'label-counted-without-surrounding-spaces',
    'D50',
    'The server does not count the spaces at the start and the end of a `label`.',
  ).does(readsText(...CREATE, (label) => (isTooLong(label) && !isTooLong(label.trim()) ? label.trim() : label))),
  defect(
    'label-counted-in-graphemes',
    'D50',
    'The server counts the graphemes of a `label` instead of its characters.',
  ).does(readsText(...CREATE, (label) => (isTooLong(label) && graphemes(label) <= 255 ? atMost(label) : label))),
  defect('label-is-trimmed', 'D46 D50', 'The server trims the `label` of a new JWT key.').does(
    readsText(...CREATE, trimmed),
  ),
  defect(
    'label-is-normalised',
    'D46',
    'The server converts the `label` of a new JWT key to the Unicode form NFC.',
  ).does(readsText(...CREATE, normal)),
  defect('label-in-lower-case', 'D46', 'The server stores the `label` of a new JWT key in lower case.').does(
    readsText(...CREATE, (label) => label.toLowerCase()),
  ),
  defect(
    'label-without-emoji',
    'D46',
    'The server replaces characters of a `label` outside the Basic Multilingual Plane.',
  ).does(readsText(...CREATE, (label) => label.replaceAll(BEYOND_BMP, '?'))),
  defect('label-escaped-for-html', 'D46', 'The server escapes the `label` of a new JWT key for HTML.').does(
    readsText(...CREATE, (label) => label.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  ),
  defect(
    'label-cut-to-utf16-units',
    'D46',
    'The server shortens the `label` of a new JWT key to 255 UTF-16 units.',
  ).does(readsText(...CREATE, cut)),
  defect('empty-new-label-is-taken', 'D45', 'updateJwtKey accepts an empty `label`.').does(
    readsText(...UPDATE, (label) => label || 'Unnamed'),
  ),
  defect(
    'long-new-label-is-cut',
    'D05 D45',
    'An update shortens a `label` of more than 255 characters instead of rejecting it.',
  ).does(readsText(...UPDATE, atMost)),
  defect(
    'new-label-zero-is-empty',
    'D42 D46',
    'An update treats the `label` "0" as empty, and stores the text "None" instead.',
  ).does(reads(...UPDATE, instead('0', 'None'))),
  defect(
    'new-label-without-its-byte-order-mark',
    'D42 D46',
    'An update drops a byte order mark at the start of the new `label` of a JWT key.',
  ).does(readsText(...UPDATE, (label) => label.replace(/^\ufeff(?=.)/s, ''))),
  defect('new-label-is-trimmed', 'D42 D45 D46', 'An update trims the new `label` of a JWT key.').does(
    readsText(...UPDATE, trimmed),
  ),
  defect(
    'new-label-is-normalised',
    'D42 D46',
    'An update converts the new `label` of a JWT key to the Unicode form NFC.',
  ).does(readsText(...UPDATE, normal)),
  defect('label-ends-at-a-nul', 'D46', 'The server cuts the `label` of a new JWT key at a NUL character.').does(
    readsText(...CREATE, beforeNul),
  ),
  defect('new-label-ends-at-a-nul', 'D42 D46', 'An update cuts the new `label` of a JWT key at a NUL character.').does(
    readsText(...UPDATE, beforeNul),
  ),
  defect(
    'new-label-cut-to-utf16-units',
    'D42 D46',
    'An update shortens the new `label` of a JWT key to 255 UTF-16 units.',
  ).does(readsText(...UPDATE, cut)),
  defect(
    'new-label-without-variation-selectors',
    'D42 D46',
    'An update removes the variation selectors of emoji from the new `label` of a JWT key.',
  ).does(readsText(...UPDATE, (label) => label.replaceAll('\ufe0f', '') || label)),
  defect(
    'wave-dash-is-replaced',
    'D46',
    'The server replaces the wave dash in the `label` of a new JWT key, as some conversions to Shift JIS do.',
  ).does(readsText(...CREATE, (label) => label.replaceAll('\u301c', '\uff5e'))),
  defect(
    'new-label-counted-in-json',
    'D45',
    'The server counts the characters of a new `label` in its JSON text, with escapes.',
  ).does(rejectsText(...UPDATE, (label) => !isTooLong(label) && JSON.stringify(label).length > 257)),

  defect('blank-label-is-refused', 'D50', 'The server rejects a new JWT key whose `label` is only a space.').does(
    rejectsText(...CREATE, (label) => label === ' '),
  ),
  defect('blank-new-label-is-refused', 'D45', 'The server rejects an update to a `label` that is only a space.').does(
    rejectsText(...UPDATE, (label) => label === ' '),
  ),
  defect(
    'label-of-two-lines-is-refused',
    'D50',
    'The server rejects a new JWT key whose `label` contains a line end.',
  ).does(rejectsText(...CREATE, (label) => label.includes('\n'))),
  defect(
    'new-label-of-two-lines-is-refused',
    'D45',
    'The server rejects an update to a `label` that contains a line end.',
  ).does(rejectsText(...UPDATE, (label) => label.includes('\n'))),
  defect(
    'label-counted-in-utf16-units',
    'D50',
    'The server counts the UTF-16 units of a `label` instead of its characters.',
  ).does(rejectsText(...CREATE, isTooLongInUnits)),
  defect(
    'label-counted-in-bytes',
    'D50',
    'The server counts the UTF-8 bytes of a `label` instead of its characters.',
  ).does(rejectsText(...CREATE, (label) => Buffer.byteLength(label) > 255)),
  defect(
    'label-beyond-the-bmp-is-refused',
    'D50',
    'The server rejects a `label` with characters outside the Basic Multilingual Plane.',
  ).does(rejectsText(...CREATE, (label) => label.search(BEYOND_BMP) >= 0)),
  defect(
    'label-zero-passes-for-empty',
    'D50',
    'The server treats the `label` "0" as empty, and rejects the new JWT key.',
  ).does(rejectsText(...CREATE, (label) => label === '0')),
  defect(
    'new-label-counted-in-utf16-units',
    'D45',
    'An update counts the UTF-16 units of a new `label` instead of its characters.',
  ).does(rejectsText(...UPDATE, isTooLongInUnits)),

  defect('label-has-a-default', 'D50 D51', '`label` has a default.').does(
    reads(...CREATE, instead(undefined, 'Unnamed')),
  ),
  defect('label-is-converted', 'D50', 'The server accepts a number as `label`.').does(
    reads(...CREATE, (label) => (typeof label === 'number' ? String(label) : label)),
  ),
  defect(
    'formula-gets-an-apostrophe',
    'D42 D46',
    'An update puts an apostrophe before a `label` that begins with an equals sign.',
  ).does(readsText(...UPDATE, (label) => label.replace(/^=/, "'="))),
  defect(
    'label-is-shown-in-part',
    'D42 D46',
    'A response shows only the first 40 characters of the label of a JWT key.',
  ).does(shows('updateJwtKey', 'label', (label) => [...String(label)].slice(0, 40).join(''))),
];
