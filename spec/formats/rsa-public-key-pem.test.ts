import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { violationsOf } from '../../test/helpers/small-contract.ts';
import { FORMATS } from './index.ts';
import { otherKeyHint, rsaModulusLength } from './rsa-public-key-pem.ts';

const spkiOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
const spki = spkiOf(rsa.publicKey);
const pkcs1 = rsa.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const privateKey = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const ec = spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey);
const ed25519 = spkiOf(generateKeyPairSync('ed25519').publicKey);
const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

test.each<[string, string, number | undefined]>([
  ['a PUBLIC KEY', spki, 1024],
  ['an RSA PUBLIC KEY', pkcs1, 1024],
  ['a key with CRLF', spki.replaceAll('\n', '\r\n'), 1024],
  ['an EC key', ec, undefined],
  ['an Ed25519 key', ed25519, undefined],
  ['a private key, from which Node.js could derive the public key', privateKey, undefined],
  ['a public key followed by a private key', spki + privateKey, undefined],
  ['a certificate', certificate, undefined],
  ['a block without a key', spki.replace(/\n.+\n/, '\nAAAA\n'), undefined],
  ['a key without its first and last line', spki.replaceAll(/-----.*\n/g, ''), undefined],
  ['a text that is not PEM', 'not a key', undefined],
])('returns the same length in bits for two reads of %s', (_, text, bits) => {
  expect([rsaModulusLength(text), rsaModulusLength(text)]).toEqual([bits, bits]);
});

test.each(['A', 'Q', 'f', 'g', '/', '=', '\n'])(
  'returns the length that OpenSSL reads if any character of a usual public key is %j',
  (character) => {
    const usual = spkiOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey);
    const changed = Array.from(usual, (_, at) => usual.slice(0, at) + character + usual.slice(at + 1));
    expect(rsaModulusLength(usual)).toBe(2048);
    expect(changed.map(rsaModulusLength)).toEqual(changed.map(lengthInOpenSsl));
  },
);

function lengthInOpenSsl(pem: string): number | undefined {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(pem);
    return asymmetricKeyType === 'rsa' ? asymmetricKeyDetails?.modulusLength : undefined;
  } catch {
    return undefined;
  }
}

test('reads more public keys than the cache can store, and a text that is too long for the cache', () => {
  for (let n = 0; n <= 1000; n++) rsaModulusLength(`${' '.repeat(n)}${spki}`);
  expect(rsaModulusLength(spki)).toBe(1024);
  expect(rsaModulusLength(`${'x'.repeat(5000)}\n${spki}`)).toBe(1024);
});

test.each<[string, string, string | undefined]>([
  ['a private key', privateKey, 'This is a private key; expected a public key.'],
  ['a certificate', certificate, 'This is a certificate; expected only its public key.'],
  ['an EC key', ec, 'This is a key of the type EC; expected RSA.'],
  ['an Ed25519 key', ed25519, 'This is a key of the type ED25519; expected RSA.'],
  ['an RSA key that was rejected for another reason', spki, undefined],
  ['a text without a key', 'not a key', undefined],
])('names the kind of key in the hint for %s', (_, text, hint) => {
  expect(otherKeyHint(text)).toBe(hint);
});

test.each([
  ['of 1024 bits', spki, ['x-minimum-modulus-length']],
  ['of another type', ec, ['format']],
])('rejects a public key %s, and reports the keywords that the public key violates', (_, pem, keywords) => {
  const schema = { type: 'string', format: 'rsa-public-key-pem', 'x-minimum-modulus-length': 2048 };
  const found = violationsOf(schema, pem, FORMATS);
  expect(found.map(({ keyword }) => keyword)).toEqual(keywords);
  expect(found[0]?.expected).toMatch(/^(?:a key of at least 2048 bits|a PEM-encoded RSA public key)$/);
});
