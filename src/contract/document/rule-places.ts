import type { Node } from 'yaml';
import { append } from '../json-pointer.ts';
import { yamlNodes } from '../yaml-nodes.ts';

/** Position in the text of an OpenAPI document. Lines and columns start at 1. */
export interface Place {
  /** JSON Pointer of the document node at the position. */
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
}

/** Positions in the text of an OpenAPI document to which reports can link a finding. */
export interface RulePlaces {
  /** Positions of the items of `x-rules`, by rule ID; several positions of a rule have the order of the document. */
  readonly rules: ReadonlyMap<string, readonly Place[]>;
  /** Operations by operationId. */
  readonly operations: ReadonlyMap<string, Place>;
}

/** Finds each rule (`x-rules`) and each operation in the text of a document in YAML or JSON. */
export function locateRules(text: string): RulePlaces {
  const { isMap, isScalar, isSeq, LineCounter, parseDocument } = yamlNodes();
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const rules = new Map<string, Place[]>();
  const operations = new Map<string, Place>();
  const placeOf = (pointer: string, node: Node): Place => {
    const { line, col } = lines.linePos(node.range?.[0] ?? 0);
    return { pointer, line, column: col };
  };
  const walk = (node: unknown, pointer: string) => {
    if (isSeq(node)) for (const [index, item] of node.items.entries()) walk(item, append(pointer, index));
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      if (!isScalar(key)) continue;
      if (key.value === 'x-rules') {
        for (const [id, item] of namedIn(value)) rules.set(id, [...(rules.get(id) ?? []), placeOf(pointer, item)]);
      } else {
        if (key.value === 'operationId' && isScalar(value)) operations.set(String(value.value), placeOf(pointer, key));
        walk(value, append(pointer, String(key.value)));
      }
    }
  };
  walk(contents, '');
  return { rules, operations };
}

/** IDs of the rules in a list `x-rules`, each with the YAML node that gives the position of the rule in the text. */
function namedIn(list: unknown): [string, Node][] {
  const { isMap, isSeq } = yamlNodes();
  if (!isSeq(list)) return [];
  return list.items.flatMap((item): [string, Node][] => {
    const id = isMap(item) ? item.get('id') : undefined;
    return isMap(item) && typeof id === 'string' ? [[id, item]] : [];
  });
}
