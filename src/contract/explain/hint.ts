import type { ErrorObject } from 'ajv/dist/2020.js';
import { isObject, type JsonObject } from '../json.ts';
import type { Formats } from '../schema/format.ts';
import { child, conjuncts, isClosed, memberNames, type SchemaChain, schemaAt } from '../schema/schema-walk.ts';
import { nearest } from './spelling.ts';

/** Item of `x-mistaken`: a name or value that senders often use by mistake. */
interface Mistake {
  /** Wrong name that senders use in place of the correct name of a property. */
  readonly name?: string;
  /** Wrong value and correct value; the correct value may be absent if the enum has a single value. */
  readonly value?: unknown;
  readonly meant?: unknown;
  /** ID of the rule that forbids the mistake. */
  readonly rule?: string;
}

/**
 * Maximum number of unknown properties that are compared with known names, since an invalid body may have thousands of
 * properties.
 */
const MAX_UNKNOWN = 20;

/** Sentence about the probable mistake of the sender; undefined if the mistake is unclear. */
export function hintFor(
  document: JsonObject,
  schema: unknown,
  path: readonly string[],
  error: ErrorObject,
  formats: Formats,
): string | undefined {
  const nodes = schemaAt(document, schema, path);
  if (!nodes) return undefined;
  const { keyword, params, data, schema: value } = error;
  switch (keyword) {
    case 'required':
      return isObject(data) ? hintForMissing(document, nodes, data, String(params.missingProperty)) : undefined;
    case 'enum':
      return hintForValue(document, nodes, data, Array.isArray(value) ? value : []);
    case 'const':
      return hintForValue(document, nodes, data, [value]);
    case 'format':
      return typeof data === 'string' ? formats[String(value)]?.hint?.(data) : undefined;
    default:
      return undefined;
  }
}

/** Hint about an unknown property that the sender probably used in place of a missing required property. */
function hintForMissing(
  document: JsonObject,
  nodes: SchemaChain,
  value: JsonObject,
  missing: string,
): string | undefined {
  const isMap = conjuncts(document, nodes).some(({ additionalProperties }) => isObject(additionalProperties));
  if (isMap || !isClosed(document, nodes)) return undefined;
  const known = new Set(memberNames(document, nodes));
  const unknown: string[] = [];
  for (const name in value) {
    if (!known.has(name)) unknown.push(name);
    if (unknown.length === MAX_UNKNOWN) break;
  }
  const mistake = mistakesAt(document, child(document, nodes, missing)).find(
    ({ name }) => name !== undefined && unknown.includes(name),
  );
  if (mistake?.name !== undefined) return sentence(mistake.name, missing, mistake.rule);
  const found = nearest(missing, unknown);
  return found && sentence(found.word, missing, undefined, found.sure);
}

/** Hint about an unknown property that the sender probably used in place of an absent optional property. */
export function hintForUnknownProperty(
  document: JsonObject,
  nodes: SchemaChain,
  value: JsonObject,
  unknownName: string,
): string | undefined {
  const absent = memberNames(document, nodes).filter((name) => !Object.hasOwn(value, name));
  for (const name of absent) {
    const mistake = mistakesAt(document, child(document, nodes, name)).find((one) => one.name === unknownName);
    if (mistake) return sentence(unknownName, name, mistake.rule);
  }
  return hintForSpelling(unknownName, absent);
}

function hintForValue(
  document: JsonObject,
  nodes: SchemaChain,
  value: unknown,
  known: readonly unknown[],
): string | undefined {
  if (typeof value !== 'string') return undefined;
  const mistake = mistakesAt(document, nodes).find((one) => one.value === value);
  const meant = mistake?.meant ?? (known.length === 1 ? known[0] : undefined);
  if (mistake && meant !== undefined) return sentence(value, String(meant), mistake.rule);
  return hintForSpelling(
    value,
    known.filter((one) => typeof one === 'string'),
  );
}

/**
 * Sentence that suggests the known word with the most similar spelling to an unknown word; undefined if no word is
 * similar.
 */
export function hintForSpelling(word: string, known: readonly string[]): string | undefined {
  const found = nearest(word, known);
  return found && sentence(word, found.word, undefined, found.sure);
}

function sentence(wrong: string, right: string, rule: string | undefined, sure = true): string {
  const reference = rule === undefined ? '' : ` (${rule})`;
  return sure
    ? `\`${wrong}\` is not in the contract; use \`${right}\`${reference}.`
    : `\`${wrong}\` is not in the contract; did you mean \`${right}\`?`;
}

function mistakesAt(document: JsonObject, nodes: SchemaChain | undefined): Mistake[] {
  return conjuncts(document, nodes ?? []).flatMap((node) => {
    const mistakes = node['x-mistaken'];
    return Array.isArray(mistakes) ? (mistakes.filter(isObject) as Mistake[]) : [];
  });
}
