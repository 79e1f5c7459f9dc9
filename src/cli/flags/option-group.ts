import type { Command, Option } from 'commander';

/** Options under one heading of the help. */
export type OptionGroup = readonly [heading: string, options: readonly Option[]];

/** Adds groups of options to a command; the help shows a heading for each group. */
export function addGroups(command: Command, groups: readonly OptionGroup[]): Command {
  for (const [heading, options] of groups)
    for (const option of options) command.addOption(option.helpGroup(`${heading}:`));
  return command;
}
