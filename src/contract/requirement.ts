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
  /** Section of the interface document, or of a standard. */
  readonly clause?: string;
  /** When the rule belongs to one operation. */
  readonly operationId?: string;
  readonly text: string;
  /** An exchange that satisfies the rule, as `REQUEST → RESPONSE` lines. */
  readonly passes?: string;
  /** An exchange that breaks the rule. */
  readonly fails?: string;
  /** Advice for a service that breaks the rule. */
  readonly fix?: string;
  /** File and anchor among the requirement pages: `update-an-order.md#d42`. */
  readonly page?: string;
  /** The reason behind the rule; code stands between backticks. */
  readonly why?: string;
  /** The part of a documented or corrected rule that the interface document does not specify. */
  readonly decidedPart?: string;
  /** Rules of the engine in whose place it stands. */
  readonly covers?: readonly string[];
  /** The engine states it for any document: it does not apply to a document whose cases do not reach it. */
  readonly ofEngine?: true;
  /** Why the suite does not judge it. */
  readonly excluded?: string;
}

/** A chapter of the register, from `chapters` of the file. */
export interface Chapter {
  readonly title: string;
  readonly intro?: string;
  readonly requirements: readonly Requirement[];
}

/** @throws Error when the file cannot be read or parsed */
export function loadRequirements(path: string): Requirement[] {
  return loadChapters(path).flatMap(({ requirements }) => requirements);
}

/** Each chapter has the requirements from its first one (`from`) to the first one of the next chapter. */
export function loadChapters(path: string): Chapter[] {
  const { chapters, requirements } = parseYaml(readFileSync(path, 'utf8')) as {
    chapters: (Chapter & { from: string; page?: string })[];
    requirements: Requirement[];
  };
  const starts = chapters.map(({ from }) => requirements.findIndex(({ id }) => id === from));
  return chapters.map(({ from: _, page, ...chapter }, index) => {
    const file = page ?? chapter.title.toLowerCase().replaceAll(' ', '-');
    const own = requirements.slice(starts[index], starts[index + 1]);
    return { ...chapter, requirements: own.map((one) => ({ ...one, page: `${file}.md#${one.id.toLowerCase()}` })) };
  });
}

/** Why the contract decided so, in one paragraph; undefined where the document itself is the reason. */
export function reasonOf({ why, decidedPart }: Requirement): string | undefined {
  const parts = [...(why ? [why] : []), ...(decidedPart ? [`Decided part: ${decidedPart}`] : [])];
  return parts.length === 0 ? undefined : parts.join(' ');
}
