import { type Command, Option } from 'commander';
import { isOn } from './boolean-variable.ts';

/**
 * Option that can also be set by an environment variable, such as CONTRACT_API_KEY for `--api-key`. The flag has
 * priority.
 */
export function option(flags: string, description: string): Option {
  const created = new Option(flags, description);
  const variable = variableOf(created);
  // The library Commander turns a boolean option on for any value of its environment variable, even `false`.
  return created.isBoolean() && !isOn(process.env[variable]) ? created : created.env(variable);
}

/**
 * Options for colours. `--color` and `--no-color` have no `CONTRACT_…` variables, since the variables `NO_COLOR` and
 * `FORCE_COLOR` exist.
 */
export function colorOptions(): Option[] {
  return [
    new Option('--color', 'Show colours, even without a terminal or with NO_COLOR'),
    new Option('--no-color', 'Show no colours, even with FORCE_COLOR'),
  ];
}

/**
 * Converts `--color` and `--no-color` to the common variables `FORCE_COLOR` and `NO_COLOR`, so that the hooks and the
 * started target use the same setting.
 */
export function applyColorOptions({ color }: { readonly color?: boolean }): void {
  if (color === undefined) return;
  delete process.env.NO_COLOR;
  process.env.FORCE_COLOR = color ? '1' : '0';
}

export function variableOf(option: Option): string {
  return `CONTRACT_${option.name().replaceAll('-', '_').toUpperCase()}`;
}

/**
 * Rejects the environment variable of a boolean option if its value is neither true nor false. @throws CommanderError
 */
export function requireBooleanVariables(command: Command): void {
  for (const variable of command.options.filter((one) => one.isBoolean()).map(variableOf)) {
    if (isOn(process.env[variable]) === undefined)
      command.error(`${variable} is "${process.env[variable]}"; expected true or false.`);
  }
}
