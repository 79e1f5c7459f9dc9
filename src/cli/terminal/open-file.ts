import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CommandContext } from '../command-context.ts';
import { printError } from './error-line.ts';

/** Opens a file with the default program of the platform, or prints the reason why the file cannot be opened. */
export async function openFile(context: Pick<CommandContext, 'stderr'>, file: string): Promise<void> {
  const url = pathToFileURL(resolve(file)).href;
  const opener = openerOf(process.platform, process.env);
  if (opener === undefined)
    return printError(
      context,
      `--open cannot open the report, since this system has no display. Open ${url} in a browser.`,
    );
  const [command, ...args] = opener;
  const child = spawn(command, [...args, url], { detached: true, stdio: 'ignore' });
  child.unref();
  try {
    await once(child, 'spawn');
  } catch (error) {
    printError(context, `${command} cannot open the report: ${(error as Error).message}. Open ${url} in a browser.`);
  }
}

/** Command that opens a URL; undefined for a Linux or BSD system without a display. */
export function openerOf(
  platform: NodeJS.Platform,
  { DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv,
): readonly [command: string, ...args: string[]] | undefined {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}
