import { createPublicKey } from 'node:crypto';
import type { Format } from '../../src/contract/schema/format.ts';
import { RSA_3072, RSA_4096, RSA_EXPONENT_3 } from './public-keys.ts';

/** Matches the first line of a public key in PEM: SubjectPublicKeyInfo (RFC 7468 §13) or PKCS#1 (RFC 8017 A.1.1). */
const BLOCK = /-----BEGIN (?:RSA )?PUBLIC KEY-----/;
const PRIVATE = /PRIVATE KEY-----/;
/**
 * Matches the most frequent public keys: RSA keys with 2048 bits and the exponent 65537 in the form that OpenSSL writes
 * (RFC 5280 §4.1, RFC 8017 A.1.1). All bytes of such a key except its modulus are constant. OpenSSL needs ten times as
 * long as this pattern to read the key.
 */
const USUAL_2048 =
  /^-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA[g-z\d+/][a-zA-Z\d+/]{19}\n(?:[a-zA-Z\d+/]{64}\n){5}[a-zA-Z\d+/][AQgw]IDAQAB\n-----END PUBLIC KEY-----\n?$/;

/**
 * Largest number of public keys in the cache. Clients often send the same public key again. Without the cache, OpenSSL
 * needs more time to read a public key than the mock needs for the rest of the request.
 */
const MAX_CACHED_KEYS = 1000;
/**
 * Largest length of a text in the cache, in UTF-16 units. The text of a public key with 16,384 bits has about 3,000
 * units.
 */
const MAX_CACHED_LENGTH = 4096;
const cachedLengths = new Map<string, number>();

/**
 * Returns the length of the RSA public key in a PEM text, in bits. Returns undefined for a key of another kind, and for
 * a text that is not PEM.
 */
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
  if (USUAL_2048.test(pem)) return 2048;
  if (!BLOCK.test(pem) || PRIVATE.test(pem)) return undefined;
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key.asymmetricKeyDetails?.modulusLength : undefined;
  } catch {
    return undefined;
  }
}

const pkcs1 = (pem: string) => String(createPublicKey(pem).export({ format: 'pem', type: 'pkcs1' }));

/**
 * The format of RSA public keys in PEM (D55). The value of its keyword `x-minimum-modulus-length` is a number of bits
 * (D56).
 */
export const rsaPublicKeyPem: Format = {
  validate: (pem) => rsaModulusLength(pem) !== undefined,
  expected: 'a PEM-encoded RSA public key',
  keywords: {
    'x-minimum-modulus-length': {
      isMet: (bits, pem) => (rsaModulusLength(pem) ?? bits) >= bits,
      expected: (bits) => `a key of at least ${bits} bits`,
    },
  },
  hint: otherKeyHint,
  // Public keys of several lengths and encodings. The public keys are constants, so that a seed reproduces the
  // generated requests.
  samples: () => [
    RSA_3072,
    pkcs1(RSA_3072),
    RSA_EXPONENT_3,
    RSA_4096,
    RSA_3072.replaceAll('\n', '\r\n'),
    pkcs1(RSA_EXPONENT_3).trimEnd(),
  ],
};

/**
 * Returns a sentence about a text that the format rejects. The sentence names the kind of key or certificate in the
 * text. Returns undefined if the text contains neither a certificate nor a key of another kind than a public RSA key.
 */
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
