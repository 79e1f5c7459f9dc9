import { InputError } from '../../contract/input-error.ts';

/**
 * Environment variables of libpq for connection parameters that the URL of a database may omit. The database driver
 * itself reads other variables, such as PGPASSWORD.
 */
const VARIABLES = {
  PGSSLMODE: 'sslmode',
  PGSSLROOTCERT: 'sslrootcert',
  PGSSLCERT: 'sslcert',
  PGSSLKEY: 'sslkey',
} as const;

/** The value of `--data`: a file, or the URL of a database, completed by the environment variables of libpq. */
export function dataSource(data: string): string {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(data) ?? [];
  if (scheme === undefined) return data;
  if (!/^postgres(?:ql)?$/i.test(scheme))
    throw new InputError(
      `--data is a URL that begins with "${scheme}://"; expected a file, or postgres://user@host/database.`,
    );
  const [address = '', query = ''] = data.split('?', 2);
  const parameters = new URLSearchParams(query);
  for (const [variable, name] of Object.entries(VARIABLES)) {
    const value = process.env[variable];
    if (value && !parameters.has(name)) parameters.set(name, value);
  }
  return parameters.size === 0 ? address : `${address}?${parameters}`;
}
