import { nearest } from '../../contract/explain/spelling.ts';
import { InputError } from '../../contract/input-error.ts';
import { exchangeLines, loadRequirements, type Requirement } from '../../contract/requirement.ts';
import { REQUIREMENTS_FILE } from '../../project.ts';
import { COMMAND } from '../../report/command.ts';
import type { CommandContext } from '../command-context.ts';
import { type Colors, colorsFor } from '../terminal/colors.ts';
import { columns } from '../terminal/columns.ts';

/**
 * Runs `integration-contract explain`: prints a requirement (`D42`, `42`), or the requirements of an operation.
 *
 * @returns the exit status
 * @throws InputError for an unknown name
 */
export function explainCommand({ stdout }: CommandContext, name: string): number {
  const requirements = loadRequirements(REQUIREMENTS_FILE);
  const colors = colorsFor(stdout);
  const named = requirements.find(({ id }) => isId(id, name));
  const ofOperation = requirements.filter(({ operationId }) => operationId?.toLowerCase() === name.toLowerCase());
  if (named) stdout.write(requirementText(named, colors));
  else if (ofOperation.length > 0) stdout.write(operationText(ofOperation, colors));
  else throw unknown(name, requirements);
  return 0;
}

/** True if the text is the ID of the requirement in any form: `D05`, `d5` or `5`. */
function isId(id: string, name: string): boolean {
  const [, letter = 'D', number] = /^([a-z]?)(\d{1,9})$/i.exec(name) ?? [];
  return id === `${(letter || 'D').toUpperCase()}${String(Number(number)).padStart(2, '0')}`;
}

function unknown(name: string, requirements: readonly Requirement[]): InputError {
  const operations = requirements.flatMap(({ operationId }) => operationId ?? []);
  const meant = nearest(name, [...operations, ...requirements.map(({ id }) => id)]);
  const hint = meant ? `Did you mean ${meant.word}? ` : '';
  return new InputError(
    `Unknown requirement or operation "${name}". ${hint}\`integration-contract list\` shows all requirements.`,
  );
}

function requirementText(requirement: Requirement, colors: Colors): string {
  const { id, title, level, basis, clause, operationId, text, passes, fails, why, decidedPart, fix, excluded } =
    requirement;
  const { bold, dim, green, red } = colors;
  const example = (lines: string) => exchangeLines(lines).replaceAll(/^/gm, '  ');
  const reason = [why, decidedPart && `Decided part: ${decidedPart}`].filter(Boolean).join(' ');
  const parts = [
    bold(`${id}: ${title}`),
    dim([level, `${basis}${clause ? ` (${clause})` : ''}`, operationId ?? 'all operations'].join(' · ')),
    text,
    ...(passes === undefined ? [] : [`${green('Passes')}\n${example(passes)}`]),
    ...(fails === undefined ? [] : [`${red('Fails')}\n${example(fails)}`]),
    ...(fix === undefined ? [] : [`${bold('Fix')}  ${fix}`]),
    ...(reason === '' ? [] : [`${bold('Why')}  ${reason}`]),
    excluded === undefined
      ? `${bold('Test')}   ${COMMAND} conform BASE_URL --only ${id}\n${bold('Cases')}  ${COMMAND} list cases --only ${id}`
      : `The suite does not test this requirement: ${excluded}`,
  ];
  return `${parts.map((part) => part.trim()).join('\n\n')}\n`;
}

function operationText(requirements: readonly Requirement[], { bold, dim }: Colors): string {
  const rows = requirements.map(({ id, level, basis, title }) => [id, level, basis, title]);
  const [first] = requirements;
  return [
    bold(`${requirements.length} requirements apply only to ${first?.operationId}:`),
    columns(rows),
    dim(
      `${COMMAND} explain ${first?.id} prints one requirement. ${COMMAND} list --only ${first?.operationId} lists all requirements that apply to the operation.`,
    ),
    '',
  ].join('\n\n');
}
