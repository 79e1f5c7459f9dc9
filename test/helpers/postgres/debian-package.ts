import { execFileSync } from 'node:child_process';

/**
 * Installs a Debian package if this process has the permission, and returns the paths of its files.
 *
 * @returns undefined on a machine where the package cannot be installed
 */
export function debianPackage(name: string): readonly string[] | undefined {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const list = () => run('dpkg', '--listfiles', name).trim().split('\n');
  try {
    return list();
  } catch {
    // It is not installed.
  }
  try {
    run('apt-get', 'update', '-qq');
    run('apt-get', 'install', '-qq', '--no-install-recommends', name);
    return list();
  } catch {
    return undefined;
  }
}
