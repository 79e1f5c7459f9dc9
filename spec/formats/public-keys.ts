import { readFileSync } from 'node:fs';

/** Reads the PEM text of a file in the folder `keys`. The private keys of these public keys were deleted. */
function read(name: string): string {
  return readFileSync(new URL(`./keys/${name}.pem`, import.meta.url), 'utf8');
}

export const RSA_1024 = read('rsa-1024');
export const RSA_1536 = read('rsa-1536');
export const RSA_2047 = read('rsa-2047');
export const RSA_2048 = read('rsa-2048');
export const RSA_3072 = read('rsa-3072');
export const RSA_4096 = read('rsa-4096');
export const RSA_8192 = read('rsa-8192');
export const RSA_EXPONENT_3 = read('rsa-exponent-3');
export const DSA_2048 = read('dsa-2048');
export const EC_112 = read('ec-secp112r1');
export const CERTIFICATE = read('certificate');
