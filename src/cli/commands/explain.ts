import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../contract/input-error.ts';
import { loadRequirements } from '../../contract/requirement.ts';
import { REQUIREMENT_PAGES, REQUIREMENTS_FILE } from '../../project.ts';
import type { CommandContext } from '../command-context.ts';

/** Runs `integration-contract explain D42`: prints the section of a requirement as Markdown. @returns the exit status */
export function explainCommand(context: CommandContext, name: string): number {
  const requirements = loadRequirements(REQUIREMENTS_FILE);
  const id = name.toUpperCase();
  const [file = ''] = requirements.find((one) => one.id === id)?.page?.split('#') ?? [];
  if (file === '') {
    throw new InputError(`Unknown requirement "${name}". Known: ${requirements.map((one) => one.id).join(' ')}.`);
  }
  const sections = readFileSync(join(REQUIREMENT_PAGES, file), 'utf8').split(
    /(?=^## )|\n\n<a id=.*|\n\n\[All requirements.*/m,
  );
  const section = sections.find((text) => text.startsWith(`## ${id}: `)) ?? '';
  context.stdout.write(
    `${section
      .slice(1)
      .replaceAll(/<\/?(?:details|summary)>/g, '')
      .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
      .trim()}\n`,
  );
  return 0;
}
