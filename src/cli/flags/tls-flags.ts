import { writeFileSync } from 'node:fs';
import { checkCertificate } from '../../../mock/certificate.ts';
import { CertificateError, type TlsCertificate } from '../../../mock/index.ts';
import { readTextFile } from '../../contract/read-text-file.ts';

export interface TlsFlags {
  readonly https?: boolean;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsWriteCa?: string;
}

/**
 * HTTPS settings of the mock: a certificate, true for a generated one, or false for HTTP. `--tls-cert` and `--tls-key`
 * imply `--https`.
 *
 * @throws CertificateError if the flags contradict each other, or a file cannot be read or used
 */
export function readTlsFlags({ https = false, tlsCert, tlsKey, tlsWriteCa }: TlsFlags): boolean | TlsCertificate {
  const hasCertificate = tlsCert !== undefined || tlsKey !== undefined;
  if (tlsWriteCa !== undefined && (hasCertificate || !https)) {
    throw new CertificateError(
      '--tls-write-ca writes the certificate that --https generates. Use --tls-write-ca with --https, without --tls-cert and --tls-key.',
    );
  }
  if (!hasCertificate) return https;
  if (tlsCert === undefined) throw new CertificateError('--tls-key requires --tls-cert, the certificate of this key.');
  if (tlsKey === undefined)
    throw new CertificateError('--tls-cert requires --tls-key, the private key of this certificate.');
  const read = (flag: string, path: string) =>
    readTextFile(path, (why, options) => new CertificateError(`${flag} ${path}: ${why}.`, options));
  const certificate = { cert: read('--tls-cert', tlsCert), key: read('--tls-key', tlsKey) };
  try {
    checkCertificate(certificate);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new CertificateError(`--tls-cert ${tlsCert}, --tls-key ${tlsKey}: ${why}`, { cause: error });
  }
  return certificate;
}

/** Writes the generated certificate to a file. @throws CertificateError if the file cannot be written */
export function writeCa(path: string, pem: string): void {
  try {
    writeFileSync(path, pem);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CertificateError(`--tls-write-ca ${path}: the file cannot be written (${code ?? message}).`, {
      cause: error,
    });
  }
}
