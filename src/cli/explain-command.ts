import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REQUIREMENT_PAGES, REQUIREMENTS_FILE } from '../contract/project-files.ts';
import { loadRequirements } from '../contract/requirements.ts';
import { complain } from './complain.ts';
import { exitStatusOf } from './exit-status.ts';

/** `integration-contract explain D42`: the page of a requirement, as Markdown. @returns the exit status */
export function explainCommand(name: string): number {
  const ids = loadRequirements(REQUIREMENTS_FILE).map(({ id }) => id);
  const id = name.toUpperCase();
  if (!ids.includes(id)) {
    complain(`There is no requirement "${name}". There are ${ids.join(' ')}.`);
    return exitStatusOf.usage;
  }
  const page = readFileSync(join(REQUIREMENT_PAGES, `${id}.md`), 'utf8');
  process.stdout.write(page.replace(/^<!--.*?-->\s*/, ''));
  return 0;
}
