/** A text that a layer of a service, such as a database or a template, may change by mistake. */
export type TextValue = readonly [
  id: string,
  /** @param name a name that no other request contains, which makes the text unique */
  text: (name: string) => string,
  /**
   * `open`: a service may reject the text, but must not change it. `shared`: the text contains no unique name, so every
   * run sends the same text.
   */
  kind?: 'open' | 'shared',
];

const LONG = 255;

/** Makes a text that consists of the unique name and `text`. */
const after = (id: string, text: string, ...kind: [] | ['open']): TextValue => [id, (name) => name + text, ...kind];
const alone = (id: string, text: string): TextValue => [id, () => text, 'shared'];

/**
 * The texts in the order in which the suite sends them. Consecutive texts are similar, so the suite detects a server
 * that ignores the small change from one text to the next.
 */
export const TEXTS: readonly TextValue[] = [
  // Pairs of texts that a server treats as equal if it ignores letter case, accents, character width or white space.
  after('lower case', ' resume strasse'),
  after('upper case', ' RESUME STRASSE'),
  after('accents', ' résumé straße'),
  after('decomposed accents', ' re\u0301sume\u0301 straße'),
  after('composed', ' Å Ω K ﬁ'),
  after('compatibility characters', ' Å Ω K fi'),
  after('full width', ' ＡＢＣ１２３'),
  after('half width', ' ABC123'),
  after('dotless i', ' ıstanbul İzmir'),
  after('dotted i', ' istanbul Izmir'),
  after('one space', ' a b'),
  after('two spaces', ' a  b'),
  after('no-break space', ' a\u00a0b'),
  after('tab', ' a\tb'),
  after('line break', ' a\nb'),
  after('line break of Windows', ' a\r\nb'),
  after('carriage return', ' a\rb'),
  after('line separator', ' a\u2028b\u2029c'),
  after('zero-width space', ' a\u200bb'),
  after('zero-width joiner', ' a\u200db'),
  after('soft hyphen', ' a\u00adb'),
  after('byte order mark', '\ufeff a'),
  after('text direction', ' \u202eabc\u202c'),
  ['leading space', (name) => ` ${name}`],
  ['leading tab', (name) => `\t${name}`],
  ['leading line break', (name) => `\n${name}`],
  // Some exports of tables put an apostrophe before a text that looks like a formula.
  ['leading equals sign', (name) => `=${name}`],
  ['leading byte order mark', (name) => `\ufeff${name}`],
  after('trailing space', ' '),
  after('trailing spaces', '   '),
  after('trailing tab', '\t'),
  after('trailing line break', '\n'),
  after('trailing no-break space', '\u00a0'),
  after('no trailing space', ''),
  // Texts in several scripts, and characters outside the Basic Multilingual Plane.
  after('scripts', ' Ключ 鍵 مفتاح מפתח กุญแจ चाबी'),
  after('emoji', ' 🔑'),
  after('another emoji', ' 🍣'),
  after('emoji of several characters', ' 👩‍👩‍👧‍👦 🇩🇪 👍🏽'),
  after('rare characters', ' 𝕏 𠮷 \u{10fffd}'),
  after('combining marks', ' a\u0323\u0307 Z͑ͫ'),
  after('variation selectors', ' ❤\ufe0f 1\ufe0f\u20e3 葛\u{e0100}'),
  // Some conversions to Japanese encodings replace these characters.
  after('wave dash and minus sign', ' 〜 − ¢ £ ¬ ‖'),
  after('private use', ' \ue000\uf8ff'),
  after('noncharacters', ' \ufffe\uffff'),
  after('replacement character', ' \ufffd'),
  after('control characters', ' \u0001\u001b\u007f\u0085', 'open'),
  after('null', ' \u0000 behind', 'open'),
  after('half a surrogate pair', ' \ud83d', 'open'),
  // Escapes and replacement patterns.
  after('markup', ' <b>&amp;&lt;"\'</b><script>alert(1)</script>'),
  after('entities', ' &#39; &quot; &nbsp; &copy'),
  after('backslashes', ' \\ \\\\ \\n \\u0041 \\x41 \\\' \\"'),
  after('percent escapes', ' %41 %2F %25 %zz + a+b'),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of another language
  after('replacement patterns', " $& $1 $$ $` $' \\1 \\0 ${x} #{x} {{x}} {x} <%= x %> ${7*7}"),
  after('format directives', ' %s %d %n %% {0} {} :x ?'),
  after('shell', ' $(id) `id` ; | && > < ~ !x *'),
  after('quotes', ` ' " \` '' "" ‘ ’ “ ” « »`),
  after('query language', "'; DROP TABLE keys; -- /* */"),
  after('wildcards', ' % _ * ? [a-z] .*'),
  after('comma and semicolon', ' a,b;c|d\tz'),
  after('JSON', ' {"a": [1, null]} \\"'),
  after('null of a database', ' \\N \\. NULL'),
  after('path', ' ../../etc/passwd C:\\x /a//b'),
  after('address', ' https://example.com/?a=b&c=d#e user@example.com'),
  after('formula', ' =1+1 @SUM(A1)'),
  after('emoticons', ' :) <3 (c) (tm) -- ... 1/2'),
  // Words with a meaning in a programming language.
  alone('null', 'null'),
  alone('undefined', 'undefined'),
  alone('true', 'true'),
  alone('false', 'false'),
  alone('zero', '0'),
  alone('number', '0123'),
  alone('large number', '12345678901234567890'),
  alone('exponent', '1e5'),
  alone('decimals', '1.10'),
  alone('not a number', 'NaN'),
  alone('date', '2026-01-01'),
  alone('date and time', '2026-01-15T09:30:00Z'),
  alone('date and time with an offset', '2026-01-15T09:30:00+02:00'),
  alone('UUID in capitals', 'A1B2C3D4-0000-4000-8000-00000000ABCD'),
  alone('address', 'HTTP://Example.COM:80/a/../b'),
  alone('yes', 'yes'),
  alone('space', ' '),
  alone('dot', '.'),
  alone('quote', "'"),
  alone('backslash', '\\'),
  alone('empty list', '[]'),
  alone('empty object', '{}'),
  alone('text in quotes', '"a"'),
  alone('YAML', 'a: 1'),
  alone('form', 'a=1&b=%32'),
  alone('list', '[1, "a"]'),
  alone('object', '{"b":1,"a":{}}'),
  alone('prototype', '__proto__'),
  alone('constructor', 'constructor'),
  alone('one letter', 'a'),
  alone('other letter', 'A'),
  // Texts at the limits of database columns, buffers and indexes. The three texts whose description begins with
  // "difference" differ from the text of `LONG` characters only at the end, in the middle or at the start.
  ...[30, 31, 32, 50, 63, 64, 65, 100, 127, 128, 129, 191, 192, 200, 250, 254, LONG].map(
    (length): TextValue => [`${length} characters`, (name) => name.padEnd(length, 'x')],
  ),
  ['difference at the end', (name) => name.padEnd(LONG - 1, 'x').concat('y')],
  ['difference in the middle', (name) => name.padEnd(128, 'x').concat('y').padEnd(LONG, 'x')],
  ['difference at the start', (name) => `z${name}`.padEnd(LONG, 'x')],
  ['a text of 128 characters of two bytes', (name) => name.padEnd(128, 'é')],
  ['a text of 86 characters of three bytes', (name) => name.padEnd(86, '鍵')],
  [`a text of ${LONG} characters of three bytes`, (name) => name.padEnd(LONG, '鍵')],
  [`a text of ${LONG} characters of four bytes`, (name) => [...name, ...'🔑'.repeat(LONG - name.length)].join('')],
  ['a text of 128 characters of four bytes', (name) => [...name, ...'🔑'.repeat(128 - name.length)].join('')],
  // The last text stays in the record until the end of the run, so the suite detects a server that later changes the
  // text in the background.
  ['everything', (name) => ` ${name}  a\u0301 ﬁ Å\t<b>&amp;</b> "\\ %41 $& 🔑\u200b `],
];
