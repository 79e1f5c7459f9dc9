import { createPublicKey } from 'node:crypto';
import type { Format } from '../../src/contract/schema/format.ts';
import { RSA_3072, RSA_4096, RSA_EXPONENT_3 } from './public-keys.ts';

/** RFC 7468 labels: SubjectPublicKeyInfo (§13) and PKCS#1 (RFC 8017 A.1.1). */
const BLOCK = /-----BEGIN (?:RSA )?PUBLIC KEY-----/;
const PRIVATE = /PRIVATE KEY-----/;

/** Maximum number of cached keys. Clients repeat the same keys, and OpenSSL needs most of the time of a request. */
const MAX_CACHED_KEYS = 1000;
/** Maximum length of a cached text in UTF-16 units. A key of 16,384 bits has 3 KB. */
const MAX_CACHED_LENGTH = 4096;
const cachedLengths = new Map<string, number>();

/** Length in bits of the RSA public key in the text; undefined for text that is not PEM, and for other keys. */
export function rsaModulusLength(pem: string): number | undefined {
  const known = cachedLengths.get(pem);
  if (known !== undefined) return known;
  const length = parseModulusLength(pem);
  if (length === undefined || pem.length > MAX_CACHED_LENGTH) return length;
  if (cachedLengths.size >= MAX_CACHED_KEYS) cachedLengths.clear();
  cachedLengths.set(pem, length);
  return length;
}

function parseModulusLength(pem: string): number | undefined {
  if (!BLOCK.test(pem) || PRIVATE.test(pem)) return undefined;
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key.asymmetricKeyDetails?.modulusLength : undefined;
  } catch {
    return undefined;
  }
}

const pkcs1 = (pem: string) => String(createPublicKey(pem).export({ format: 'pem', type: 'pkcs1' }));

/** Format of RSA public keys in PEM (D55), with the keyword `x-minimum-modulus-length` in bits (D56). */
export const rsaPublicKeyPem: Format = {
  validate: (pem) => rsaModulusLength(pem) !== undefined,
  keywords: {
    'x-minimum-modulus-length': {
      isMet: (bits, pem) => (rsaModulusLength(pem) ?? bits) >= bits,
      expected: (bits) => `a key of at least ${bits} bits`,
    },
  },
  hint: otherKeyHint,
  // Keys of several sizes and forms. They are fixed, so that a seed reproduces the generated requests.
  samples: () => [
    RSA_3072,
    pkcs1(RSA_3072),
    RSA_EXPONENT_3,
    RSA_4096,
    RSA_3072.replaceAll('\n', '\r\n'),
    pkcs1(RSA_EXPONENT_3).trimEnd(),
  ],
};

/** Sentence about a text that the format rejects: its kind of key or certificate; undefined if it is neither. */
export function otherKeyHint(text: string): string | undefined {
  if (PRIVATE.test(text)) return 'This is a private key; expected a public key.';
  if (text.includes('-----BEGIN CERTIFICATE-----')) return 'This is a certificate; expected only its public key.';
  try {
    const type = createPublicKey(text).asymmetricKeyType?.toUpperCase();
    return type === undefined || type === 'RSA' ? undefined : `This is a key of the type ${type}; expected RSA.`;
  } catch {
    return undefined;
  }
}
