import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DataError } from './data-error.ts';
import { givenData, readDataFile } from './data-file.ts';
import type { JsonObject } from './json.ts';
import { SchemaCompiler } from './schema/schema-compiler.ts';
import { toViolations } from './schema/violation.ts';

const folder = mkdtempSync(join(tmpdir(), 'data-'));

function file(text: string): string {
  const path = join(folder, 'data.yaml');
  writeFileSync(path, text);
  return path;
}

const SCHEMA: JsonObject = {
  type: 'object',
  required: ['list'],
  additionalProperties: false,
  properties: {
    list: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: { name: { type: 'string' }, size: { type: 'integer', maximum: 9 } },
      },
    },
  },
};

/** The mistakes of a file against the schema, without the path. */
function mistakesOf(text: string): string[] {
  const path = file(text);
  try {
    const data = readDataFile(path);
    data.refuse(toViolations({}, SCHEMA, 'body', new SchemaCompiler({}, false).compile(SCHEMA)(data.value, true)));
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(DataError);
    return (error as DataError).message.split('\n').map((line) => line.replace(`${path}:`, ''));
  }
}

describe('a file of data', () => {
  test.each([
    ['YAML', 'list:\n  - name: a\n    size: 3\n'],
    ['JSON', '{"list": [{"name": "a",\n\t"size": 3}]}'],
    ['JSON indented by tabs', '{\n\t"list": [\n\t\t{\n\t\t\t"name": "a",\n\t\t\t"size": 3\n\t\t}\n\t]\n}'],
    ['with an anchor', 'list: [&a {name: a, size: 3}]\n'],
  ])('in %s is read', (_, text) => {
    expect(readDataFile(file(text)).value).toEqual({ list: [{ name: 'a', size: 3 }] });
    expect(mistakesOf(text)).toEqual([]);
  });

  test.each([
    ['a member', 'list:\n  - name: a\n    size: 30\n', ['3:5: list.0.size: expected a number of at most 9, got 30.']],
    ['an unknown member', 'list:\n  - name: a\n    sise: 3\n', ['3:5: list.0.sise is no member that is known here.']],
    ['a missing member: where its object begins', 'list:\n  - size: 1\n', ['2:5: list.0.name is required.']],
    ['JSON', '{"list": [\n  {"name": 1}]}', ['2:4: list.0.name: expected a string, got 1.']],
    [
      'an alias: where it leads to',
      'list:\n  - &a\n    name: 1\n  - *a\n',
      ['3:5: list.0.name: expected a string, got 1.', '3:5: list.1.name: expected a string, got 1.'],
    ],
    ['the whole', '- name: a\n', ['1:1: expected an object, got an array of 1.']],
    ['nothing at all', '', ['1:1: expected an object, got null.']],
  ])('has a mistake named with its line: %s', (_, text, want) => {
    expect(mistakesOf(text)).toEqual(want);
  });

  test.each([
    ['is no YAML', 'list: [\n  a\n', /^3:1: is neither YAML nor JSON: /],
    ['names a member twice', 'list: []\nlist: []\n', /^2:1: is neither YAML nor JSON: duplicated mapping key/],
    [
      'explodes',
      `a: &a [x]\n${Array.from({ length: 9 }, (_, n) => {
        const [from, to] = ['abcdefghij'[n], 'abcdefghij'[n + 1]];
        return `${to}: &${to} [${Array(9).fill(`*${from}`).join(', ')}]`;
      }).join('\n')}\n`,
      /alias/,
    ],
  ])('that %s is rejected', (_, text, want) => {
    expect(mistakesOf(text)[0]).toMatch(want);
  });

  test('that does not exist is named', () => {
    expect(() => readDataFile('/no/such/file.yaml')).toThrow('/no/such/file.yaml: there is no such file.');
  });

  test('has at most 20 mistakes told', () => {
    const told = mistakesOf(`list: [${Array(25).fill('1').join(', ')}]\n`);
    expect(told).toHaveLength(21);
    expect(told.at(-1)).toBe('And 5 more.');
  });
});

test('data that a program gives has its mistakes told under its name', () => {
  const data = givenData('faults', {});
  expect(() =>
    data.refuse([{ pointer: '/a', detail: 'a is required.', expected: 'a member named a', actual: 'nothing' }]),
  ).toThrow(new DataError('faults: a is required.'));
});
