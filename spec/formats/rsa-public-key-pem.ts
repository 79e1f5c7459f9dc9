import { createPublicKey } from 'node:crypto';
import type { Format } from '../../src/contract/schema/format.ts';
import { RSA_3072, RSA_4096, RSA_EXPONENT_3 } from './public-keys.ts';

/** Matches the first line of a public key in PEM: SubjectPublicKeyInfo (RFC 7468 §13) or PKCS#1 (RFC 8017 A.1.1). */
const BLOCK = /-----BEGIN (?:RSA )?PUBLIC KEY-----/;
const PRIVATE = /PRIVATE KEY-----/;

/**
 * Largest number of public keys in the cache. Clients often send the same public key again, and OpenSSL needs most of
 * the time of a request for a new public key.
 */
const MAX_CACHED_KEYS = 1000;
/**
 * Largest length of a text in the cache, in UTF-16 units. The text of a public key with 16,384 bits has about 3,000
 * units.
 */
const MAX_CACHED_LENGTH = 4096;
const cachedLengths = new Map<string, number>();

/**
 * Returns the length of the RSA public key in a PEM text, in bits. Returns undefined for other keys, and for a text
 * that is not PEM.
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

/**
 * The PEM text of a key in the encoding of most tools: SubjectPublicKeyInfo in lines of 64 characters (RFC 7468 §3).
 */
const USUAL_PEM = /^-----BEGIN PUBLIC KEY-----\n((?:[\w+/]{64}\n)+[\w+/]{0,64}={0,2})\n-----END PUBLIC KEY-----\n?$/;
/** AlgorithmIdentifier of RSA (RFC 8017 A.1), and the exponent 65537, in DER. */
const RSA_ENCRYPTION = Buffer.from('300d06092a864886f70d0101010500', 'hex');
const USUAL_EXPONENT = Buffer.from('0203010001', 'hex');
/** Tags in DER, each followed by the octet 0x82, which announces a length of two octets. */
const [SEQUENCE, BIT_STRING, INTEGER] = [0x3082, 0x0382, 0x0282];

/**
 * Returns the length of an RSA public key in the usual encoding with the exponent 65537, without OpenSSL, which needs about
 * ten times as long. Returns undefined for all other texts, also for keys in other encodings.
 */
export function usualModulusLength(pem: string): number | undefined {
  const base64 = USUAL_PEM.exec(pem)?.[1]?.replaceAll('\n', '');
  if (base64 === undefined) return undefined;
  const der = Buffer.from(base64, 'base64');
  const header = (at: number, tag: number, end = der.length) =>
    der.readUInt16BE(at) === tag && der.readUInt16BE(at + 2) === end - at - 4;
  const exponent = der.length - USUAL_EXPONENT.length;
  const isUsual =
    exponent > 34 &&
    header(0, SEQUENCE) &&
    der.subarray(4, 19).equals(RSA_ENCRYPTION) &&
    header(19, BIT_STRING) &&
    der[23] === 0 &&
    header(24, SEQUENCE) &&
    header(28, INTEGER, exponent) &&
    // The modulus is positive, and its first octet is 0 only to mark the number as positive.
    der.readInt16BE(32) > (der[32] === 0 ? 0x7f : 0xff) &&
    der.subarray(exponent).equals(USUAL_EXPONENT) &&
    der.toString('base64') === base64;
  if (!isUsual) return undefined;
  const first = der.readUInt16BE(32);
  return 8 * (exponent - 34) + 32 - Math.clz32(first);
}

function parseModulusLength(pem: string): number | undefined {
  const usual = usualModulusLength(pem);
  if (usual !== undefined) return usual;
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
 * text. Returns undefined if the text contains neither.
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
