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
  /**
   * Operations for which the interface document specifies a `documented` rule; for other operations, the contract
   * decided the rule. If the list of operations is absent, the interface document specifies the rule for all
   * operations.
   */
  readonly documentedFor?: readonly string[];
  /** Clause of the interface document or of a standard. */
  readonly clause?: string;
  /** Operation that the rule applies to; absent if the rule applies to several operations. */
  readonly operationId?: string;
  readonly text: string;
  /** Example of an exchange that satisfies the rule, as `REQUEST → RESPONSE` lines. */
  readonly passes?: string;
  /** Example of an exchange that violates the rule. */
  readonly fails?: string;
  /** Advice for a service that violates the rule. */
  readonly fix?: string;
  /** File and anchor of the documentation page about the requirement: `update-an-order.md#d42`. */
  readonly page?: string;
  /** Reason why the rule exists, with code between backticks. */
  readonly why?: string;
  /** The part of the rule that this project decided, if the interface document specifies only the rest of the rule. */
  readonly decidedPart?: string;
  /** Tags that select the requirement in a run, such as `security`. */
  readonly tags?: readonly string[];
  /** Version of the suite that introduced the requirement. */
  readonly since?: string;
  /** Engine rules that the requirement replaces. */
  readonly covers?: readonly string[];
  /**
   * True for an engine rule, which any OpenAPI document implies. If the suite generates no case of an engine rule for a
   * document, the rule does not apply to this document.
   */
  readonly ofEngine?: true;
  /** Reason why the suite does not judge the rule. */
  readonly excluded?: string;
}

/** Chapter of the requirements, from `chapters` in spec/requirements.yaml. */
export interface Chapter {
  readonly title: string;
  readonly intro?: string;
  readonly requirements: readonly Requirement[];
}

/** Loads the requirements of all chapters. @throws Error if the file cannot be read or parsed */
export function loadRequirements(path: string): Requirement[] {
  return loadChapters(path).flatMap(({ requirements }) => requirements);
}

/**
 * A chapter begins with its requirement `from` and ends before the first requirement of the next
 * chapter.
 */
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

/** Reason why the contract decides a rule, in one paragraph; undefined if the interface document specifies the rule. */
export function reasonOf({ why, decidedPart }: Requirement): string | undefined {
  const decided =
    decidedPart &&
    `The contract decides this part of the requirement, since the interface document does not specify it: ${decidedPart}`;
  const parts = [why, decided].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** Text of an example exchange, with the request line, the body and the response on separate lines. */
export function exchangeLines(exchange: string): string {
  return exchange.replaceAll(' → ', '\n→ ').replaceAll(/^([A-Z]+ \S+) (?=[{[])/gm, '$1\n');
}
