import { generateKeyPairSync } from 'node:crypto';

/** A valid public key. */
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
