import { describe, expect, test } from 'vitest';
import { Identifiers } from './identifiers.ts';

const ofTarget = {
  project: { id: '6a1f0d3e-0000-4000-8000-000000000001', name: 'acme' },
  otherProject: { id: '11111111-1111-4111-8111-111111111111', name: 'demo-project' },
  provider: 'zoho',
  installations: ['i-1', 'i-2'],
};
const ofMock = {
  project: { id: '11111111-1111-4111-8111-111111111111', name: 'demo-project' },
  otherProject: { id: '22222222-2222-4222-8222-222222222222', name: 'other-project' },
  provider: 'salesforce',
  installations: ['55555555-5555-4555-8555-555555555551', '55555555-5555-4555-8555-555555555552'],
};
const identifiers = new Identifiers(ofTarget, ofMock);

describe('Identifiers', () => {
  test.each([
    ['/v1/projects/acme/jwt-keys', '/v1/projects/demo-project/jwt-keys'],
    [
      '/v1/projects/6a1f0d3e-0000-4000-8000-000000000001?a=/acme/',
      '/v1/projects/11111111-1111-4111-8111-111111111111?a=/acme/',
    ],
    // An identifier of the target may equal the identifier of a different record of the mock, so a replaced identifier
    // must not be replaced again.
    ['/v1/projects/11111111-1111-4111-8111-111111111111', '/v1/projects/22222222-2222-4222-8222-222222222222'],
    ['/v1/projects/demo-project', '/v1/projects/other-project'],
    ['/v1/x/i-2', '/v1/x/55555555-5555-4555-8555-555555555552'],
    // A variant of a target's identifier, such as upper case, becomes the same variant of the mock's identifier.
    ['/v1/x/6a1f0d3e-0000-4000-8000-0000000000010', '/v1/x/11111111-1111-4111-8111-1111111111110'],
    ['/v1/x/6A1F0D3E-0000-4000-8000-000000000001', '/v1/x/11111111-1111-4111-8111-111111111111'],
    ['/v1/x/acme2/%zz', '/v1/x/acme2/%zz'],
  ])('replaces the identifiers in the path %s: %s', (path, want) => {
    expect(identifiers.inPath(path)).toBe(want);
  });

  test('replaces a short identifier in a body only if the identifier is a complete JSON string', () => {
    expect(identifiers.inJson('{"provider": "zoho",  "label": "zoho one", "id": "i-1"}')).toBe(
      '{"provider": "salesforce",  "label": "zoho one", "id": "55555555-5555-4555-8555-555555555551"}',
    );
  });

  test('replaces the identifiers of the mock by the identifiers of the target in responses of the mock', () => {
    expect(identifiers.ofTarget('Project demo-project has no 55555555-5555-4555-8555-555555555551x')).toBe(
      'Project acme has no 55555555-5555-4555-8555-555555555551x',
    );
  });

  test('learns pairs of identifiers from the responses of the target and of the mock', () => {
    const learning = new Identifiers({}, {});
    learning.learn({ kid: 'k-1', label: 'a' }, { kid: 'm-1', label: 'b' });
    learning.learn({ kid: 'k-1' }, { kid: 'm-2' });
    learning.learn(['k-2'], undefined);
    expect(learning.inPath('/keys/k-1/a')).toBe('/keys/m-1/a');
    expect(learning.ofTarget('"m-1"')).toBe('"k-1"');
  });

  test('throws an error for two fixtures with the same identifier', () => {
    const same = { ...ofTarget, org: { id: 'acme' } };
    expect(() => new Identifiers(same, { ...ofMock, org: { id: '3' } })).toThrow(
      'two fixtures have the identifier "acme"',
    );
  });
});
