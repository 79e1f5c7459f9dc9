import type { Formats } from '../../src/contract/schema/format.ts';
import { rsaPublicKeyPem } from './rsa-public-key-pem.ts';

/** The formats that the document uses beside those of JSON Schema. */
export const FORMATS: Formats = { 'rsa-public-key-pem': rsaPublicKeyPem };
