import type { Command, Option } from 'commander';

/** Options under one heading of the help. */
export type OptionGroup = readonly [heading: string, options: readonly Option[]];

/** Adds options to a command; the help shows them in groups. */
export function addGroups(command: Command, groups: readonly OptionGroup[]): Command {
  for (const [heading, options] of groups)
    for (const option of options) command.addOption(option.helpGroup(`${heading}:`));
  return command;
}
