import { readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { readTexts, sentencesOf, type Text } from './texts.ts';

/**
 * `npm run check:prose [-- FOLDER…]`: checks the texts for plain technical English. The check fails if a folder has
 * more findings than known.yaml lists. `--record` writes the current numbers to known.yaml. With folders, the command
 * prints their findings.
 */

const KNOWN = 'tools/prose/known.yaml';
const LONGEST = 30;

/** Words that the texts avoid, and the words to use instead. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bmend(?:s|ed|ing)?\b/, 'fix'],
  [/\bsettle[sd]?\b/, 'fix, decide'],
  [/\b(?:tells?|told)\b/, 'report, show, list'],
  [/\brefus(?:es?|ed|al|als|ing)\b/, 'reject'],
  [/(?<!\bthere )\b(?:is|are) no\b/i, 'is not a'],
  [/\b(?:whoever|nobody|somebody)\b/, 'name the person or program'],
  [/\b(?:whatever|wherever)\b/, 'name the thing'],
  [/\bat once\b/, 'immediately, concurrently'],
  [/\bbut for\b/, 'except'],
  [/\bbesides?\b/, 'next to, in addition to'],
  [/\basked for\b/, 'requested'],
  [/\bused up\b/, 'consumed'],
  [/\bleft behind\b/, 'created and not cleaned up'],
  [/\bby and by\b/, 'gradually'],
  [/\b(?:strikes?|struck)\b/, 'applies'],
  [/\bmade up\b/, 'generated'],
  [/\b(?:hold|holds|held) against\b/, 'compare with'],
  [/\bbreach(?:es)?\b/, 'violation'],
  [/\bstands?\b(?! for)/, 'is'],
];
/** Pattern of docstrings that begin with neither a noun nor a verb. */
const DOCSTRING = /^(?:What|Whether|Who|Whoever|Whatever|Of|Those|Where|Wherever)\b/;
/** `rejects …`, or a placeholder. */
const TITLE = /^(?:[a-z]+s\b|[A-Za-z]+ [a-z]+s\b(?= )|[%$X])/;

const folders = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const findings = readTexts().flatMap(findingsOf);
const counts: Record<string, Record<string, number>> = {};
for (const [folder, of] of Map.groupBy(findings, ({ file }) => folderOf(file)))
  counts[folder] = Object.fromEntries(
    [...Map.groupBy(of, ({ check }) => check)].map(([check, all]) => [check, all.length]).toSorted(),
  );

if (process.argv.includes('--record'))
  writeFileSync(KNOWN, stringify(Object.fromEntries(Object.entries(counts).toSorted())));
const known = parse(readFileSync(KNOWN, 'utf8')) as typeof counts;
const worse = Object.entries(counts).flatMap(([folder, checks]) =>
  Object.entries(checks)
    .filter(([check, count]) => count > (known[folder]?.[check] ?? 0))
    .map(([check, count]) => ({ folder, check, count })),
);
for (const { file, line, check, message } of findings)
  if (
    folders.some((folder) => file.startsWith(folder)) ||
    worse.some((one) => one.folder === folderOf(file) && one.check === check)
  )
    console.log(`${file}:${line}: ${message}`);
for (const { folder, check, count } of worse)
  console.error(`${folder}: ${count} findings of "${check}"; expected at most ${known[folder]?.[check] ?? 0}.`);
if (worse.length > 0) process.exitCode = 1;
else console.log(`No new findings in the texts; ${findings.length} are known.`);

function folderOf(file: string): string {
  return file.includes('/') ? (file.split('/')[0] ?? '') : 'README and others';
}

function findingsOf(text: Text): (Text & { check: string; message: string })[] {
  const { kind, text: prose } = text;
  const words = WORDS.filter(([pattern]) => pattern.test(prose)).map(
    ([pattern, instead]) => ['words', `"${pattern.exec(prose)}": ${instead}`] as const,
  );
  const long =
    kind === 'docs' || kind === 'message' ? sentencesOf(prose).filter((one) => one.split(/\s+/).length > LONGEST) : [];
  return [
    ...words,
    ...long.map((sentence) => ['length', `more than ${LONGEST} words: ${sentence}`] as const),
    ...(kind === 'docstring' && DOCSTRING.test(prose)
      ? [['docstrings', `docstring: ${prose.slice(0, 80)}`] as const]
      : []),
    ...(kind === 'title' && !TITLE.test(prose) ? [['titles', `title: ${prose}`] as const] : []),
  ].map(([check, message]) => ({ ...text, check, message }));
}
