import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFECT_GROUPS } from '../../conformance/faulty/index.ts';
import { loadChapters } from '../../src/contract/requirement.ts';
import { REQUIREMENTS_FILE } from '../../src/project.ts';
import { completeControlContract, controlTypes } from './control-document.ts';
import { controlOperations } from './control-operations.ts';
import { IncompleteSourceError } from './incomplete-source.ts';
import { faultyServersPage } from './proof/faulty-servers-page.ts';
import { referenceParts, renewPart } from './reference/reference-pages.ts';
import { renewRegister } from './requirements/register.ts';
import { requirementPages } from './requirements/requirement-pages.ts';
import { fileSchemas } from './schemas.ts';

/**
 * `npm run generate`: writes the generated files of the repository, such as types and reference pages. With `--check`,
 * the command only compares the files, and the exit status is 1 if a file is outdated.
 */

const project = fileURLToPath(new URL('../../', import.meta.url));
const docs = 'docs/reference/requirements';
const control = await completeControlContract();
const chapters = loadChapters(REQUIREMENTS_FILE);
const pages = requirementPages(chapters);
const faultyServers = orExit(() => faultyServersPage({ groups: DEFECT_GROUPS, chapters }));
const generated = new Map([
  ['src/client/generated/control-api.ts', await controlTypes(control)],
  ['src/client/generated/control-operations.ts', controlOperations(control)],
  ['docs/proof/faulty-servers.md', faultyServers],
  ['spec/decisions.md', renewRegister(readText('spec/decisions.md'), chapters)],
  ...[...fileSchemas(control)].map(([name, text]): [string, string] => [join('docs/reference/schemas', name), text]),
  ...[...pages].map(([name, text]): [string, string] => [join(docs, name), text]),
]);
for (const [name, part, text] of referenceParts()) {
  const page = `docs/reference/${name}.md`;
  generated.set(page, renewPart(generated.get(page) ?? readText(page), part, text));
}
let readme = readText('README.md');
for (const [part, page, rows] of [
  ['decisions', 'contract-and-decisions', 8],
  ['comparison', 'comparison', 6],
] as const) {
  const [table = ''] = /(?:^\|.*\n)+/m.exec(readText(`docs/explanation/${page}.md`)) ?? [];
  readme = renewPart(
    readme,
    part,
    table
      .split('\n')
      .slice(0, rows + 2)
      .join('\n'),
  );
}
generated.set('README.md', readme);
const obsolete = readdirSync(join(project, docs))
  .filter((name) => name.endsWith('.md') && !pages.has(name))
  .map((name) => join(docs, name));

if (process.argv.includes('--check')) {
  const differs = ([file, text]: [string, string]) => !existsSync(join(project, file)) || readText(file) !== text;
  for (const file of [...[...generated].filter(differs).map(([name]) => name), ...obsolete]) {
    console.error(`${file} is outdated. Run npm run generate.`);
    process.exitCode = 1;
  }
} else {
  for (const [file, text] of generated) writeFileSync(join(project, file), text);
  for (const file of obsolete) rmSync(join(project, file));
}

function readText(file: string): string {
  return readFileSync(join(project, file), 'utf8');
}

/** Exits with the message of an IncompleteSourceError, without a stack. */
function orExit<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof IncompleteSourceError)) throw error;
    console.error(error.message);
    return process.exit(1);
  }
}
