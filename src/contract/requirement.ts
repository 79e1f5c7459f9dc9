import { readFileSync } from 'node:fs';
import type { Basis } from './document/rule.ts';
import { parseYaml } from './yaml.ts';

/** Level of a requirement (RFC 2119). */
export type Level = 'MUST' | 'SHOULD' | 'MAY';

/** Rule of the contract: an entry of spec/requirements.yaml. */
export interface Requirement {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly basis: Basis;
  /** Operations for which a `documented` rule is documented; for the others it is decided. All if absent. */
  readonly documentedFor?: readonly string[];
  /** Clause of the interface document or of a standard. */
  readonly clause?: string;
  /** Operation of the rule; absent for a rule of several operations. */
  readonly operationId?: string;
  readonly text: string;
  /** Exchange that satisfies the rule, as `REQUEST → RESPONSE` lines. */
  readonly passes?: string;
  /** Exchange that violates the rule. */
  readonly fails?: string;
  /** Advice for a service that violates the rule. */
  readonly fix?: string;
  /** File and anchor of its page: `update-an-order.md#d42`. */
  readonly page?: string;
  /** Reason of the rule, with code between backticks. */
  readonly why?: string;
  /** Part of a documented or corrected rule that the interface document does not specify. */
  readonly decidedPart?: string;
  /** Tags for a selection: `security`. */
  readonly tags?: readonly string[];
  /** Version of the suite that introduced the requirement. */
  readonly since?: string;
  /** Engine rules that the requirement replaces. */
  readonly covers?: readonly string[];
  /** Present for an engine rule. It does not apply to a document without cases for it. */
  readonly ofEngine?: true;
  /** Reason why the suite does not judge the rule. */
  readonly excluded?: string;
}

/** Chapter of the register, from `chapters` of the file. */
export interface Chapter {
  readonly title: string;
  readonly intro?: string;
  readonly requirements: readonly Requirement[];
}

/** Loads the requirements of all chapters. @throws Error if the file cannot be read or parsed */
export function loadRequirements(path: string): Requirement[] {
  return loadChapters(path).flatMap(({ requirements }) => requirements);
}

/** Loads the chapters. A chapter ends before the first requirement (`from`) of the next one. */
export function loadChapters(path: string): Chapter[] {
  const { since, chapters, requirements } = parseYaml(readFileSync(path, 'utf8')) as {
    since: string;
    chapters: (Chapter & { from: string; page?: string })[];
    requirements: Requirement[];
  };
  const starts = chapters.map(({ from }) => requirements.findIndex(({ id }) => id === from));
  return chapters.map(({ from: _, page, ...chapter }, index) => {
    const file = page ?? chapter.title.toLowerCase().replaceAll(' ', '-');
    const own = requirements.slice(starts[index], starts[index + 1]);
    return {
      ...chapter,
      requirements: own.map((one) => ({ since, ...one, page: `${file}.md#${one.id.toLowerCase()}` })),
    };
  });
}

/** Reason of a decision, in one paragraph; undefined if the interface document is the reason. */
export function reasonOf({ why, decidedPart }: Requirement): string | undefined {
  const decided =
    decidedPart && `The interface document does not specify this part, which the contract decides: ${decidedPart}`;
  const parts = [why, decided].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** Exchange of an example with the request line, the body and the response on separate lines. */
export function exchangeLines(exchange: string): string {
  return exchange.replaceAll(' → ', '\n→ ').replaceAll(/^([A-Z]+ \S+) (?=[{[])/gm, '$1\n');
}
