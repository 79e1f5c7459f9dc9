import type { Formats } from '../../src/contract/schema/format.ts';
import { rsaPublicKeyPem } from './rsa-public-key-pem.ts';

/** The formats that the document uses in addition to the formats of JSON Schema. */
export const FORMATS: Formats = { 'rsa-public-key-pem': rsaPublicKeyPem };
