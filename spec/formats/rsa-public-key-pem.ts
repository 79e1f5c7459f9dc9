import { createPublicKey } from 'node:crypto';
import type { Format } from '../../src/contract/schema/format.ts';
import { RSA_3072, RSA_4096, RSA_EXPONENT_3 } from './public-keys.ts';

/** RFC 7468 labels: SubjectPublicKeyInfo (§13) and PKCS#1 (RFC 8017 A.1.1). */
const BLOCK = /-----BEGIN (?:RSA )?PUBLIC KEY-----/;
const PRIVATE = /PRIVATE KEY-----/;

/** Clients send the same few keys over and over, and OpenSSL takes longer than all the rest of a request. */
const REMEMBERED = 1000;
/** Of a text that is worth remembering: a key of 16,384 bits has 3 KB. */
const LONGEST = 4096;
const lengths = new Map<string, number>();

/** The bits of the RSA public key in the text, or undefined: not PEM, another kind of key, a private key. */
export function rsaModulusLength(pem: string): number | undefined {
  const known = lengths.get(pem);
  if (known !== undefined) return known;
  const length = read(pem);
  if (length === undefined || pem.length > LONGEST) return length;
  if (lengths.size >= REMEMBERED) lengths.clear();
  lengths.set(pem, length);
  return length;
}

function read(pem: string): number | undefined {
  if (!BLOCK.test(pem) || PRIVATE.test(pem)) return undefined;
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key.asymmetricKeyDetails?.modulusLength : undefined;
  } catch {
    return undefined;
  }
}

const pkcs1 = (pem: string) => String(createPublicKey(pem).export({ format: 'pem', type: 'pkcs1' }));

/** RSA public keys in PEM (D55), and `x-minimum-modulus-length` in bits (D56). */
export const rsaPublicKeyPem: Format = {
  validate: (pem) => rsaModulusLength(pem) !== undefined,
  keywords: {
    'x-minimum-modulus-length': {
      isMet: (bits, pem) => (rsaModulusLength(pem) ?? bits) >= bits,
      expected: (bits) => `a key of at least ${bits} bits`,
    },
  },
  hint: otherKeyHint,
  // Keys of several sizes and forms; always the same ones, so that a seed repeats them.
  samples: () => [
    RSA_3072,
    pkcs1(RSA_3072),
    RSA_EXPONENT_3,
    RSA_4096,
    RSA_3072.replaceAll('\n', '\r\n'),
    pkcs1(RSA_EXPONENT_3).trimEnd(),
  ],
};

/** What a text that the format rejects is in its place, where that is plain; one sentence. */
export function otherKeyHint(text: string): string | undefined {
  if (PRIVATE.test(text)) return 'This is a private key; the public one is meant.';
  if (text.includes('-----BEGIN CERTIFICATE-----')) return 'This is a certificate; the public key in it is meant.';
  try {
    const type = createPublicKey(text).asymmetricKeyType?.toUpperCase();
    return type === undefined || type === 'RSA' ? undefined : `This is a key of the type ${type}; RSA is meant.`;
  } catch {
    return undefined;
  }
}
