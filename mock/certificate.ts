import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { createSecureContext } from 'node:tls';
import { InputError } from '../src/contract/input-error.ts';

/** Certificate and key of a TLS server, both as PEM. */
export interface TlsCertificate {
  /** The server's certificate; those that lead to its root may follow. */
  readonly cert: string;
  /** Its private key, without a passphrase. */
  readonly key: string;
}

/** A certificate and key that a server cannot use: the message says which and why. */
export class CertificateError extends InputError {
  override readonly name = 'CertificateError';
}

const DAY_MS = 86_400_000;
/** Browsers take no certificate of a longer life. */
const LIFE_DAYS = 397;
const WILDCARDS: readonly string[] = ['0.0.0.0', '::'];

/**
 * The certificate that a server is to use: the given one, or one of its own making.
 *
 * @param host see `selfSignedCertificate`
 * @throws CertificateError when a given one cannot be used
 */
export async function certificateFor(
  https: boolean | TlsCertificate,
  host: string,
): Promise<TlsCertificate | undefined> {
  if (typeof https === 'boolean') return https ? selfSignedCertificate(host) : undefined;
  checkCertificate(https);
  return https;
}

/** @throws CertificateError when one of the two cannot be used, or they do not belong together */
export function checkCertificate({ cert, key }: TlsCertificate): void {
  const checks: readonly [mistake: string, check: () => unknown][] = [
    ['The key is not a private key in PEM without a passphrase', () => createPrivateKey(key)],
    ['The certificate is not an X.509 certificate in PEM', () => new X509Certificate(cert)],
    ['The certificate and the key do not belong together', () => createSecureContext({ cert, key })],
  ];
  for (const [mistake, check] of checks) {
    try {
      check();
    } catch (error) {
      throw new CertificateError(`${mistake} (${error instanceof Error ? error.message : error}).`, { cause: error });
    }
  }
}

/**
 * A new certificate that vouches for itself alone: no authority, so whoever trusts it trusts this
 * one server for as long as it runs. Its key never leaves the process.
 *
 * @param host what the server listens on; of a wildcard, the name and the addresses of the machine
 */
export async function selfSignedCertificate(host: string): Promise<TlsCertificate> {
  const { generate } = await import('selfsigned');
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'integration-contract mock' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // A client's clock may be a little behind, as in a virtual machine.
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + (LIFE_DAYS - 1) * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: namesOf(host).map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
      },
    ],
  });
  return { cert, key };
}

/** How clients may call a server that listens on this host. */
function namesOf(host: string): string[] {
  const own = WILDCARDS.includes(host)
    ? [
        hostname(),
        ...Object.values(networkInterfaces())
          .flatMap((addresses = []) => addresses)
          .filter(({ scopeid }) => !scopeid)
          .map(({ address }) => address),
      ]
    : [];
  return [...new Set(['localhost', '127.0.0.1', '::1', host, ...own])];
}
