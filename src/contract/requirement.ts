import { readFileSync } from 'node:fs';
import type { Basis } from './document/rule.ts';
import { parseYaml } from './yaml.ts';

/** RFC 2119. */
export type Level = 'MUST' | 'SHOULD' | 'MAY';

/** One rule of the contract, an entry of spec/requirements.yaml. */
export interface Requirement {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly basis: Basis;
  /** The only operations for which a `documented` rule is documented; for the others it is decided. */
  readonly documentedFor?: readonly string[];
  /** Of the interface document, or a standard. */
  readonly clause?: string;
  /** When the rule belongs to one operation. */
  readonly operationId?: string;
  readonly text: string;
  /** The reason behind the rule; code stands between backticks. */
  readonly why?: string;
  /** What a documented or corrected rule holds beyond the interface document. */
  readonly decidedPart?: string;
  /** Rules of the engine in whose place it stands. */
  readonly covers?: readonly string[];
  /** The engine states it for any document: it does not apply to a document whose cases do not reach it. */
  readonly ofEngine?: true;
  /** Why the suite does not judge it. */
  readonly excluded?: string;
}

/** @throws Error when the file cannot be read or parsed */
export function loadRequirements(path: string): Requirement[] {
  const { requirements } = parseYaml(readFileSync(path, 'utf8')) as { requirements: Requirement[] };
  return requirements;
}

/** Why the contract decided so, in one paragraph; undefined where the document itself is the reason. */
export function reasonOf({ why, decidedPart }: Requirement): string | undefined {
  const parts = [...(why ? [why] : []), ...(decidedPart ? [`Decided part: ${decidedPart}`] : [])];
  return parts.length === 0 ? undefined : parts.join(' ');
}
