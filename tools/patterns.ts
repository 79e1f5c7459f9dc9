import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { check } from 'recheck';
import { analyse } from 'scslre';
import ts from 'typescript';

/**
 * Part of `npm run check:code`: lists each regular expression of the source whose run time can grow faster than the
 * length of the searched text. The check fails if it finds such a regular expression. The check does not find patterns
 * that a program builds at run time.
 */

/**
 * Source files whose regular expressions are checked. The check omits tests, tools and the faulty servers, which read
 * no untrusted texts.
 */
const CHECKED = /^(?:src|mock|conformance|spec)\/(?!faulty\/|.*(?:\.test|\.d)\.ts$|.*\/generated\/).*\.[cm]?[jt]s$/;
/** Pattern that finds a repeated group in a regular expression; a repeated group can need exponential time. */
const REPEATED_GROUP = /\)(?:[*+]|\{\d+,)/;
/**
 * Limits and random seed of the analysis by the library recheck; the fixed seed gives each run the same result. The time
 * limits are so large that the result does not depend on the load of the machine. With the other limits of recheck,
 * which are larger, the analysis of a pattern with a lookaround takes seconds.
 */
const SEARCH = {
  timeout: 60_000,
  incubationTimeout: 20_000,
  attackTimeout: 20_000,
  randomSeed: 1,
  maxIteration: 2,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 25,
  mutationSize: 10,
  crossoverSize: 5,
  maxGeneStringSize: 600,
} as const;
// With the backend `pure`, the library recheck runs in this process, without Java and without a native program.
process.env.RECHECK_BACKEND = 'pure';

interface Pattern {
  readonly source: string;
  readonly flags: string;
  /** File and line. */
  readonly place: string;
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
const patterns = files.trimEnd().split('\n').filter(isChecked).flatMap(patternsOf);
const slow: string[] = [];
for (const pattern of patterns) {
  const reason = await slownessOf(pattern);
  if (reason !== undefined) slow.push(`${pattern.place}: /${pattern.source}/${pattern.flags} ${reason}`);
}
if (slow.length > 0) {
  console.error(slow.join('\n'));
  console.error(
    'Limit the repetition in the pattern, as in {0,100}; anchor the pattern; or search the text without a pattern.',
  );
  process.exitCode = 1;
} else console.log(`None of the ${patterns.length} regular expressions needs more than linear time.`);

function isChecked(file: string): boolean {
  return CHECKED.test(file);
}

function patternsOf(file: string): Pattern[] {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
      found.push({
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
        place: `${file}:${line + 1}`,
      });
    }
    node.forEachChild(visit);
  };
  visit(tree);
  return found;
}

/** Returns the reason why a pattern can need more than linear time, as the end of a sentence. */
async function slownessOf({ source, flags }: Pattern): Promise<string | undefined> {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true } });
  if (reports.some((report) => report.exponential)) return 'needs exponential time.';
  if (reports.length > 0) return 'needs quadratic time.';
  if (!REPEATED_GROUP.test(source)) return undefined;
  const found = await check(source, flags, SEARCH);
  if (found.status === 'safe') return undefined;
  return found.status === 'vulnerable'
    ? `needs ${found.complexity.summary} time.`
    : `was not verified: ${found.error.kind}.`;
}
