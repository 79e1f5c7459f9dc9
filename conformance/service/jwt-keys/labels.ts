type HardLabel = readonly [
  id: string,
  what: string,
  label: (name: string) => string,
  /** Whether a service may well refuse it: then it only must not change it. */
  open?: boolean,
];

/** Labels that a server may be tempted to change; each is made from a unique name. */
export const HARD_LABELS: readonly HardLabel[] = [
  ['spaces-around-within', 'spaces around and within', (name) => `  ${name}   two  spaces `],
  [
    'other-scripts-emoji-combining-mark',
    'other scripts, an emoji and a combining mark',
    (name) => `${name} Ключ 鍵 🔑 e\u0301`,
  ],
  ['capitals-markup-two-lines', 'capitals, markup and two lines', (name) => `${name} ABC\n\t<b>&amp;"'\\ %41`],
  ['255-characters', '255 characters', (name) => name.padEnd(255, '鍵')],
  [
    '255-code-points-most-them-beyond-bmp',
    '255 code points, most of them beyond the BMP',
    (name) => Array.from({ length: 255 }, (_, at) => name[at] ?? '🔑').join(''),
  ],
  ['nothing-but-space', 'nothing but a space', () => ' '],
  ['nothing-but-zero', 'nothing but a zero', () => '0'],
  // A database may have no place for it.
  ['nul', 'a NUL', (name) => `${name}\u0000behind`, true],
];
