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
 * How the mock is to speak HTTPS, if at all: both files imply `--https`.
 *
 * @throws CertificateError when the flags contradict each other, or a file cannot be read or used
 */
export function readTlsFlags({ https = false, tlsCert, tlsKey, tlsWriteCa }: TlsFlags): boolean | TlsCertificate {
  const given = tlsCert !== undefined || tlsKey !== undefined;
  if (tlsWriteCa !== undefined && (given || !https)) {
    throw new CertificateError(
      '--tls-write-ca writes the certificate that --https makes: it goes with --https, not with --tls-cert and --tls-key.',
    );
  }
  if (!given) return https;
  if (tlsCert === undefined) throw new CertificateError('--tls-key needs --tls-cert: the certificate of this key.');
  if (tlsKey === undefined) throw new CertificateError('--tls-cert needs --tls-key: the key of this certificate.');
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

/** @throws CertificateError when it cannot be written */
export function writeCa(path: string, pem: string): void {
  try {
    writeFileSync(path, pem);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CertificateError(`--tls-write-ca ${path}: it cannot be written (${code ?? message}).`, { cause: error });
  }
}
