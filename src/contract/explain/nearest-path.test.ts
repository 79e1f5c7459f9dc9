import { expect, test } from 'vitest';
import { nearestPath } from './nearest-path.ts';

const TEMPLATES = [
  '/v1/projects/{project}/jwt-keys',
  '/v1/projects/{project}/jwt-keys/{key}',
  '/v1/orgs/{org}/invites',
];

test.each([
  ['without the base path', '/projects/demo/jwt-keys', '/v1/projects/{project}/jwt-keys'],
  ['with the base path twice', '/v1/v1/orgs/7/invites', '/v1/orgs/{org}/invites'],
  ['with another version', '/v2/orgs/7/invites', '/v1/orgs/{org}/invites'],
  ['with another base path', '/api/orgs/7/invites', '/v1/orgs/{org}/invites'],
  ['with another last segment', '/v1/orgs/7/members', undefined],
  ['misspelt', '/v1/project/demo/jwtKeys', '/v1/projects/{project}/jwt-keys'],
  ['with a slash at the end', '/v1/projects/demo/jwt-keys/', '/v1/projects/{project}/jwt-keys'],
  ['with two slashes', '//v1/orgs/7/invites', '/v1/orgs/{org}/invites'],
  ['of another service', '/v1/users/7/sessions', undefined],
  ['without segments', '/', undefined],
  ['that is very long', `/v1/orgs/${'7'.repeat(200)}/invite`, undefined],
])('returns the most similar path template for a path %s', (_, path, want) => {
  expect(nearestPath(path, TEMPLATES)).toBe(want);
});
