import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { createSecureContext } from 'node:tls';
import { InputError } from '../src/contract/input-error.ts';

/** The certificate and the private key of a TLS server as PEM texts. */
export interface TlsCertificate {
  /** The certificate of the server. The intermediate certificates of its chain may follow in the same text. */
  readonly cert: string;
  /** The private key, without a passphrase. */
  readonly key: string;
}

/**
 * An error in the certificate or private key of the user. The message of the error says whether the certificate or the
 * private key is invalid, and names the reason.
 */
export class CertificateError extends InputError {
  override readonly name = 'CertificateError';
}

const DAY_MS = 86_400_000;
/**
 * The validity of a self-signed certificate in days. Browsers reject a certificate that is valid for more than 398
 * days.
 */
const VALIDITY_DAYS = 397;
const WILDCARDS: readonly string[] = ['0.0.0.0', '::'];

/**
 * Returns the certificate of the user, or a new self-signed certificate; undefined for plain HTTP.
 *
 * @param host address that the server listens on
 * @throws CertificateError when the certificate or private key of the user is invalid
 */
export async function certificateFor(
  https: boolean | TlsCertificate,
  host: string,
): Promise<TlsCertificate | undefined> {
  if (typeof https === 'boolean') return https ? selfSignedCertificate(host) : undefined;
  checkCertificate(https);
  return https;
}

/**
 * Checks the certificate and the private key of the user.
 * @throws CertificateError when the certificate or the private key is invalid, or when the private key belongs to
 * another certificate
 */
export function checkCertificate({ cert, key }: TlsCertificate): void {
  const checks: readonly [message: string, check: () => unknown][] = [
    ['The private key is invalid; expected a private key in PEM without a passphrase', () => createPrivateKey(key)],
    ['The certificate is invalid; expected an X.509 certificate in PEM', () => new X509Certificate(cert)],
    ['The private key does not belong to the certificate', () => createSecureContext({ cert, key })],
  ];
  for (const [message, check] of checks) {
    try {
      check();
    } catch (error) {
      throw new CertificateError(`${message} (${error instanceof Error ? error.message : error}).`, { cause: error });
    }
  }
}

/**
 * Creates a self-signed certificate. The certificate is not a certificate authority, so a client that trusts the
 * certificate trusts only this server. The private key never leaves the process.
 *
 * @param host address that the server listens on. For a wildcard address, the certificate contains the name and the
 * addresses of the machine
 */
export async function selfSignedCertificate(host: string): Promise<TlsCertificate> {
  const x509 = await import('@peculiar/x509');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=integration-contract mock',
    keys,
    signingAlgorithm: algorithm,
    // The validity begins a day ago, since the clock of a client may be slow, for example in a virtual machine.
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + (VALIDITY_DAYS - 1) * DAY_MS),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        namesOf(host).map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value })),
      ),
    ],
  });
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { cert: certificate.toString('pem'), key };
}

/** Lists the host names and the IP addresses under which clients can reach a server that listens on `host`. */
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
