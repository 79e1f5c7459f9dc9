import type { ErrorObject } from 'ajv/dist/2020.js';
import { isObject, type JsonObject } from '../json.ts';
import type { Formats } from '../schema/format.ts';
import { child, conjuncts, isClosed, memberNames, type SchemaChain, schemaAt } from '../schema/schema-walk.ts';
import { nearest } from './spelling.ts';

/** An item of `x-mistaken`: a name or value that is often taken for the right one. */
interface Mistake {
  /** A wrong name of the member on which it stands. */
  readonly name?: string;
  /** A wrong value, and the right one; that may be left out when the enum has one value alone. */
  readonly value?: unknown;
  readonly meant?: unknown;
  /** The rule of the contract that says so. */
  readonly rule?: string;
}

/** Of a large object, the first unknown members are looked at: garbage has thousands. */
const MAX_UNKNOWN = 20;

/** What the sender probably meant, where the error and the document tell; one sentence. */
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
      return isObject(data) ? forMissing(document, nodes, data, String(params.missingProperty)) : undefined;
    case 'enum':
      return forValue(document, nodes, data, Array.isArray(value) ? value : []);
    case 'const':
      return forValue(document, nodes, data, [value]);
    case 'format':
      return typeof data === 'string' ? formats[String(value)]?.hint?.(data) : undefined;
    default:
      return undefined;
  }
}

/** A member that the document requires is not there: is another there in its place? */
function forMissing(document: JsonObject, nodes: SchemaChain, value: JsonObject, missing: string): string | undefined {
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

/** A member is there that the document does not name: which of those that are not there is it? */
export function hintForSurplus(
  document: JsonObject,
  nodes: SchemaChain,
  value: JsonObject,
  surplus: string,
): string | undefined {
  const absent = memberNames(document, nodes).filter((name) => !Object.hasOwn(value, name));
  for (const name of absent) {
    const mistake = mistakesAt(document, child(document, nodes, name)).find((one) => one.name === surplus);
    if (mistake) return sentence(surplus, name, mistake.rule);
  }
  return misspelt(surplus, absent);
}

function forValue(
  document: JsonObject,
  nodes: SchemaChain,
  value: unknown,
  known: readonly unknown[],
): string | undefined {
  if (typeof value !== 'string') return undefined;
  const mistake = mistakesAt(document, nodes).find((one) => one.value === value);
  const meant = mistake?.meant ?? (known.length === 1 ? known[0] : undefined);
  if (mistake && meant !== undefined) return sentence(value, String(meant), mistake.rule);
  return misspelt(
    value,
    known.filter((one) => typeof one === 'string'),
  );
}

/** For a word that is none of those that are known, the nearest, in one sentence. */
export function misspelt(word: string, known: readonly string[]): string | undefined {
  const found = nearest(word, known);
  return found && sentence(word, found.word, undefined, found.sure);
}

function sentence(wrong: string, right: string, rule: string | undefined, sure = true): string {
  const see = rule === undefined ? '' : `, see ${rule}`;
  return sure
    ? `\`${wrong}\` is not in the contract; it is \`${right}\`${see}.`
    : `\`${wrong}\` is not in the contract; did you mean \`${right}\`?`;
}

function mistakesAt(document: JsonObject, nodes: SchemaChain | undefined): Mistake[] {
  return conjuncts(document, nodes ?? []).flatMap((node) => {
    const mistakes = node['x-mistaken'];
    return Array.isArray(mistakes) ? (mistakes.filter(isObject) as Mistake[]) : [];
  });
}
