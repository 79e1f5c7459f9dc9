import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';
import { StoreError } from '../../core/store-error.ts';

/**
 * The address of a database. The absent parts of an address have the defaults of libpq, such as the value of the
 * variable `PGUSER`.
 */
export interface Address {
  readonly config: ClientConfig;
  /** True if the mock may connect without TLS to a server that does not offer TLS (`sslmode=prefer`). */
  readonly plainIfNeeded: boolean;
}

const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
const PARAMETERS = [
  ...['host', 'port', 'dbname', 'user', 'password', 'application_name'],
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey'],
];

/**
 * Parses a URL such as `postgres://user@host:5432/database?sslmode=verify-full` (libpq, §34.1.1.2).
 *
 * @throws StoreError when the URL is invalid; the message of the error does not contain the password
 */
export function parseAddress(url: string): Address {
  const parsed = parse(url);
  const parameters = new Map(parsed.searchParams);
  const unknown = parameters.keys().find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined)
    throw new StoreError(`The URL of --data has the parameter "${unknown}"; expected one of ${PARAMETERS.join(', ')}.`);
  const part = (name: string, inUrl: string) => parameters.get(name) ?? (decode(inUrl) || undefined);
  const host = part('host', parsed.hostname.replace(/^\[(.*)\]$/, '$1'));
  const config = {
    host,
    port: part('port', parsed.port) === undefined ? undefined : Number(part('port', parsed.port)),
    user: part('user', parsed.username),
    password: part('password', parsed.password),
    database: part('dbname', parsed.pathname.slice(1)),
    application_name: part('application_name', '') ?? 'integration-contract',
  };
  const mode = modeOf(parameters.get('sslmode'));
  const isSocket = host?.startsWith('/') ?? false;
  return {
    config: { ...withoutUndefined(config), ssl: isSocket ? false : tlsOptions(mode, parameters) },
    plainIfNeeded: mode === 'prefer' || mode === 'allow',
  };
}

function parse(url: string): URL {
  // The URL may name the host in the parameter `host` instead of before the path, but `URL.parse` requires a host
  // before the path. The second call of `URL.parse` therefore adds `localhost`.
  const parsed = URL.parse(url) ?? URL.parse(url.replace(/^([a-z]+:\/\/(?:[^/@]*@)?)(?=[:/?]|$)/i, '$1localhost'));
  if (parsed) return parsed;
  throw new StoreError(
    'The URL of --data is not valid; expected postgres://user@host:port/database. Percent-encode special characters.',
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StoreError('The URL of --data contains % without two hexadecimal digits. Encode % as %25.');
  }
}

function modeOf(text = 'prefer'): (typeof MODES)[number] {
  const mode = MODES.find((one) => one === text);
  if (mode) return mode;
  throw new StoreError(`sslmode is "${text}"; expected one of ${MODES.join(', ')}.`);
}

function tlsOptions(mode: (typeof MODES)[number], parameters: ReadonlyMap<string, string>): ConnectionOptions | false {
  if (mode === 'disable' || mode === 'allow') return false;
  const file = (name: string) => {
    const path = parameters.get(name);
    return path === undefined ? undefined : readPem(name, path);
  };
  const root = parameters.get('sslrootcert');
  const ca = root === 'system' ? undefined : (file('sslrootcert') ?? defaultRoot());
  const own = withoutUndefined({ ca, cert: file('sslcert'), key: file('sslkey') });
  const verifies = mode.startsWith('verify') || (mode === 'require' && ca !== undefined);
  if (!verifies) return { ...own, rejectUnauthorized: false };
  if (ca === undefined && root !== 'system')
    throw new StoreError(
      `sslmode is "${mode}", but there is no certificate to verify the server. Set sslrootcert to a file, or to system.`,
    );
  return mode === 'verify-full' ? own : { ...own, checkServerIdentity: () => undefined };
}

/** Reads the root certificate that libpq uses by default; undefined if the file does not exist. */
function defaultRoot(): string | undefined {
  const path = join(homedir(), '.postgresql/root.crt');
  return existsSync(path) ? readPem('sslrootcert', path) : undefined;
}

function readPem(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StoreError(`The file of ${name} cannot be read: ${(error as Error).message}.`);
  }
}

function withoutUndefined<T extends object>(given: T): { [name in keyof T]: Exclude<T[name], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}
