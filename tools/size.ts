import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { parseYaml } from '../src/contract/yaml.ts';

/**
 * `npm run size [-- --folders]`: prints the numbers of source lines, syntax tree leaves, comment lines, test lines and
 * YAML lines. The command also prints the largest folder, and the engine files that name the service.
 */

const { values } = parseArgs({ options: { folders: { type: 'boolean' } } });

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .trimEnd()
  .split('\n');
const sources = tracked.filter(
  (file) => /\.(?:ts|tsx|mjs|js|cjs)$/.test(file) && !/\.test\.ts$|generated|\.d\.ts$/.test(file),
);
const tests = tracked.filter((file) => file.endsWith('.test.ts'));
const yaml = tracked.filter((file) => /\.ya?ml$/.test(file) && !file.endsWith('openapi.yaml'));

const ENGINE = [
  /^src\/(?:contract|run-result|report)\//,
  /^mock\/(?!service\/|index\.ts|server\.ts|msw\.ts)/,
  /^conformance\/(?!service\/|packs\.ts|index\.ts|correct\/|faulty\/)/,
];
const declared = parseYaml(readFileSync('spec/openapi.yaml', 'utf8')) as { 'x-resources': object };
/** Names of kinds of record that the engine must not contain. */
const KINDS = Object.keys(declared['x-resources']).filter(
  (kind) => !/^(?:project|org|provider|integration|field)$/.test(kind),
);
const OF_SERVICE = new RegExp([...KINDS, 'jwt|groupRef|updateMask|publicKeyPem|salesforce|hubspot'].join('|'), 'i');
/** Pattern that matches the kind of record `integration`, but not the name of the package. */
const INTEGRATION_RECORD = /\bintegrations?\b(?!-contract)|integrationId|createIntegration/;

const text = new Map(tracked.filter((file) => /\.[a-z]+$/.test(file)).map((file) => [file, readText(file)]));

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Number of lines of a text, as `wc -l` counts them. */
function lines(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + ((text.get(file) ?? '').match(/\n/g)?.length ?? 0), 0);
}

/** Number of syntax tree nodes without children: names, literals and the tokens that the parser keeps as nodes. */
function leaves(file: string): number {
  const source = ts.createSourceFile(file, text.get(file) ?? '', ts.ScriptTarget.Latest);
  let count = 0;
  const visit = (node: ts.Node): void => {
    let hasChild = false;
    ts.forEachChild(node, (child) => {
      hasChild = true;
      visit(child);
    });
    if (!hasChild) count++;
  };
  visit(source);
  return count;
}

/** Number of lines that contain only a comment. */
function commentLines(files: readonly string[]): number {
  return files.flatMap((file) => (text.get(file) ?? '').split('\n')).filter((line) => /^\s*(?:\/\/|\/\*|\*)/.test(line))
    .length;
}

const naming = sources.filter((file) => {
  const content = text.get(file) ?? '';
  return ENGINE.some((folder) => folder.test(file)) && (OF_SERVICE.test(content) || INTEGRATION_RECORD.test(content));
});
const filesWith = (kind: string) =>
  sources.filter((file) => text.get(file)?.toLowerCase().includes(kind.toLowerCase()));
const folders = Map.groupBy(sources, (file) => dirname(file));
const [largest] = [...folders].sort(([, a], [, b]) => b.length - a.length);
const total = lines(sources);

const rows: readonly (readonly [string, string | number])[] = [
  ['source lines', total],
  ['leaves of the syntax trees', sources.reduce((sum, file) => sum + leaves(file), 0)],
  ['comment lines', `${((commentLines(sources) / total) * 100).toFixed(1)}%`],
  ['lines in *.test.ts', lines(tests)],
  ['lines in YAML without openapi.yaml', lines(yaml)],
  ['engine files that name the service', naming.length],
  ...KINDS.map((kind) => [`files with ${kind}`, filesWith(kind).length] as const),
  ['largest flat folder', `${largest?.[0]} (${largest?.[1].length} files)`],
];
for (const [name, value] of rows) process.stdout.write(`${name.padEnd(40)} ${value}\n`);
if (values.folders) {
  const top = (file: string) => file.split('/').slice(0, -1).slice(0, 2).join('/');
  for (const [folder, files] of [...Map.groupBy(sources, top)].sort())
    process.stdout.write(`${folder.padEnd(40)} ${lines(files)}\n`);
  for (const file of naming) process.stdout.write(`names the service: ${file}\n`);
}
