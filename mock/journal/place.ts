import { tokens } from '../../src/contract/json-pointer.ts';

/**
 * Describes a place in an exchange: `/request/body/label` as `body.label`, `/request/headers/accept` as `header
 * accept`.
 */
export function placeOf(pointer: string): string {
  const [first = '', second = '', ...rest] = tokens(pointer);
  const whose = first === 'response' ? 'response ' : '';
  if (first !== 'request' && first !== 'response') return [first, second, ...rest].filter(Boolean).join('.');
  if (second === 'headers') return `${whose}header ${rest.join('.')}`;
  return whose + [second, ...rest].join('.');
}
