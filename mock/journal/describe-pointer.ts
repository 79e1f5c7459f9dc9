import { tokens } from '../../src/contract/json-pointer.ts';

/**
 * Describes a place in an exchange: `/request/body/label` as `body.label`, `/request/headers/accept` as `header
 * accept`.
 */
export function describePointer(pointer: string): string {
  const [first = '', second = '', ...rest] = tokens(pointer);
  const owner = first === 'response' ? 'response ' : '';
  if (first !== 'request' && first !== 'response') return [first, second, ...rest].filter(Boolean).join('.');
  if (second === 'headers') return `${owner}header ${rest.join('.')}`;
  return owner + [second, ...rest].join('.');
}
