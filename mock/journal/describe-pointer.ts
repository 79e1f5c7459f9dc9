import { tokens } from '../../src/contract/json-pointer.ts';

/**
 * Converts the JSON Pointer of a value in an exchange to text for a reader: `/request/body/label` becomes `body.label`,
 * and `/request/headers/accept` becomes `header accept`.
 */
export function describePointer(pointer: string): string {
  const [first = '', second = '', ...rest] = tokens(pointer);
  const owner = first === 'response' ? 'response ' : '';
  if (first !== 'request' && first !== 'response') return [first, second, ...rest].filter(Boolean).join('.');
  if (second === 'headers') return `${owner}header ${rest.join('.')}`;
  return owner + [second, ...rest].join('.');
}
