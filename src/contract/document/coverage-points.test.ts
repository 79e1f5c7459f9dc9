import { expect, test } from 'vitest';
import { contractWith } from '../../../test/helpers/small-contract.ts';
import { coveragePoints } from './coverage-points.ts';

const contract = contractWith({
  schemas: {
    Tree: {
      type: 'object',
      required: ['name'],
      properties: { name: { pattern: '^a' }, next: { $ref: '#/components/schemas/Tree' } },
    },
  },
  paths: {
    '/trees': {
      post: {
        operationId: 'plant',
        parameters: [
          { name: 'garden', in: 'query', required: true },
          { name: 'row', in: 'query' },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['tree'],
                properties: {
                  tree: { $ref: '#/components/schemas/Tree' },
                  tags: { type: 'array', maxItems: 2, items: { enum: ['x', 'y'] } },
                  sizes: { additionalProperties: { minimum: 1 } },
                },
              },
            },
          },
        },
        responses: {
          201: { description: 'planted', content: { 'application/json': {} } },
          400: { description: 'rejected', content: { 'application/problem+json': {} } },
        },
      },
      get: { operationId: 'look', responses: { 304: { description: 'as it was' } } },
    },
  },
});

test('returns a coverage point with its sides for every operation, status, media type, parameter and constraint', () => {
  const points = coveragePoints(contract).map(({ id, kind, sides }) => `${kind}: ${id} (${sides.join(', ')})`);
  expect(points.toSorted()).toEqual(
    [
      'operation: look (accepted, refused)',
      'status: look status 304 (accepted)',
      'operation: plant (accepted, refused)',
      'status: plant status 201 (accepted)',
      'mediaType: plant status 201 application/json (accepted)',
      'status: plant status 400 (refused)',
      'mediaType: plant status 400 application/problem+json (refused)',
      'parameter: plant parameter garden (accepted, refused)',
      'parameter: plant parameter row (accepted)',
      'mediaType: plant body application/json (accepted, refused)',
      ...[
        'required',
        '/ type object',
        '/tree required',
        '/tree type object',
        '/tree/name required',
        '/tree/name pattern',
        // `next` is recursive: its schema is the schema of `tree`, which contains `next`. The coverage points include
        // the constraints of the value of `next`, but not the constraints of the properties of `next`.
        '/tree/next type object',
        '/tags type array',
        '/tags maxItems 2',
        '/tags/* enum x, y',
        '/sizes/* minimum 1',
      ].map((constraint) => `constraint: plant body ${constraint} (accepted, refused)`),
    ].toSorted(),
  );
});
