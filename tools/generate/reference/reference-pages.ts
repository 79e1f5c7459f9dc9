import type { Command } from 'commander';
import { configurationSchema } from '../../../conformance/connection/configuration.ts';
import { FIXTURES } from '../../../conformance/service/fixtures.ts';
import { LIMITS, type Limit } from '../../../mock/core/limits.ts';
import { variableOf } from '../../../src/cli/flags/option.ts';
import { commandLine } from '../../../src/cli/program.ts';
import { fullName } from '../../../src/cli/terminal/help.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { code, table } from '../../../src/report/markdown.ts';

/** Generated parts of the pages of docs/reference, by page and by the name of the part. */
export function referenceParts(): readonly (readonly [page: string, part: string, text: string])[] {
  const output = { write: () => true };
  const program = commandLine({ stdout: output, stderr: output, stopRequest: async () => {} }, () => {});
  const commands = program.commands.flatMap((one) => (one.commands.length > 0 ? one.commands : [one]));
  const { fixtures, ...settings } = configurationSchema(FIXTURES).properties;
  return [
    ['command-line', 'commands', commands.map(commandText).join('\n\n')],
    ['environment', 'variables', environmentTable(commands)],
    ['configuration', 'settings', schemaTable(settings)],
    ['configuration', 'fixtures', fixturesTable(fixtures)],
    ['limits', 'limits', limitsTable()],
  ];
}

/** Text of a page in which one generated part is replaced. @throws Error if the page does not contain the part */
export function renewPart(page: string, part: string, text: string): string {
  const pattern = new RegExp(`(?<=<!-- ${part}: [^\\n]* -->\\n).*?(?=<!-- end of ${part} -->)`, 's');
  if (!pattern.test(page)) throw new Error(`The page has no part "${part}".`);
  return page.replace(pattern, () => `\n${text}\n\n`);
}

function commandText(command: Command): string {
  const rows = [
    ...command.registeredArguments.map((one) => [
      code(one.required ? `<${one.name()}>` : `[${one.name()}]`),
      one.description,
      '',
    ]),
    ...command.options.map(({ flags, description, argChoices, defaultValue, defaultValueDescription }) => [
      code(flags),
      description + (argChoices ? `: ${argChoices.map(code).join(', ')}` : ''),
      defaultValueDescription ?? (defaultValue === undefined ? '' : code(String(defaultValue))),
    ]),
  ];
  const name = fullName(command).replace('integration-contract ', '');
  return `## ${name}\n\n${code(`${fullName(command)} ${command.usage()}`)}: ${command.description()}.\n\n${leftAlignedTable(['Argument or option', 'Meaning', 'Default'], rows)}`;
}

function environmentTable(commands: readonly Command[]): string {
  const options = commands.flatMap((command) =>
    // The table of environment variables omits --color and --no-color, which have no `CONTRACT_…` variables.
    command.options
      .filter((option) => option.attributeName() !== 'color')
      .map((option) => ({ command: command.name(), option })),
  );
  const byVariable = [...Map.groupBy(options, ({ option }) => variableOf(option))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return leftAlignedTable(
    ['Variable', 'Option', 'Commands'],
    byVariable.map(([variable, of]) => [
      code(variable),
      code(of[0]?.option.long ?? ''),
      of.map(({ command }) => command).join(', '),
    ]),
  );
}

function schemaTable(properties: JsonObject): string {
  return leftAlignedTable(
    ['Key', 'Value', 'Meaning'],
    Object.entries(properties).map(([key, schema]) => [
      code(key),
      shapeOf(schema),
      isObject(schema) ? String(schema.description) : '',
    ]),
  );
}

function fixturesTable(schema: unknown): string {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  return leftAlignedTable(
    ['Fixture', 'Value', 'Needed for a complete run'],
    FIXTURES.map(({ name, needed = 0 }) => [code(name), shapeOf(properties[name]), needed > 0 ? String(needed) : 'no']),
  );
}

function limitsTable(): string {
  const rows = Object.values<Limit>(LIMITS).map(({ what, default: value, unit, flag, above }) => [
    what,
    shownAmount(value, unit),
    flag === undefined ? '' : code(flag),
    above,
  ]);
  return leftAlignedTable(['What', 'Default', 'Option', 'Above the limit'], rows);
}

function shownAmount(value: number, unit: Limit['unit']): string {
  const mebibytes = value / 2 ** 20;
  if (unit === 'bytes' && mebibytes >= 1) return `${mebibytes} MiB`;
  return unit === 'number' ? value.toLocaleString('en') : `${value.toLocaleString('en')} ${unit}`;
}

/** Description of the values of a schema: `{id, name}`, list of strings, `"writes"`. */
function shapeOf(schema: unknown): string {
  if (!isObject(schema)) return '';
  const { const: only, type, properties, required, items, additionalProperties } = schema;
  if (only !== undefined) return code(String(only));
  if (type === 'array') return `list of ${shapeOf(items)}s`;
  if (isObject(properties))
    return code(`{${(Array.isArray(required) ? required : Object.keys(properties)).join(', ')}}`);
  return isObject(additionalProperties) ? `map of ${shapeOf(additionalProperties)}s` : String(type);
}

function leftAlignedTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  return table(header, cells).replaceAll('-:', '-');
}
