import { readFileSync } from 'node:fs';
import { validateHeaderName } from 'node:http';
import { rootCertificates } from 'node:tls';
import {
  ConfigurationError,
  type Connection,
  isFieldValue,
  isLoopback,
  type Target,
  type TargetConfiguration,
} from '../../../conformance/index.ts';
import type { RunResult } from '../../run-result/run-result.ts';

export interface ConnectionFlags {
  readonly ca?: string;
  readonly header?: readonly string[];
}

/** What a report may show of how the target was reached. */
export function shownConnection(
  configuration: TargetConfiguration,
  flags: ConnectionFlags,
): Pick<RunResult['target'], 'ca' | 'headers'> {
  const { ca = configuration.ca } = flags;
  const headers = Object.keys(headersOf(configuration, flags));
  return { ...(ca !== undefined && { ca }), ...(headers.length > 0 && { headers }) };
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * How to connect to the target: whom to trust, through which proxy, and what every request has besides.
 *
 * This machine is never reached through a proxy.
 *
 * @throws ConfigurationError when the certificate cannot be read, and as `headersOf`
 */
export function connectionOf(
  baseUrl: string,
  configuration: TargetConfiguration,
  flags: ConnectionFlags,
  environment: Environment,
): Connection {
  const { ca = configuration.ca } = flags;
  const headers = headersOf(configuration, flags);
  const proxy = isLoopback(baseUrl) ? undefined : proxyOf(environment);
  return {
    ...(ca !== undefined && { ca: [...rootCertificates, readCa(ca)] }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(proxy && { proxy }),
  };
}

/**
 * What every request has besides: the flags win.
 *
 * @throws ConfigurationError when a flag is no header, or a header is one of those that the suite sets
 */
export function headersOf(
  { headers: configured }: TargetConfiguration,
  { header = [] }: ConnectionFlags,
): Record<string, string> {
  const headers = { ...configured, ...Object.fromEntries(header.map(parseHeader)) };
  for (const [name, value] of Object.entries(headers)) checkHeader(name, value);
  return headers;
}

function parseHeader(text: string): [name: string, value: string] {
  const colon = text.indexOf(':');
  // The text is not shown: it may hold a secret.
  if (colon < 1) throw new ConfigurationError("--header takes 'Name: value'.");
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}

/** What a case says of these is what it tests, or how a message is sent: whatever else were given would not arrive. */
const OF_THE_SUITE = /^(?:x-api-key|content-type|accept|content-length|transfer-encoding|connection)$/i;

function checkHeader(name: string, value: string): void {
  if (OF_THE_SUITE.test(name)) {
    const instead = /key/i.test(name) ? '; the API key is that of --api-key, CONTRACT_API_KEY or apiKey' : '';
    throw new ConfigurationError(`The header "${name}" is one that the suite itself sets${instead}.`);
  }
  if (!isFieldName(name) || !isFieldValue(value))
    throw new ConfigurationError(`The header "${name}" has a name or a value that HTTP does not allow.`);
}

function isFieldName(name: string): boolean {
  try {
    validateHeaderName(name);
    return true;
  } catch {
    return false;
  }
}

function readCa(path: string): string {
  let pem: string;
  try {
    pem = readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code ?? message})`;
    throw new ConfigurationError(`--ca ${path}: ${why}.`, { cause: error });
  }
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) {
    throw new ConfigurationError(`--ca ${path}: it holds no certificate in PEM.`);
  }
  return pem;
}

function proxyOf(environment: Environment): Target['proxy'] {
  const names = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const;
  const found = names.flatMap((name) => {
    const value = environment[name.toLowerCase()] ?? environment[name];
    if (value === undefined || value === '') return [];
    return [[name, name === 'NO_PROXY' ? withSubdomains(value) : value] as const];
  });
  return found.some(([name]) => name !== 'NO_PROXY') ? Object.fromEntries(found) : undefined;
}

/** As curl and others take it: what is exempt is so with all names below it, which Node takes one by one. */
function withSubdomains(noProxy: string): string {
  const entries = noProxy.split(/[\s,]+/).filter((entry) => entry !== '');
  const isName = (entry: string) => /^[a-z][\w.-]*$/i.test(entry);
  return entries.flatMap((entry) => (isName(entry) ? [entry, `.${entry}`] : [entry])).join(',');
}
