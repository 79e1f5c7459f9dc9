import { generateKeyPairSync } from 'node:crypto';

/** Generates a valid RSA public key. */
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
