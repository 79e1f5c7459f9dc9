import { type Command, Option } from 'commander';
import { isOn } from './boolean-variable.ts';

/** Every flag has its environment variable: `--api-key` is CONTRACT_API_KEY. The flag wins. */
export function option(flags: string, description: string): Option {
  const created = new Option(flags, description);
  const variable = variableOf(created);
  // The parser takes any value of a switch's variable for on, even `false`.
  return created.isBoolean() && !isOn(process.env[variable]) ? created : created.env(variable);
}

export function variableOf(option: Option): string {
  return `CONTRACT_${option.name().replaceAll('-', '_').toUpperCase()}`;
}

/** What is neither yes nor no may have been meant as either. @throws CommanderError */
export function requireSwitches(command: Command): void {
  for (const variable of command.options.filter((one) => one.isBoolean()).map(variableOf)) {
    if (isOn(process.env[variable]) === undefined)
      command.error(`error: ${variable} is neither true nor false: ${process.env[variable]}`);
  }
}
