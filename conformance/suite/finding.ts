import type { Basis } from '../../src/contract/rule.ts';

/** What one look at the target says of one rule. */
export interface Finding {
  readonly rule: string;
  readonly result: 'holds' | 'broken' | 'untestable';
  /** One sentence without the rule's id; why, where the rule is untestable. */
  readonly message?: string;
  readonly expected?: string;
  readonly actual?: string;
  /** Where the broken part of a rule has another basis than the rule: its status, for instance, is decided. */
  readonly basis?: Basis;
  /** Index of the exchange that shows it. */
  readonly exchange?: number;
  /** Index of the first exchange that led to it, where it is not the first of the case. */
  readonly since?: number;
  /** Flags of `conform` that find it again, where it was found by exploration. */
  readonly replay?: string;
}

export function holds(rule: string): Finding {
  return { rule, result: 'holds' };
}
