import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  CERTIFICATE,
  DSA_2048,
  EC_112,
  RSA_1024,
  RSA_1536,
  RSA_2047,
  RSA_2048,
} from '../../../spec/formats/public-keys.ts';

/** Public keys for the cases. Private keys are generated once per process and never stored. */

function memo<T>(make: () => T): () => T {
  let value: { made: T } | undefined;
  return () => {
    value ??= { made: make() };
    return value.made;
  };
}

const newRsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const rsa = memo(newRsa);
const encrypted = { format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'conformance' } as const;
const ec = memo(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const ed25519 = memo(() => generateKeyPairSync('ed25519'));

const pem = (key: KeyObject, type: 'spki' | 'pkcs1' | 'pkcs8'): string =>
  String(key.export({ format: 'pem', type } as never));

/** Generates the RSA key pair of a run in advance, since the generation takes as long as a hundred requests. */
export function makeKeysAhead(): void {
  rsa();
}

export const spkiKey = (): string => RSA_2048;
export const pkcs1Key = memo(() => pem(createPublicKey(RSA_2048), 'pkcs1'));

let isFresh = true;

/** A public key that no earlier request has registered. */
export function freshKey(): string {
  const { publicKey } = isFresh ? rsa() : newRsa();
  isFresh = false;
  return pem(publicKey, 'spki');
}

/** RSA public keys with fewer bits than required (D56). */
export const SHORT_KEYS: readonly (readonly [id: string, what: string, pem: () => string])[] = [
  ['key-1024-bits', 'a key of 1024 bits', () => RSA_1024],
  ['key-1536-bits', 'a key of 1536 bits', () => RSA_1536],
  ['key-2047-bits', 'a key of 2047 bits', () => RSA_2047],
  ['key-1536-bits-pkcs-1', 'a key of 1536 bits (PKCS#1)', () => pem(createPublicKey(RSA_1536), 'pkcs1')],
];

/** Texts that are not the PEM of an RSA public key. */
export const NO_RSA_PUBLIC_KEYS: readonly (readonly [id: string, what: string, pem: () => string])[] = [
  ['no-pem', 'not PEM', () => 'this is not a key'],
  [
    'base64-key-without-pem-frame',
    'the base64 of a key without a PEM frame',
    () => spkiKey().split('\n').slice(1, -2).join(''),
  ],
  [
    'pem-frame-without-key',
    'a PEM frame without a key',
    () => '-----BEGIN PUBLIC KEY-----\nbm90IGEga2V5\n-----END PUBLIC KEY-----\n',
  ],
  ['pem-cut-off', 'a truncated PEM', () => spkiKey().slice(0, 200)],
  ['pem-without-last-line', 'a PEM without its last line', () => spkiKey().split('\n').slice(0, -2).join('\n')],
  [
    'pem-frame-around-key-cut-off',
    'a PEM frame with a truncated key',
    () => spkiKey().split('\n').toSpliced(2, 2).join('\n'),
  ],
  ['empty', 'empty', () => ''],
  ['private-key-pkcs-8', 'a private key (PKCS#8)', () => pem(rsa().privateKey, 'pkcs8')],
  ['private-key-pkcs-1', 'a private key (PKCS#1)', () => pem(rsa().privateKey, 'pkcs1')],
  [
    'private-key-behind-public-key',
    'a public key followed by a private key',
    () => `${spkiKey()}${pem(rsa().privateKey, 'pkcs8')}`,
  ],
  [
    'private-key-before-public-key',
    'a private key followed by a public key',
    () => `${pem(rsa().privateKey, 'pkcs1')}${spkiKey()}`,
  ],
  [
    'encrypted-private-key-behind-public-key',
    'a public key followed by an encrypted private key',
    () => spkiKey() + rsa().privateKey.export(encrypted),
  ],
  [
    'ec-private-key-behind-public-key',
    'a public key followed by an EC private key (SEC 1)',
    () => spkiKey() + ec().privateKey.export({ format: 'pem', type: 'sec1' }),
  ],
  ['encrypted-private-key', 'an encrypted private key', () => String(rsa().privateKey.export(encrypted))],
  ['certificate', 'a certificate', () => CERTIFICATE],
  ['line-openssh', 'an OpenSSH public key line', () => sshLine(createPublicKey(RSA_2048))],
  ['jwk', 'a JWK', () => JSON.stringify(createPublicKey(RSA_2048).export({ format: 'jwk' }))],
  [
    'ec-private-key-sec-1',
    'an EC private key (SEC 1)',
    () => String(ec().privateKey.export({ format: 'pem', type: 'sec1' })),
  ],
  ['ec-public-key', 'an EC public key', () => pem(ec().publicKey, 'spki')],
  ['ec-public-key-rare-curve', 'an EC public key with a rare curve (secp112r1)', () => EC_112],
  ['unknown-algorithm', 'a public key with an unknown algorithm', ofUnknownAlgorithm],
  ['ed25519-public-key', 'an Ed25519 public key', () => pem(ed25519().publicKey, 'spki')],
  ['dsa-public-key-2048-bits', 'a DSA public key of 2048 bits', () => DSA_2048],
];

/** RSA public keys whose first line names another structure than the structure of the key (RFC 7468 §13). */
export const MISLABELLED_KEYS: readonly (readonly [id: string, what: string, pem: () => string])[] = [
  [
    'pkcs-1-as-public-key',
    'a key in PKCS#1 format between the lines of a PUBLIC KEY',
    () => pkcs1Key().replaceAll('RSA PUBLIC KEY', 'PUBLIC KEY'),
  ],
  [
    'spki-as-rsa-public-key',
    'a key in SubjectPublicKeyInfo format between the lines of an RSA PUBLIC KEY',
    () => spkiKey().replaceAll('PUBLIC KEY', 'RSA PUBLIC KEY'),
  ],
];

/** An RSA public key whose object identifier of the algorithm is replaced by one that no algorithm has. */
function ofUnknownAlgorithm(): string {
  const rsaEncryption = Buffer.from('2a864886f70d010101', 'hex');
  const der = createPublicKey(RSA_2048).export({ format: 'der', type: 'spki' });
  der[der.indexOf(rsaEncryption) + rsaEncryption.length - 1] = 0x7f;
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n');
}

/**
 * A line of the OpenSSH file `authorized_keys`. In an OpenSSH key, the length of each part of the key precedes the part
 * (RFC 4253 §6.6).
 */
function sshLine(key: KeyObject): string {
  const { e = '', n = '' } = key.export({ format: 'jwk' });
  // A zero byte precedes the modulus, since a number whose highest bit is 1 would be negative.
  const parts = ['ssh-rsa', Buffer.from(e, 'base64url'), Buffer.concat([Buffer.of(0), Buffer.from(n, 'base64url')])];
  const blob = parts.map((part) => Buffer.from(part)).flatMap((part) => [lengthOf(part), part]);
  return `ssh-rsa ${Buffer.concat(blob).toString('base64')} conformance`;
}

function lengthOf({ length }: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

/** True if two PEM texts contain the same public key, even in different encodings. */
export function isSameKey(one: string, other: unknown): boolean {
  if (typeof other !== 'string') return false;
  try {
    return createPublicKey(one).equals(createPublicKey(other));
  } catch {
    return false;
  }
}
