import { generateKeyPairSync } from 'node:crypto';

/** A key that the service takes. */
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
