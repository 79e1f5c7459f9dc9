import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HttpText } from './http-text.ts';

/** One case of a rule at a server that keeps it, and at one that breaks it. */
export interface RecordedExample {
  /** The title of the case. */
  readonly case: string;
  /** What was sent and answered, the decisive exchange last. */
  readonly passes: readonly HttpText[];
  /** Absent where no faulty server breaks the rule. */
  readonly fails?: {
    /** The name of the faulty server. */
    readonly server: string;
    readonly exchanges: readonly HttpText[];
    readonly message: string;
    readonly expected: string;
    readonly actual: string;
  };
}

/** By rule. */
export type RecordedExamples = Readonly<Record<string, RecordedExample>>;

export const EXAMPLES_FILE = fileURLToPath(new URL('../../../../docs/requirements/examples.json', import.meta.url));

export function loadExamples(): RecordedExamples {
  return JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as RecordedExamples;
}
