import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DataError } from './data-error.ts';
import { programData, readDataFile } from './data-file.ts';
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

/** Messages about the violations of a schema in a file, without the path of the file. */
function mistakesOf(text: string): string[] {
  const path = file(text);
  try {
    const data = readDataFile(path);
    data.requireNone(toViolations({}, SCHEMA, 'body', new SchemaCompiler({}, false).compile(SCHEMA)(data.value, true)));
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(DataError);
    return (error as DataError).message.split('\n').map((line) => line.replace(`${path}:`, ''));
  }
}

describe('readDataFile', () => {
  test.each([
    ['YAML', 'list:\n  - name: a\n    size: 3\n'],
    ['JSON', '{"list": [{"name": "a",\n\t"size": 3}]}'],
    ['JSON indented by tabs', '{\n\t"list": [\n\t\t{\n\t\t\t"name": "a",\n\t\t\t"size": 3\n\t\t}\n\t]\n}'],
    ['an anchor', 'list: [&a {name: a, size: 3}]\n'],
  ])('reads %s', (_, text) => {
    expect(readDataFile(file(text)).value).toEqual({ list: [{ name: 'a', size: 3 }] });
    expect(mistakesOf(text)).toEqual([]);
  });

  test.each([
    [
      'in a property',
      'list:\n  - name: a\n    size: 30\n',
      ['3:5: list.0.size: expected a number of at most 9, got 30.'],
    ],
    ['of an unknown property', 'list:\n  - name: a\n    sise: 3\n', ['3:5: list.0.sise is an unknown property.']],
    ['of a missing property, as the position of its object', 'list:\n  - size: 1\n', ['2:5: list.0.name is required.']],
    ['in JSON', '{"list": [\n  {"name": 1}]}', ['2:4: list.0.name: expected a string, got 1.']],
    [
      'in an alias, as the position of its anchor',
      'list:\n  - &a\n    name: 1\n  - *a\n',
      ['3:5: list.0.name: expected a string, got 1.', '3:5: list.1.name: expected a string, got 1.'],
    ],
    ['of the root', '- name: a\n', ['1:1: expected an object, got an array of 1.']],
    ['of an empty file', '', ['1:1: expected an object, got null.']],
  ])('reports the position of a mistake %s', (_, text, want) => {
    expect(mistakesOf(text)).toEqual(want);
  });

  test.each([
    ['that is not YAML', 'list: [\n  a\n', /^3:1: is neither YAML nor JSON: /],
    ['with a duplicate property', 'list: []\nlist: []\n', /^2:1: is neither YAML nor JSON: duplicated mapping key/],
    [
      'with nested aliases that expand exponentially',
      `a: &a [x]\n${Array.from({ length: 9 }, (_, n) => {
        const [from, to] = ['abcdefghij'[n], 'abcdefghij'[n + 1]];
        return `${to}: &${to} [${Array(9).fill(`*${from}`).join(', ')}]`;
      }).join('\n')}\n`,
      /alias/,
    ],
  ])('rejects a file %s', (_, text, want) => {
    expect(mistakesOf(text)[0]).toMatch(want);
  });

  test('rejects a nonexistent file', () => {
    expect(() => readDataFile('/no/such/file.yaml')).toThrow('/no/such/file.yaml: the file does not exist.');
  });

  test('lists at most 20 mistakes of a file', () => {
    const mistakes = mistakesOf(`list: [${Array(25).fill('1').join(', ')}]\n`);
    expect(mistakes).toHaveLength(21);
    expect(mistakes.at(-1)).toBe('And 5 more.');
  });
});

test('lists the mistakes in a value that a program passes, with the given name in place of a position in a file', () => {
  const data = programData('faults', {});
  expect(() =>
    data.requireNone([{ pointer: '/a', detail: 'a is required.', expected: 'the property a', actual: 'nothing' }]),
  ).toThrow(new DataError('faults: a is required.'));
});
