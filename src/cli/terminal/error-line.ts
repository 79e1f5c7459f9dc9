import { visible } from '../../report/visible.ts';

/** One message on standard error, which may hold what a target or a hook said. */
export function complain(message: string): void {
  process.stderr.write(`integration-contract: ${visible(message)}\n`);
}
