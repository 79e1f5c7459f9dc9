import { visible } from '../../report/visible.ts';
import type { CommandContext } from '../command-context.ts';

/** Start of each error message. */
export const PREFIX = 'integration-contract: ';

/** Prints a message on standard error, with control characters made visible: it may quote a target or a hook. */
export function printError({ stderr }: Pick<CommandContext, 'stderr'>, message: string): void {
  stderr.write(`${PREFIX}${visible(message)}\n`);
}
