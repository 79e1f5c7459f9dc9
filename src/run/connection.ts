import { rootCertificates } from 'node:tls';
import {
  ConfigurationError,
  type Connection,
  isFieldValue,
  isLoopback,
  type Target,
  type TargetConfiguration,
} from '../../conformance/index.ts';
import { http } from '../contract/node-http.ts';
import { readTextFile } from '../contract/read-text-file.ts';
import type { RunResult } from '../run-result/run-result.ts';

/** Connection settings without secrets, for the reports: the names of the configured headers, without their values. */
export function shownConnection({
  ca,
  headers = {},
}: TargetConfiguration): Pick<RunResult['target'], 'ca' | 'headers'> {
  const names = Object.keys(headers);
  return { ...(ca !== undefined && { ca }), ...(names.length > 0 && { headers: names }) };
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Connection to the target: trusted certificates, proxy, and additional headers of every request.
 *
 * Requests to the loopback addresses of this machine never use a proxy.
 *
 * @throws ConfigurationError if the certificate cannot be read
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

/**
 * Headers that the user cannot configure, since test cases set these headers, or HTTP needs them to transfer a message.
 * The suite would overwrite the configured value of such a header.
 */
const SET_BY_SUITE = /^(?:x-api-key|content-type|accept|content-length|transfer-encoding|connection)$/i;

/**
 * Validates an additional header. @throws ConfigurationError if HTTP does not allow the header, or if the suite sets
 * the header itself
 */
export function checkHeader(name: string, value: string): void {
  if (SET_BY_SUITE.test(name)) {
    const fix = /key/i.test(name) ? ' Set the API key with --api-key, CONTRACT_API_KEY or apiKey.' : '';
    throw new ConfigurationError(`The suite sets the header "${name}" itself.${fix}`);
  }
  if (!isFieldName(name) || !isFieldValue(value))
    throw new ConfigurationError(`The header "${name}" has a name or a value that HTTP does not allow.`);
}

function isFieldName(name: string): boolean {
  try {
    http.validateHeaderName(name);
    return true;
  } catch {
    return false;
  }
}

function readCa(path: string): string {
  const pem = readTextFile(path, (why, options) => new ConfigurationError(`--ca ${path}: ${why}.`, options));
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) {
    throw new ConfigurationError(`--ca ${path}: the file contains no PEM certificate.`);
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

/**
 * Value of NO_PROXY with an entry for the subdomains of each name: curl and other tools exempt subdomains from the
 * proxy, but Node.js exempts only the exact name.
 */
function withSubdomains(noProxy: string): string {
  const entries = noProxy.split(/[\s,]+/).filter((entry) => entry !== '');
  const isName = (entry: string) => /^[a-z][\w.-]*$/i.test(entry);
  return entries.flatMap((entry) => (isName(entry) ? [entry, `.${entry}`] : [entry])).join(',');
}
