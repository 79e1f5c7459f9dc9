import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Defect, FaultyRequest } from '../defect.ts';
import { jsonOf, withJson } from '../json-message.ts';
import { bodyOf, isOf } from '../messages.ts';
import { defect, readsText, rejectsRequest, rejectsText, rejectsWith, shows } from '../row.ts';

let made: string | undefined;

/** An RSA public key that no request of the suite registers. */
function anotherPem(): string {
  made ??= String(
    generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'pem', type: 'spki' }),
  );
  return made;
}

/** The kind of key that a text contains, such as a private key. */
function kindOf(pem: string): 'rsa' | 'short' | 'other' | 'private' | 'none' {
  if (read(() => createPrivateKey(pem))) return 'private';
  if (pem.includes('BEGIN CERTIFICATE')) return 'none';
  const key = read(() => createPublicKey(pem));
  if (!key) return 'none';
  if (key.asymmetricKeyType !== 'rsa') return 'other';
  return (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048 ? 'short' : 'rsa';
}

function read(parse: () => KeyObject): KeyObject | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

const bitsOf = (pem: string) => createPublicKey(pem).asymmetricKeyDetails?.modulusLength ?? 0;

const pemOf = (request: FaultyRequest) => String(bodyOf(request, 'createJwtKey').publicKeyPem ?? '');

/** The object identifiers of the curve secp112r1, and of an algorithm that does not exist. */
const UNKNOWN_ALGORITHMS = ['2b81040006', '2a864886f70d01017f'].map((hex) => Buffer.from(hex, 'hex'));

/** A faulty server that accepts some texts as if they were an RSA public key of sufficient length. */
const accepts = (isAccepted: (pem: string) => boolean) =>
  readsText('createJwtKey', 'publicKeyPem', (pem) => (kindOf(pem) !== 'rsa' && isAccepted(pem) ? anotherPem() : pem));

/** A faulty server that rejects some valid RSA public keys. */
const rejects = (isRejected: (pem: string) => boolean) =>
  rejectsText('createJwtKey', 'publicKeyPem', (pem) => kindOf(pem) === 'rsa' && isRejected(pem));

/** A faulty server that changes the text of a stored public key. */
const showsPem = (change: (pem: string) => string) =>
  shows('updateJwtKey', 'publicKeyPem', (pem) => change(String(pem)));

/** Defects in the handling of `publicKeyPem`, which break the requirements D55, D56 and D58. */
export const keyMaterial: readonly Defect[] = [
  defect('any-text-is-a-key', 'D55 D56', 'The server accepts any text as `publicKeyPem`.').does(accepts(() => true)),
  defect(
    'short-key-of-the-other-form-is-taken',
    'D56',
    'The server does not check the length of a key in PKCS#1 format.',
  ).does(accepts((pem) => kindOf(pem) === 'short' && pem.includes('BEGIN RSA PUBLIC KEY'))),
  defect('empty-key-is-taken', 'D55', 'The server accepts an empty `publicKeyPem`.').does(accepts((pem) => pem === '')),
  defect('key-without-its-last-line-is-taken', 'D55', 'The server accepts a PEM without its last line.').does(
    accepts((pem) => kindOf(`${pem}\n-----END PUBLIC KEY-----`) === 'rsa'),
  ),
  defect(
    'key-in-its-frame-is-not-read',
    'D55',
    'The server accepts any long text between the BEGIN and END lines of a PEM.',
  ).does(
    accepts(
      (pem) => kindOf(pem) === 'none' && /^-----BEGIN PUBLIC KEY-----.{200,}-----END PUBLIC KEY-----\s*$/s.test(pem),
    ),
  ),
  defect('only-the-frame-of-a-key-is-read', 'D55', 'The server accepts any text that begins like a PEM.').does(
    accepts((pem) => kindOf(pem) === 'none' && pem.startsWith('-----BEGIN PUBLIC KEY-----')),
  ),
  defect(
    'base64-is-taken-for-a-key',
    'D55',
    'The server accepts the base64 of a public key without the BEGIN and END lines of a PEM.',
  ).does(accepts((pem) => /^[A-Za-z0-9+/]{100,}={0,2}$/.test(pem))),
  defect('private-ec-key-is-taken', 'D55', 'The server accepts an EC private key.').does(
    accepts((pem) => pem.includes('BEGIN EC PRIVATE KEY')),
  ),
  defect('any-public-key-is-taken', 'D55', 'The server accepts an EC or Ed25519 public key.').does(
    accepts((pem) => kindOf(pem) === 'other'),
  ),
  defect(
    'key-of-enough-bits-is-taken',
    'D55',
    'The server checks only the number of bits of a public key, and so accepts a DSA key.',
  ).does(accepts((pem) => kindOf(pem) === 'other' && bitsOf(pem) >= 2048)),
  defect(
    'unknown-algorithm-of-a-key-fails',
    'D15',
    'The server responds with 500 to a public key with an algorithm or a curve that its library does not know.',
  ).does(
    rejectsRequest(500, (request) => {
      const lines = pemOf(request).split('\n').slice(1, -2);
      const der = Buffer.from(lines.join(''), 'base64');
      return UNKNOWN_ALGORITHMS.some((identifier) => der.includes(identifier));
    }),
  ),
  defect(
    'encrypted-private-key-behind-a-public-key-is-taken',
    'D55',
    'The server accepts a public key that an encrypted private key follows.',
  ).does(
    readsText('createJwtKey', 'publicKeyPem', (pem) =>
      pem.startsWith('-----BEGIN PUBLIC KEY-----') && pem.includes('BEGIN ENCRYPTED PRIVATE KEY') ? anotherPem() : pem,
    ),
  ),
  defect('private-key-is-taken', 'D55', 'The server accepts a private key and uses its public part.').does(
    accepts((pem) => kindOf(pem) === 'private'),
  ),
  defect(
    'certificate-is-taken',
    'D55',
    'The server accepts a certificate and uses the public key in the certificate.',
  ).does(accepts((pem) => pem.startsWith('-----BEGIN CERTIFICATE-----'))),
  defect('openssh-key-is-taken', 'D55', 'The server accepts an OpenSSH public key.').does(
    accepts((pem) => pem.startsWith('ssh-rsa ')),
  ),
  defect('jwk-is-taken', 'D55', 'The server accepts a public key in JWK format.').does(
    accepts((pem) => pem.startsWith('{')),
  ),
  defect('more-than-1024-bits-are-enough', 'D56', 'The server accepts an RSA key of 1536 bits.').does(
    accepts((pem) => kindOf(pem) === 'short' && pem.length > 300),
  ),
  defect('bits-are-counted-in-bytes', 'D56', 'The server accepts an RSA key with a modulus of 2047 bits.').does(
    accepts((pem) => kindOf(pem) === 'short' && bitsOf(pem) > 2040),
  ),
  defect('short-key-is-taken', 'D56', 'The server accepts an RSA key of 1024 bits.').does(
    accepts((pem) => kindOf(pem) === 'short'),
  ),

  defect('key-is-exchanged', 'D58', 'The server shows the same `publicKeyPem` for every JWT key.').does(
    showsPem(anotherPem),
  ),
  defect('key-without-line-breaks', 'D58', 'The server removes the line breaks of a PEM.').does(
    showsPem((pem) => pem.replaceAll('\n', '')),
  ),
  defect(
    'key-with-escaped-line-breaks',
    'D58',
    'The server shows each line break of a PEM as a backslash and the letter n.',
  ).does(showsPem((pem) => pem.replaceAll('\n', '\\n'))),
  defect('key-is-cut-off', 'D58', 'The server cuts a PEM to 255 characters.').does(
    showsPem((pem) => pem.slice(0, 255)),
  ),
  defect(
    'pkcs1-under-another-name',
    'D58',
    'The server replaces the BEGIN and END lines of a PKCS#1 key (RSA PUBLIC KEY) by the lines for PUBLIC KEY.',
  ).does(showsPem((pem) => pem.replaceAll('RSA PUBLIC KEY', 'PUBLIC KEY'))),

  defect('crlf-in-a-key-is-refused', 'D55', 'The server rejects a PEM with line ends CR LF.').does(
    rejects((pem) => pem.includes('\r\n')),
  ),
  defect('key-without-final-line-end-is-refused', 'D55', 'The server rejects a PEM without a final line end.').does(
    rejects((pem) => !pem.endsWith('\n')),
  ),
  defect('long-key-is-refused', 'D55', 'The server rejects a PEM of more than 700 characters.').does(
    rejects((pem) => pem.length > 700),
  ),
  defect(
    'exponent-other-than-65537-is-refused',
    'D55',
    'The server rejects RSA keys with an exponent other than 65537.',
  ).does(rejects((pem) => createPublicKey(pem).asymmetricKeyDetails?.publicExponent !== 65537n)),

  defect(
    'key-of-the-first-label',
    'D58',
    'A second JWT key with the same label shows the PEM of the first JWT key.',
  ).does(() => {
    const pems = new Map<unknown, unknown>();
    return async (request, forward) => {
      const { label, publicKeyPem } = bodyOf(request, 'createJwtKey');
      const reply = await forward(request);
      const kid = reply.status === 201 ? jsonOf(reply)?.kid : undefined;
      if (kid !== undefined && publicKeyPem !== undefined) {
        if (!pems.has(label)) pems.set(label, publicKeyPem);
        pems.set(kid, pems.get(label));
      }
      const key = isOf(request, 'updateJwtKey') && reply.status === 200 ? jsonOf(reply) : undefined;
      return key ? withJson(reply, { ...key, publicKeyPem: pems.get(key.id) ?? key.publicKeyPem }) : reply;
    };
  }),
  defect(
    'label-of-the-pem-is-ignored',
    'D55',
    'The server accepts a key in PKCS#1 format between the lines of a PUBLIC KEY.',
  ).does(accepts((pem) => kindOf(pem.replaceAll(/(?<!RSA )PUBLIC KEY/g, 'RSA PUBLIC KEY')) === 'rsa')),
  defect('pkcs1-is-refused', 'D50 D55', 'The server rejects a key in an RSA PUBLIC KEY block.').does(
    rejectsText('createJwtKey', 'publicKeyPem', (pem) => pem.startsWith('-----BEGIN RSA PUBLIC KEY-----')),
  ),
  defect('short-key-is-unprocessable', 'D56', 'The server responds with 422 to an RSA key of 1024 bits.').does(
    rejectsWith(400, 422, (request) => kindOf(pemOf(request)) === 'short'),
  ),
  defect(
    'wrong-kind-of-key-is-unprocessable',
    'D55',
    'The server responds with 422 to a public key that is not an RSA key.',
  ).does(rejectsWith(400, 422, (request) => kindOf(pemOf(request)) === 'other')),
];
