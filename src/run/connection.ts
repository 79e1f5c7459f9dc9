import { validateHeaderName } from 'node:http';
import { rootCertificates } from 'node:tls';
import {
  ConfigurationError,
  type Connection,
  isFieldValue,
  isLoopback,
  type Target,
  type TargetConfiguration,
} from '../../conformance/index.ts';
import { readTextFile } from '../contract/read-text-file.ts';
import type { RunResult } from '../run-result/run-result.ts';

/** The part of the connection that a report may show. */
export function shownConnection({
  ca,
  headers = {},
}: TargetConfiguration): Pick<RunResult['target'], 'ca' | 'headers'> {
  const names = Object.keys(headers);
  return { ...(ca !== undefined && { ca }), ...(names.length > 0 && { headers: names }) };
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * How to connect to the target: whom to trust, through which proxy, and what every request has besides.
 *
 * This machine is never reached through a proxy.
 *
 * @throws ConfigurationError when the certificate cannot be read
 */
export function connectionOf(
  baseUrl: string,
  { ca, headers }: TargetConfiguration,
  environment: Environment,
): Connection {
  const proxy = isLoopback(baseUrl) ? undefined : proxyOf(environment);
  return {
    ...(ca !== undefined && { ca: [...rootCertificates, readCa(ca)] }),
    ...(headers && { headers }),
    ...(proxy && { proxy }),
  };
}

/** What a case says of these is what it tests, or how a message is sent: whatever else were given would not arrive. */
const OF_THE_SUITE = /^(?:x-api-key|content-type|accept|content-length|transfer-encoding|connection)$/i;

/** @throws ConfigurationError when HTTP does not allow the header, or the suite itself sets it */
export function checkHeader(name: string, value: string): void {
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
  const pem = readTextFile(path, (why, options) => new ConfigurationError(`--ca ${path}: ${why}.`, options));
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
