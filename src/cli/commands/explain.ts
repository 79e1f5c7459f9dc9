import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../contract/input-error.ts';
import { loadRequirements } from '../../contract/requirement.ts';
import { REQUIREMENT_PAGES, REQUIREMENTS_FILE } from '../../project.ts';
import type { CommandContext } from '../command-context.ts';

/** `integration-contract explain D42`: the page of a requirement, as Markdown. @returns the exit status */
export function explainCommand(context: CommandContext, name: string): number {
  const ids = loadRequirements(REQUIREMENTS_FILE).map(({ id }) => id);
  const id = name.toUpperCase();
  if (!ids.includes(id)) {
    throw new InputError(`There is no requirement "${name}". There are ${ids.join(' ')}.`);
  }
  const page = readFileSync(join(REQUIREMENT_PAGES, `${id}.md`), 'utf8');
  context.stdout.write(page.replace(/^<!--.*?-->\s*/, ''));
  return 0;
}
