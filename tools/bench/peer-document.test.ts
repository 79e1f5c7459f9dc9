import SwaggerParser from '@apidevtools/swagger-parser';
import { expect, test } from 'vitest';
import { loadDocument } from '../../src/contract/document/document.ts';
import { OPENAPI_FILE } from '../../src/project.ts';
import { peerDocument } from './peer-document.ts';

test('converts the contract to a valid OpenAPI 3.0 document with all operations and no extension', async () => {
  const { root } = await loadDocument(OPENAPI_FILE, { trusted: true });
  const document = peerDocument(root);
  await SwaggerParser.validate(structuredClone(document) as never);
  expect(document.openapi).toBe('3.0.3');
  expect(Object.keys(document.paths as object)).toEqual(Object.keys(root.paths as object));
  expect(JSON.stringify(document)).not.toMatch(/"x-|rsa-public-key-pem/);
});
