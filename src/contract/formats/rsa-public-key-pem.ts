import { createPublicKey, type KeyObject } from 'node:crypto';

/** RFC 7468 labels: SubjectPublicKeyInfo (§13) and PKCS#1 (RFC 8017 A.1.1). */
const BLOCK = /-----BEGIN (?:RSA )?PUBLIC KEY-----/;
const PRIVATE = /PRIVATE KEY-----/;

let last: { pem: string; key: KeyObject | undefined } | undefined;

/** The RSA public key in the text, or undefined: not PEM, another kind of key, a private key. */
export function parseRsaPublicKey(pem: string): KeyObject | undefined {
  if (last?.pem !== pem) last = { pem, key: read(pem) };
  return last.key;
}

function read(pem: string): KeyObject | undefined {
  if (!BLOCK.test(pem) || PRIVATE.test(pem)) return undefined;
  try {
    const key = createPublicKey({ key: pem, format: 'pem' });
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}
