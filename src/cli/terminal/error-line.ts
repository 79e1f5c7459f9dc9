import { consoleText } from '../../report/visible.ts';
import type { CommandContext } from '../command-context.ts';

/** Start of each error message. */
export const PREFIX = 'integration-contract: ';

/**
 * Prints a message on standard error. Control characters are made visible, since the message may quote a response of a
 * target or the output of a hook.
 */
export function printError({ stderr }: Pick<CommandContext, 'stderr'>, message: string): void {
  stderr.write(`${PREFIX}${consoleText(message)}\n`);
}
