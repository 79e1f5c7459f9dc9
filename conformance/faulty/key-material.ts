import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Defect } from './defect.ts';
import { isOf, jsonOf, reads, refuses, refusesWith, shows, withJson } from './messages.ts';

let made: string | undefined;

/** An RSA public key that nobody registered. */
function anotherPem(): string {
  made ??= String(
    generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'pem', type: 'spki' }),
  );
  return made;
}

/** What a text is, to a server that looks less closely than it should. */
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

type PemRow = readonly [name: string, description: string, breaks: readonly string[], takes: (pem: string) => boolean];

/** What is taken for an RSA public key of sufficient length. */
const TAKEN: readonly PemRow[] = [
  ['any-text-is-a-key', '`publicKeyPem` is not looked at.', ['D55', 'D56'], () => true],
  [
    'short-key-of-the-other-form-is-taken',
    'The length of a key in PKCS#1 is not looked at.',
    ['D56'],
    (pem) => kindOf(pem) === 'short' && pem.includes('BEGIN RSA PUBLIC KEY'),
  ],
  ['empty-key-is-taken', 'An empty `publicKeyPem` is taken.', ['D55'], (pem) => pem === ''],
  [
    'key-without-its-last-line-is-taken',
    'A PEM whose last line is missing is taken.',
    ['D55'],
    (pem) => kindOf(`${pem}\n-----END PUBLIC KEY-----`) === 'rsa',
  ],
  [
    'key-in-its-frame-is-not-read',
    'What has both lines of a frame and a long text between them is taken for a key.',
    ['D55'],
    (pem) => kindOf(pem) === 'none' && /^-----BEGIN PUBLIC KEY-----.{200,}-----END PUBLIC KEY-----\s*$/s.test(pem),
  ],
  [
    'only-the-frame-of-a-key-is-read',
    'What begins as a public key in PEM is taken for one.',
    ['D55'],
    (pem) => kindOf(pem) === 'none' && pem.startsWith('-----BEGIN PUBLIC KEY-----'),
  ],
  [
    'base64-is-taken-for-a-key',
    'The base64 of a key is taken without its PEM frame.',
    ['D55'],
    (pem) => /^[A-Za-z0-9+/]{100,}={0,2}$/.test(pem),
  ],
  ['private-ec-key-is-taken', 'An EC private key is taken.', ['D55'], (pem) => pem.includes('BEGIN EC PRIVATE KEY')],
  ['any-public-key-is-taken', 'An EC or Ed25519 public key is taken.', ['D55'], (pem) => kindOf(pem) === 'other'],
  [
    'key-of-enough-bits-is-taken',
    'A public key is taken for the length of its modulus: DSA has one, too.',
    ['D55'],
    (pem) => kindOf(pem) === 'other' && (createPublicKey(pem).asymmetricKeyDetails?.modulusLength ?? 0) >= 2048,
  ],
  [
    'private-key-is-taken',
    'A private key is taken: the library reads the public key out of it.',
    ['D55'],
    (pem) => kindOf(pem) === 'private',
  ],
  [
    'certificate-is-taken',
    'A certificate is taken: the library reads the public key out of it.',
    ['D55'],
    (pem) => pem.startsWith('-----BEGIN CERTIFICATE-----'),
  ],
  ['openssh-key-is-taken', 'A line of OpenSSH is taken for a key.', ['D55'], (pem) => pem.startsWith('ssh-rsa ')],
  ['jwk-is-taken', 'A JWK is taken.', ['D55'], (pem) => pem.startsWith('{')],
  [
    'more-than-1024-bits-are-enough',
    'An RSA key of 1536 bits is taken.',
    ['D56'],
    (pem) => kindOf(pem) === 'short' && pem.length > 300,
  ],
  [
    'bits-are-counted-in-bytes',
    'An RSA key of 2047 bits is taken: its modulus has as many bytes as one of 2048.',
    ['D56'],
    (pem) => kindOf(pem) === 'short' && (createPublicKey(pem).asymmetricKeyDetails?.modulusLength ?? 0) > 2040,
  ],
  ['short-key-is-taken', 'An RSA key of 1024 bits is taken.', ['D56'], (pem) => kindOf(pem) === 'short'],
];

/** Good keys that are refused. */
const REFUSED: readonly (readonly [name: string, description: string, isRefused: (pem: string) => boolean])[] = [
  ['crlf-in-a-key-is-refused', 'A PEM with CRLF at its line ends is refused.', (pem) => pem.includes('\r\n')],
  ['key-without-final-line-end-is-refused', 'A PEM must end with a line end.', (pem) => !pem.endsWith('\n')],
  ['long-key-is-refused', 'A PEM of more than 700 characters is refused.', (pem) => pem.length > 700],
  [
    'exponent-other-than-65537-is-refused',
    'A key of another exponent than 65537 is refused.',
    (pem) => createPublicKey(pem).asymmetricKeyDetails?.publicExponent !== 65537n,
  ],
];

type ShownRow = readonly [name: string, description: string, change: (pem: string) => string];

/** Stored keys that come back as something else. */
const SHOWN: readonly ShownRow[] = [
  ['key-is-exchanged', 'Every key comes back as one and the same.', anotherPem],
  ['key-without-line-breaks', 'The line breaks of a PEM are lost.', (pem) => pem.replaceAll('\n', '')],
  ['key-with-escaped-line-breaks', 'The line breaks of a PEM are escaped twice.', (pem) => pem.replaceAll('\n', '\\n')],
  ['key-is-cut-off', 'A PEM is cut to 255 characters.', (pem) => pem.slice(0, 255)],
  [
    'pkcs1-under-another-name',
    'The frame of an RSA PUBLIC KEY is rewritten, and what is in it is not.',
    (pem) => pem.replaceAll('RSA PUBLIC KEY', 'PUBLIC KEY'),
  ],
];

/** Defects of `publicKeyPem`: D55, D56 and D58. */
export const keyMaterial: readonly Defect[] = [
  ...TAKEN.map(([name, description, breaks, takes]) => ({
    name,
    description,
    breaks,
    create: reads('createJwtKey', 'publicKeyPem', (pem) =>
      typeof pem === 'string' && kindOf(pem) !== 'rsa' && takes(pem) ? anotherPem() : pem,
    ),
  })),
  ...SHOWN.map(([name, description, change]) => ({
    name,
    description,
    breaks: ['D58'],
    create: shows('updateJwtKey', 'publicKeyPem', (pem) => change(String(pem))),
  })),
  ...REFUSED.map(([name, description, isRefused]) => ({
    name,
    description,
    breaks: ['D55'],
    create: refuses((request) => {
      const pem = isOf(request, 'createJwtKey') ? jsonOf(request)?.publicKeyPem : undefined;
      return typeof pem === 'string' && kindOf(pem) === 'rsa' && isRefused(pem);
    }, 400),
  })),
  {
    name: 'key-of-the-first-label',
    description: 'Keys are cached by their labels: a second key of one label shows the first.',
    breaks: ['D58'],
    create: () => {
      const pems = new Map<unknown, unknown>();
      return async (request, forward) => {
        const { label, publicKeyPem } = (isOf(request, 'createJwtKey') && jsonOf(request)) || {};
        const reply = await forward(request);
        const kid = reply.status === 201 ? jsonOf(reply)?.kid : undefined;
        if (kid !== undefined && publicKeyPem !== undefined) {
          if (!pems.has(label)) pems.set(label, publicKeyPem);
          pems.set(kid, pems.get(label));
        }
        const key = isOf(request, 'updateJwtKey') && reply.status === 200 ? jsonOf(reply) : undefined;
        return key ? withJson(reply, { ...key, publicKeyPem: pems.get(key.id) ?? key.publicKeyPem }) : reply;
      };
    },
  },
  {
    name: 'pkcs1-is-refused',
    description: 'A key in an RSA PUBLIC KEY block is refused.',
    breaks: ['D50', 'D55'],
    create: refuses((request) => {
      const pem = isOf(request, 'createJwtKey') ? jsonOf(request)?.publicKeyPem : undefined;
      return String(pem).startsWith('-----BEGIN RSA PUBLIC KEY-----');
    }, 400),
  },
  {
    name: 'short-key-is-unprocessable',
    description: 'An RSA key of 1024 bits is refused with 422.',
    breaks: ['D56'],
    create: refusesWith(400, 422, (request) => {
      const pem = isOf(request, 'createJwtKey') ? jsonOf(request)?.publicKeyPem : undefined;
      return typeof pem === 'string' && kindOf(pem) === 'short';
    }),
  },
  {
    name: 'wrong-kind-of-key-is-unprocessable',
    description: 'A public key that is no RSA key is refused with 422.',
    breaks: ['D55'],
    create: refusesWith(400, 422, (request) => {
      const pem = isOf(request, 'createJwtKey') ? jsonOf(request)?.publicKeyPem : undefined;
      return typeof pem === 'string' && kindOf(pem) === 'other';
    }),
  },
];
